export type { AgentHome } from './agent-home.js';
export type { AgentAction, AgentRun, ForkOptions, LinePattern } from './agent-script.js';
export { type CodexHomeOptions, createCodexHome } from './codex-home.js';
export { endProcesses } from './end-processes.js';
export { describeProcess, type ExpectNoProcessesOptions, expectNoProcesses } from './expect-no-processes.js';
export { type FloodKind, type HostileAgent, type HostileKinds, hostileAgent } from './hostile/hostile-agent.js';
export { installedProgram } from './installed-program.js';
export { createKimiHome, type KimiHomeOptions } from './kimi-home.js';
export { type LineProcess, type LineProcessOptions, type ProcessExit, startLineProcess } from './line-process.js';
export {
  type CallOptions,
  type CallResult,
  type ConnectClientOptions,
  connectClient,
  type ElicitationAnswer,
  type ElicitationRequest,
  type ListedTool,
  type McpClient,
  type ProgressNotice,
} from './mcp-client.js';
export type {
  ModelMessage,
  ModelMessagePart,
  ModelRequest,
  ModelRequestBody,
  ModelRequestOutcome,
} from './model-request.js';
export type { ModelScript, ScriptMatch, ScriptStep } from './model-script.js';
export type {
  AnswerStep,
  CutStep,
  HangStep,
  HeldStep,
  ModelStep,
  StatusStep,
  StepTool,
  StepUsage,
} from './model-step.js';
export {
  type AnswerOptions,
  cut,
  empty,
  type HoldOptions,
  hang,
  hold,
  length,
  status,
  text,
  tool,
  tools,
  unfinished,
} from './model-steps.js';
export { createPiHome, type PiHomeOptions } from './pi-home.js';
export { type ProcessSelector, processMatcher } from './process-selector.js';
export { type ProcessRecord, snapshotProcesses } from './process-snapshot.js';
export type { ProcessTarget } from './process-target.js';
export { processesWith } from './processes-with.js';
export { type ProgramBundle, programBundle } from './program-bundle.js';
export { createQwenHome, type QwenHomeOptions } from './qwen-home.js';
export { type RawMessage, type RawServer, startRawServer } from './raw-server.js';
export { resolveProgram } from './resolve-program.js';
export { noBwrap, noUnshare } from './sandbox.js';
export { noTmux, type Screen, startScreen } from './screen.js';
export { type AgentScript, type ScriptedAgent, type ScriptedAgentOptions, scriptedAgent } from './scripted-agent.js';
export { type ScriptedModel, type ScriptedModelOptions, startScriptedModel } from './scripted-model.js';
export { residentBytes, type ServerWatch, watchServer } from './server-watch.js';
export { noSsh, type SshMachine, type SshMachineOptions, startSshMachine } from './ssh-machine.js';
export { createTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';
export { type WaitForOptions, waitFor } from './wait-for.js';
export { type WireClaude, type WireClaudeRun, wireClaude } from './wire-claude/wire-claude.js';
