import { isFrame } from './json-rpc.js';

/** One field of a value that may not even be an object. */
export function fieldOf(value: unknown, key: string): unknown {
  return isFrame(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The text, or undefined for what is not one. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The text, or undefined for what is none or empty. */
export function asWord(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The whole number from 0 up, or undefined for what is not one. */
export function asCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** The list, or an empty one for what is not one. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
