import { configurationFlag } from '../configuration/configuration-flag.js';
import type { Flag } from '../program/flag.js';
import { scenes } from './scenes.js';

/** The flags of `record` that every agent has. */
export const recordFlags: readonly Flag[] = [
  { name: 'transport', takes: 'NAME', repeats: true, meaning: 'records this one; default: all of the adapter' },
  {
    name: 'scene',
    takes: 'NAME',
    repeats: true,
    meaning: `records this one of ${scenes.map(({ name }) => name).join(', ')}; default: all that fit`,
  },
  { name: 'plain', takes: 'TEXT', meaning: 'a prompt that is answered at once' },
  { name: 'long', takes: 'TEXT', meaning: 'one that the agent works on for a while, with words from the beginning' },
  { name: 'steer', takes: 'TEXT', meaning: 'what is sent into the long one' },
  { name: 'ask', takes: 'TEXT', meaning: 'one that makes it ask; without it, approvals are not recorded' },
  { name: 'model', takes: 'MODEL', meaning: 'a model id; a cheap one will do' },
  {
    name: 'prose',
    takes: 'FIELD',
    repeats: true,
    meaning: 'a field of frames whose long texts are left out, beside those that usually hold prose',
  },
  configurationFlag,
];
