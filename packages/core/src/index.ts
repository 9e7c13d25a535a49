export type {
  AdapterDefaults,
  AdapterDefinition,
  AdapterTexts,
  AgentAdapter,
  DirectStart,
  Executable,
  ModelColumn,
  OptionDefault,
  Traits,
} from './contract/adapter.js';
export { CONTRACT_VERSION } from './contract/adapter.js';
export type { Codec } from './contract/codec.js';
export { defineAdapter, traitsOf } from './contract/define-adapter.js';
export type {
  Action,
  ApprovalEvent,
  CloseAction,
  Event,
  FileEvent,
  Model,
  ModelEvent,
  ModelsEvent,
  NoticeEvent,
  RawAction,
  ReadyEvent,
  RoundsEvent,
  SendAction,
  SessionEvent,
  SettledEvent,
  SteerEvent,
  TextEvent,
  ToolEvent,
  UnknownEvent,
  UsageEvent,
  WithdrawnEvent,
} from './contract/event.js';
export type { Exit, Failure, FailureClass } from './contract/failure.js';
export {
  asAmount,
  asCount,
  asList,
  asText,
  asWord,
  type Fields,
  fieldOf,
  fieldReader,
  isFields,
  type KeysOf,
  parseFields,
} from './contract/frame-fields.js';
export type { HistoryItem, HistoryReader, SessionPlace } from './contract/history.js';
export type { LaunchPlan } from './contract/launch-plan.js';
export type { Image, Machine, Setup, Task } from './contract/setup.js';
export { StreamedText } from './contract/streamed-text.js';
export type { Transport } from './contract/transport.js';
export { FrameSplitter, type FrameSplitterOptions } from './frames/frame-splitter.js';
export {
  type JsonRpcMessage,
  type JsonRpcWriter,
  jsonRpcWriter,
  type LostJsonRpcMessage,
  METHOD_NOT_FOUND,
  type RequestId,
  readJsonRpc,
  readLostJsonRpc,
} from './frames/json-rpc.js';
export type { HistoryPage, HistoryRequest } from './history/read-history.js';
export { listRunningTurns, type RunningTurn } from './oversight/running-turns.js';
export { type StopOutcome, stopRunningTurn } from './oversight/stop-running-turn.js';
export { findExecutable } from './process/executable.js';
export { endLeftover, findLeftovers, type Leftover } from './process/leftovers.js';
export { splitWords } from './process/split-words.js';
export { createRunner, type RunnerOptions } from './runner/create-runner.js';
export { type AgentInspection, inspectAgent } from './runner/inspect-agent.js';
export { Refusal, type RefusalCode } from './runner/refusal.js';
export { type Meaning, refusalMeanings } from './runner/refusal-meanings.js';
export type { Runner, SessionsPage, TurnRequest } from './runner/runner.js';
export type { Settings } from './runner/settings.js';
export type { SessionEntry, SessionStatus } from './state/session-index.js';
export { causeMeanings, endingMeanings } from './turn/cause-meanings.js';
export type { Answer, Cause, CauseClass, EarlierAnswer, Ending, Report, TurnStats } from './turn/report.js';
export type { Delivery, ParkedApproval, StopCause, Turn, TurnState, TurnView } from './turn/turn.js';
