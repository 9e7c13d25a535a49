import { posix } from 'node:path';
import { CONTRACT_VERSION } from '../../contract/adapter.js';
import { contractProblem } from '../../contract/contract-version.js';
import { defineAdapter } from '../../contract/define-adapter.js';
import { AmbientError, withAmbientTraps } from '../ambient-traps.js';
import type { DECLARATION_RULES } from './adapter-rules.js';
import { bareSetup } from './bare-setup.js';
import { optionNames } from './option-samples.js';
import type { Subject } from './subject.js';
import { Verdicts } from './verdict.js';

type Found = Verdicts<keyof typeof DECLARATION_RULES>;

/** Arguments that every adapter's tools have and a transport may refuse. */
const COMMON_ARGUMENTS = ['model', 'system_prompt_append', 'images'];
const NO_SESSIONS = ['', ' ', '-', '-c', '--resume', '../../x', 'a/b', 'a\\b', '..', 'a b', 'a\0b'];

/** Looks at what an adapter says of itself. */
export function examineDeclaration<Options>(subject: Subject<Options>): Verdicts {
  const found: Found = new Verdicts();
  checkDefinition(subject, found);
  checkSessionForm(subject, found);
  checkTexts(subject, found);
  checkOptions(subject, found);
  checkRefusals(subject, found);
  checkOwnRefusal(subject, found);
  checkFiles(subject, found);
  checkHistory(subject, found);
  return found;
}

function checkDefinition<Options>({ adapter }: Subject<Options>, found: Found): void {
  if (adapter.contract !== CONTRACT_VERSION) found.fail('contract-version', contractProblem(adapter));
  try {
    defineAdapter(adapter);
  } catch (error) {
    found.fail('definition', String(error));
  }
  const missing = (['launch', 'resume', 'parse', 'interrupt'] as const).find(
    (verb) => typeof adapter[verb] !== 'function',
  );
  if (missing) found.fail('definition', `there is no function ${missing}: make the adapter with defineAdapter`);
}

function checkSessionForm<Options>({ adapter, given }: Subject<Options>, found: Found): void {
  const wrong = [...NO_SESSIONS, `${given.sessions[0]}\n`, `${given.sessions[0]}\n--resume`];
  const taken = wrong.find((id) => adapter.sessionId.test(id));
  if (taken !== undefined) found.fail('session-form-narrow', `${JSON.stringify(taken)} matches ${adapter.sessionId}`);
}

function checkTexts<Options>({ adapter }: Subject<Options>, found: Found): void {
  const { title, texts, executable, modelColumns } = adapter;
  const all = {
    title,
    'texts.about': texts.about,
    'texts.danger': texts.danger,
    'executable.command': executable.command,
    'executable.install': executable.install,
    ...Object.fromEntries(modelColumns.map((column, index) => [`modelColumns[${index}].title`, column.title])),
  };
  const wrong = Object.entries(all).find(([, text]) => !isOneLine(text));
  if (wrong) found.fail('texts', `${wrong[0]} is ${JSON.stringify(wrong[1])}`);
}

function checkOptions<Options>({ adapter }: Subject<Options>, found: Found): void {
  const { options, optionDefaults = [], transports } = adapter;
  const names = optionNames(adapter);
  if (!options.safeParse({}).success) found.fail('options-closed', 'no options at all are refused');
  if (options.safeParse({ an_option_that_does_not_exist: 1 }).success) {
    found.fail('options-closed', 'an unknown option is taken: write z.strictObject');
  }
  for (const { option, variable, unset, invalid } of optionDefaults) {
    const known = option === 'model' || names.includes(option);
    if (!known) found.fail('option-defaults', `there is no option ${JSON.stringify(option)}`);
    if (!/^[A-Z][A-Z0-9_]*$/.test(variable)) found.fail('option-defaults', `${JSON.stringify(variable)} as a variable`);
    const wrong = [unset, invalid].find(
      (value) => value !== undefined && option !== 'model' && !options.safeParse({ [option]: value }).success,
    );
    if (known && wrong !== undefined) found.fail('option-defaults', `${JSON.stringify(wrong)} is no ${option}`);
  }
  const impossible = names.find((name) => transports.every(({ refuses = {} }) => name in refuses));
  if (impossible !== undefined) found.fail('option-possible', `every transport refuses ${impossible}: leave it out`);
}

