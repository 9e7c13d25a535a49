/** A count in as few characters as say enough: `310`, `4.2k`, `18k`, `1.3M`. */
export function shortCount(count: number): string {
  if (count < 1000) return String(Math.round(count));
  if (count < 999_500) return `${significant(count / 1000)}k`;
  return `${significant(count / 1_000_000)}M`;
}

/** A duration in ms: `9.8s`, `41s`, `2m 5s`, `1h 2m`. */
export function shortDuration(ms: number): string {
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)}s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 100) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return joined(minutes, 'm', seconds % 60, 's');
  return joined(Math.floor(minutes / 60), 'h', minutes % 60, 'm');
}

/** US dollars with at least two significant digits: `$1.20`, `$0.034`, `$0.00012`. */
export function dollars(amount: number): string {
  if (amount === 0 || amount >= 0.1) return `$${amount.toFixed(2)}`;
  const digits = Math.min(8, 1 - Math.floor(Math.log10(amount)));
  return `$${amount.toFixed(digits)}`;
}

/** Names with how often each came: `read_file×2, edit`. */
export function withCounts(entries: readonly (readonly [name: string, count: number])[]): string {
  return entries.map(([name, count]) => (count === 1 ? name : `${name}×${count}`)).join(', ');
}

/** `1 turn`, `2 turns`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function significant(value: number): string {
  return value < 9.95 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.round(value));
}

function joined(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit} ${small}${smallUnit}`;
}
