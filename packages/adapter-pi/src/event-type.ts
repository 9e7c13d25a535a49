import type { Event, Fields } from '@agentmount/core';
import { type EventType, frameType } from './wire.js';

/** The events of a session. One that pi adds to its types breaks this build; on the wire it is counted and passed over. */
const EVENTS: Readonly<Record<EventType, true>> = {
  agent_start: true,
  agent_end: true,
  agent_settled: true,
  turn_start: true,
  turn_end: true,
  message_start: true,
  message_update: true,
  message_end: true,
  tool_execution_start: true,
  tool_execution_update: true,
  tool_execution_end: true,
  queue_update: true,
  compaction_start: true,
  compaction_end: true,
  entry_appended: true,
  session_info_changed: true,
  thinking_level_changed: true,
  auto_retry_start: true,
  auto_retry_end: true,
  summarization_retry_scheduled: true,
  summarization_retry_attempt_start: true,
  summarization_retry_finished: true,
  bash_execution_update: true,
};

/** The type of a frame that carries a session's event; undefined for any other frame. */
export function eventType(frame: Fields): EventType | undefined {
  const type = frameType(frame);
  return type !== undefined && Object.hasOwn(EVENTS, type) ? (type as EventType) : undefined;
}

/** A frame that is none of the wire's, counted by its type. */
export function unknownFrame(frame: Fields): Event {
  return { type: 'unknown', frame: frameType(frame)?.slice(0, 60) || 'untyped' };
}
