export { type McpServerOptions, mcpServerFactory, REPORT_META_KEY } from './mcp/mcp-server.js';
export { instructions } from './mount/instructions.js';
export { type MountedAdapter, type MountOptions, mountAdapter } from './mount/mount-adapter.js';
export { runServerProgram, type ServerProgramOptions } from './program/run-server-program.js';
export { type ReadSettings, readSettings, type SettingsSource } from './settings/read-settings.js';
export type { ServerSettings } from './settings/server-settings.js';
export { type VariableDocument, variableDocuments } from './settings/variable-documents.js';
export type { CallContext, Tool, ToolHints, ToolResult } from './tools/tool.js';
