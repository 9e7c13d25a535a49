import type { SteerEvent } from '@agentmount/core';

/** Messages for the running prompt, until the agent has gone on with each or will not. */
export interface Steers {
  /** Takes a message in. A blank one is missed at once: agents drop it without a word. */
  add(reference: string, text: string): SteerEvent[];
  /** Hands over what waits, at most `most`: the texts, and what is to be said about them. */
  handOver(most: number): { readonly texts: readonly string[]; readonly events: readonly SteerEvent[] };
  /** One message has been taken by the agent. */
  taken(reference: string): SteerEvent[];
  /** One message was refused. */
  refused(reference: string): SteerEvent[];
  /** The agent has gone on: what it was handed has reached it. */
  wentOn(): SteerEvent[];
  /** The prompt is over. */
  close(): SteerEvent[];
}

export function createSteers(): Steers {
  const open = new Map<string, { readonly text: string; taken: boolean }>();

  function decide(state: 'delivered' | 'missed', which: (taken: boolean) => boolean): SteerEvent[] {
    return [...open].flatMap(([reference, { taken }]): SteerEvent[] => {
      if (!which(taken)) return [];
      open.delete(reference);
      return [{ type: 'steer', reference, state }];
    });
  }

  function taken(reference: string): SteerEvent[] {
    const steer = open.get(reference);
    if (!steer || steer.taken) return [];
    steer.taken = true;
    return [{ type: 'steer', reference, state: 'accepted' }];
  }

  return {
    add(reference, text) {
      if (text.trim() === '') return [{ type: 'steer', reference, state: 'missed' }];
      open.set(reference, { text, taken: false });
      return [];
    },
    handOver(most) {
      const waiting = [...open].filter(([, steer]) => !steer.taken).slice(0, most);
      return {
        texts: waiting.map(([, { text }]) => text),
        events: waiting.flatMap(([reference]) => taken(reference)),
      };
    },
    taken,
    refused(reference) {
      return open.delete(reference) ? [{ type: 'steer', reference, state: 'missed' }] : [];
    },
    wentOn: () => decide('delivered', (taken) => taken),
    close: () => decide('missed', () => true),
  };
}
