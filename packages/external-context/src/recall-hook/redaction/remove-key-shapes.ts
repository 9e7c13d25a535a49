const urlSafe = /[A-Za-z0-9_-]+/g;
const base64 = /[A-Za-z0-9+/_-]+={0,2}/g;

/** Beginnings of the keys of well-known services, which are told by them although some are short. */
const knownPrefix =
  /^(?:sk|pk|rk|m0|xox[abeoprs])-|^(?:gh[opsru]|github_pat|glpat|hf|npm|pypi|sk_live|sk_test|dop_v1)[-_]|^(?:AKIA|ASIA|AIza)/;

const longestWordOfPeople = 31;
const shortestSegment = 8;
const shortestSecretAccessKey = 40;

/**
 * One word without what has the shape of a key: runs of 32 or more letters, digits, dashes and underscores; three or more runs
 * of 8 or more joined by dots (the shape of a JWT); keys with a known prefix; 40 or more characters of base64.
 */
export function removeKeyShapes(word: string): string {
  // No key that is told by its shape is shorter.
  if (word.length < 11) return word;
  return removeRuns(removeBase64(word));
}

function removeRuns(word: string): string {
  const kept: string[] = [];
  let from = 0;
  for (const chain of dottedChains(word)) {
    const runs = isTokenChain(chain) ? [wholeOf(chain)] : chain.filter(({ text }) => isKey(text));
    for (const { start, end } of runs) {
      kept.push(word.slice(from, start));
      from = end;
    }
  }
  kept.push(word.slice(from));
  return kept.join('');
}

/** A run of characters that keys are made of, and where it stands. */
interface Run {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The runs of a word; those that are joined by one dot are together. */
function* dottedChains(word: string): Generator<Run[]> {
  let chain: Run[] = [];
  for (const { 0: text, index } of word.matchAll(urlSafe)) {
    const last = chain.at(-1);
    if (last !== undefined && word.slice(last.end, index) !== '.') {
      yield chain;
      chain = [];
    }
    chain.push({ text, start: index, end: index + text.length });
  }
  if (chain.length > 0) yield chain;
}

function wholeOf(chain: readonly Run[]): Run {
  return { text: '', start: chain[0]?.start ?? 0, end: chain.at(-1)?.end ?? 0 };
}

/** Whether three neighbours in a chain of runs are all long enough. */
function isTokenChain(runs: readonly Run[]): boolean {
  let long = 0;
  return runs.some(({ text }) => {
    long = text.length >= shortestSegment ? long + 1 : 0;
    return long === 3;
  });
}

function isKey(run: string): boolean {
  if (run.length > longestWordOfPeople) return true;
  const prefix = knownPrefix.exec(run)?.[0];
  if (prefix === undefined) return false;
  const rest = run.slice(prefix.length);
  return rest.length >= shortestSegment && /\d/.test(rest);
}

function removeBase64(word: string): string {
  if (word.length < shortestSecretAccessKey) return word;
  return word.replace(base64, (run) => {
    const isKeyLike = run.length >= shortestSecretAccessKey && /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run);
    return isKeyLike ? '' : run;
  });
}