function checkRefusals<Options>({ adapter }: Subject<Options>, found: Found): void {
  const known = [...COMMON_ARGUMENTS, ...optionNames(adapter)];
  for (const { name, refuses = {}, images } of adapter.transports) {
    for (const [argument, reason] of Object.entries(refuses)) {
      const where = `${name} refuses ${JSON.stringify(argument)}`;
      if (!known.includes(argument)) found.fail('refusals', `${where}, and there are only ${known.join(', ')}`);
      if (!isOneLine(reason)) found.fail('refusals', `${where} because ${JSON.stringify(reason)}`);
      if (argument === 'images' && images === true) found.fail('refusals', `${where} and declares that it takes them`);
    }
  }
}

function checkOwnRefusal<Options>({ adapter }: Subject<Options>, found: Found): void {
  for (const transport of adapter.transports) {
    const setup = bareSetup(adapter, transport);
    const hostile = { ...setup, model: 'a\0b\nc', systemPromptAppend: `${'x'.repeat(200_000)}\0` };
    for (const [tried, mayRefuse] of [
      [setup, false],
      [hostile, true],
    ] as const) {
      try {
        const refusal: unknown = withAmbientTraps(() => adapter.refuses?.(tried));
        if (refusal === undefined) continue;
        const shown = JSON.stringify(refusal);
        if (!mayRefuse) found.fail('own-refusal', `${transport.name}: a bare setup is refused with ${shown}`);
        else if (!isOneLine(refusal)) found.fail('own-refusal', `${transport.name}: the refusal is ${shown}`);
      } catch (error) {
        const what = error instanceof AmbientError ? `looks at ${error.message}` : `throws ${String(error)}`;
        found.fail('own-refusal', `${transport.name}: it ${what}`);
      }
    }
  }
}

function checkFiles<Options>({ adapter }: Subject<Options>, found: Found): void {
  const machine = { platform: 'linux', home: '/home/person', environment: {} } as const;
  for (const list of ['reads', 'staleFiles'] as const) {
    try {
      const paths = withAmbientTraps(() => adapter[list]?.(machine, '/projects/orchard') ?? []);
      const wrong = paths.find((path) => !posix.isAbsolute(path));
      if (wrong !== undefined) found.fail('files-absolute', `${list} names ${JSON.stringify(wrong)}`);
    } catch (error) {
      const what = error instanceof AmbientError ? `looks at ${error.message}` : `throws ${String(error)}`;
      found.fail('files-absolute', `${list} ${what}`);
    }
  }
}

function checkHistory<Options>({ adapter, given, transcripts }: Subject<Options>, found: Found): void {
  const { history } = adapter;
  if (!history) return;
  const machine = { platform: 'linux', home: '/home/person', environment: {}, files: {} } as const;
  const frames = transcripts.flatMap(({ lines }) => lines.flatMap((line) => ('out' in line ? [line.out] : [])));
  const strange = ['', 'not JSON', 'null', '[]', '"text"', '5', '{}', '{"type":5}', '{"type":"user","message":null}'];
  try {
    for (const line of [...strange, ...frames]) {
      for (const item of history.read(line)) {
        const fits = ['user', 'assistant', 'tool'].includes(item.role) && typeof item.text === 'string';
        if (!fits) found.fail('history-total', `${JSON.stringify(item)} for the line ${line.slice(0, 200)}`);
      }
    }
    for (const place of history.places(machine, '/projects/orchard', given.sessions[0])) {
      place.matches('');
      if (!posix.isAbsolute(place.folder)) found.fail('history-total', `the place ${JSON.stringify(place.folder)}`);
    }
  } catch (error) {
    found.fail('history-total', `it throws ${String(error)}`);
  }
}

function isOneLine(text: unknown): text is string {
  return typeof text === 'string' && text.trim() !== '' && !/[\r\n]/.test(text);
}
