export type { AcpAgentProfile } from './agent-profile.js';
export { defineAcpAdapter } from './define-acp-adapter.js';
export { geminiProfile } from './gemini-profile.js';
export { kimiProfile } from './kimi-profile.js';
export type { AcpOptions } from './options.js';
export { AcpProfileError, parseAcpProfile } from './parse-acp-profile.js';
