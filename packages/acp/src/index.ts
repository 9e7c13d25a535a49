export { asCount, asList, asText, asWord, fieldOf } from '@agentmount/core';
export { createAcpCodec } from './acp-codec.js';
export { createAcpTransport } from './acp-transport.js';
export type {
  AcpLaunch,
  AcpProfile,
  BackgroundWork,
  ChunkFacts,
  FailureRule,
  HandshakeCheck,
  ModelSetting,
  SessionValue,
  Steering,
  ToolFacts,
  UsagePlace,
} from './profile.js';
export { inputOf } from './tool-calls.js';
