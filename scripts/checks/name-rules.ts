import type { SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

/** Packages that serve every agent there will ever be, and so may not know one by name. */
const nameless = ['packages/core/src/', 'packages/server/src/'];

/** A word of its own, in any of the ways identifiers join words: `pi`, `piHome`, `PI_HOME`, `usePi`; not `pipe`. */
const shortName = /(?<![a-z])pi(?![a-z])|(?<![A-Za-z])Pi(?![a-z])|(?<=[a-z])Pi(?![a-z])|(?<![A-Za-z])PI(?![A-Za-z])/;
const longNames = /qwen|claude|codex|gemini|kimi/i;

/** A file that must name agents, because they are its subject as hosts or as facts about the environment. */
export interface NameException {
  readonly path: string;
  readonly reason: string;
}

/** Where agents are named in the sources that otherwise may not. */
export const nameExceptions: readonly NameException[] = [
  ...['help-text', 'terminal-text'].map((name) => ({
    path: `packages/server/src/program/${name}.ts`,
    reason: 'says how a program is added to a common host, which is itself an agent',
  })),
  {
    path: 'packages/server/src/turns/host-wait.ts',
    reason:
      'hosts state their names, some of which are those of agents, and each cuts calls short at a time of its own',
  },
];

/** Agents named in code that must know none. An exception that nothing needs any more is reported as well. */
export function nameViolations(files: readonly SourceFile[], exceptions = nameExceptions): Violation[] {
  const named = files
    .filter(({ path }) => nameless.some((folder) => path.startsWith(folder)))
    .flatMap(({ path, words }) =>
      words.flatMap(({ text, line }) => {
        const name = (longNames.exec(text) ?? shortName.exec(text))?.[0];
        return name === undefined
          ? []
          : [{ path, line, message: `names an agent (${name}): core and server know none` }];
      }),
    );
  const unused = exceptions.filter((exception) => !named.some(({ path }) => path === exception.path));
  return [
    ...named.filter(({ path }) => !exceptions.some((exception) => exception.path === path)),
    ...unused.map(({ path }) => ({
      path,
      line: 1,
      message: 'has an exception for naming agents and names none: remove it',
    })),
  ];
}
