import type { InitializeRequest } from '@agentclientprotocol/sdk';
import type { Failure } from '@agentmount/core';
import { fieldOf } from '@agentmount/core';
import type { AcpProfile } from './profile.js';
import { capabilityField, initializeField, PROTOCOL_VERSION, sessionCapabilityField } from './wire.js';

/** What an agent says of itself. */
export interface Handshake {
  readonly protocol: unknown;
  /** Whether it has `session/resume`, and `session/load`, which sends the whole history first. */
  readonly resumes: boolean;
  readonly loads: boolean;
  readonly images: boolean;
  /** Whether it has `_session/steering`. */
  readonly steering: boolean;
}

/**
 * Parameters of `initialize`. No capability is declared: files and terminals are then the agent's own business, and it asks for
 * none of ours.
 */
export function initializeParams(profile: Pick<AcpProfile, 'initializeMeta'>): InitializeRequest {
  return {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    clientInfo: { name: 'agentmount', version: '1' },
    ...(profile.initializeMeta === undefined ? {} : { _meta: profile.initializeMeta }),
  };
}

/** Reads the reply to `initialize`. */
export function readHandshake(reply: unknown): Handshake {
  const capabilities = initializeField(reply, 'agentCapabilities');
  const session = capabilityField(capabilities, 'sessionCapabilities');
  const prompt = capabilityField(capabilities, 'promptCapabilities');
  const steering = fieldOf(initializeField(reply, '_meta'), 'steering');
  return {
    protocol: initializeField(reply, 'protocolVersion'),
    resumes: isObject(sessionCapabilityField(session, 'resume')),
    loads: capabilityField(capabilities, 'loadSession') === true,
    images: fieldOf(prompt, 'image') === true,
    steering: fieldOf(steering, 'supported') === true,
  };
}

/** Why an agent that answered the handshake cannot be worked with, or nothing. */
export function handshakeFailure<Options>(
  { agent }: AcpProfile<Options>,
  { protocol }: Handshake,
): Failure | undefined {
  if (protocol === PROTOCOL_VERSION) return undefined;
  const spoken = JSON.stringify(protocol ?? null);
  const message = `${agent} speaks version ${spoken} of the protocol, and this adapter speaks ${PROTOCOL_VERSION}`;
  return { class: 'protocol', message };
}

/** A capability is there when it is an object, were it an empty one. */
function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
