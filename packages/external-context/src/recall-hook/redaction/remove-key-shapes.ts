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
  return removeBase64(removeRuns(word));
}

function removeRuns(word: string): string {
  const runs = [...word.matchAll(urlSafe)].map(({ 0: run, index }) => ({ run, start: index, end: index + run.length }));
  const kept: string[] = [];
  let from = 0;
  for (let first = 0; first < runs.length; ) {
    let next = first + 1;
    while (next < runs.length && word.slice(runs[next - 1]?.end, runs[next]?.start) === '.') next += 1;
    const chain = runs.slice(first, next);
    const dropped = isTokenChain(chain.map(({ run }) => run)) ? chain : chain.filter(({ run }) => isKey(run));
    for (const { start, end } of dropped) {
      kept.push(word.slice(from, start));
      from = end;
    }
    first = next;
  }
  kept.push(word.slice(from));
  return kept.join('');
}

/** Whether three neighbours in a chain of runs are all long enough. */
function isTokenChain(runs: readonly string[]): boolean {
  let long = 0;
  return runs.some((run) => {
    long = run.length >= shortestSegment ? long + 1 : 0;
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
