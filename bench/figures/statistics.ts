/** The value below which a part of the values lie; 0 where there are none. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** The value in the middle; of an even number of values the mean of the two in the middle. 0 where there are none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = low] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

/**
 * The median of the ratios pair by pair: what ran in one round ran under one load, so that the ratio holds where the machine's
 * speed drifts. Rounds that only one of the two has are left out.
 */
export function pairedRatio(values: readonly number[], base: readonly number[]): number {
  return median(
    values.flatMap((value, round) => {
      const other = base[round];
      return other === undefined || other === 0 ? [] : [value / other];
    }),
  );
}
