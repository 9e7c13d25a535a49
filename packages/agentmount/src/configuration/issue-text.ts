import type * as z from 'zod';
import { nearestWord } from '../program/nearest-word.js';

const KEYS = { '': ['$schema', 'serve', 'agents'], agent: ['package', 'profile', 'variables'] } as const;

/** What is wrong at one place of the configuration file: the path in it and what to write. */
export function issueText(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const known: readonly string[] = path === '' ? KEYS[''] : KEYS.agent;
    return issue.keys.map((key) => unknownKey(path, key, known)).join(' ');
  }
  const place = path === '' ? 'the file' : path;
  if (issue.code === 'invalid_type') return `${place} must be ${WANTED[issue.expected] ?? issue.expected}.`;
  if (issue.code === 'too_small') return `${place} must not be empty; leave it out instead.`;
  if (issue.code === 'invalid_union') return `${place} must be a text that is not empty, a number, true or false.`;
  return `${place}: ${issue.message}.`;
}

const WANTED: Readonly<Record<string, string>> = {
  array: 'a list of texts',
  object: 'an object',
  record: 'an object',
  string: 'a text',
};

function unknownKey(path: string, key: string, known: readonly string[]): string {
  const near = nearestWord(key, known);
  const next = near === undefined ? `there are ${known.join(', ')}.` : `did you mean ${near}?`;
  return `there is no key ${path === '' ? key : `${path}.${key}`}; ${next}`;
}
