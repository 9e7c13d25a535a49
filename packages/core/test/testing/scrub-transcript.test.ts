import { hostname, userInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { machineTraces, type ScrubRules, scrubTranscript, type TranscriptLine } from '../../src/testing/index.js';

const header = {
  transcript: 1,
  adapter: 'toy',
  transport: 'lines',
  agentVersion: '1.2.3',
  plan: {
    transport: 'lines',
    args: ['--dir=/home/ada/work'],
    env: { TOY_DIR: '/home/ada/.toy' },
    cwd: '/home/ada/work',
  },
  note: 'ada works',
} as const;

const rules: ScrubRules = {
  replacements: [
    ['/home/ada', '/home/person'],
    ['/home/ada/work', '/project'],
    ['C:\\Users\\Ada', 'C:\\Users\\Person'],
    ['ada', 'person'],
  ],
  secrets: ['opensesame'],
};

function scrubbed(line: TranscriptLine, more: Partial<ScrubRules> = {}): TranscriptLine | undefined {
  return scrubTranscript({ header, lines: [line] }, { ...rules, ...more }).lines[0];
}

const frame = (value: unknown, more?: Partial<ScrubRules>): unknown => {
  const line = scrubbed({ out: JSON.stringify(value) }, more);
  return JSON.parse(line && 'out' in line ? line.out : '');
};

describe('scrubTranscript', () => {
  it('goes through the header, too', () => {
    const { plan, note } = scrubTranscript({ header, lines: [] }, rules).header;
    expect(plan).toEqual({
      transport: 'lines',
      args: ['--dir=/project'],
      env: { TOY_DIR: '/home/person/.toy' },
      cwd: '/project',
    });
    expect(note).toBe('person works');
  });

  it.each<[string, TranscriptLine, TranscriptLine]>([
    ['a frame', { out: '{"p":"/home/ada/x"}' }, { out: '{"p":"/home/person/x"}' }],
    ['a written line', { in: '{"p":"/home/ada/x"}' }, { in: '{"p":"/home/person/x"}' }],
    ['a frame that is not JSON', { out: 'in /home/ada/x' }, { out: 'in /home/person/x' }],
    ['a lost head', { lost: '{"p":"/home/ada' }, { lost: '{"p":"/home/person' }],
    ['stderr', { err: 'ada@box: opensesame\n' }, { err: 'person@box: scrubbed\n' }],
    ['raw text', { raw: 'look at /home/ada/work' }, { raw: 'look at /project' }],
    ['a prompt', { do: 'prompt', text: 'I am ada' }, { do: 'prompt', text: 'I am person' }],
    ['the name of a field', { out: '{"/home/ada/work":1}' }, { out: '{"/project":1}' }],
  ])('goes through %s', (_, line, clean) => {
    expect(scrubbed(line)).toEqual(clean);
  });

  it('leaves a frame that holds nothing to the byte', () => {
    const out = '{ "n": 1.0,\t"u": "\\u00e9", "big": 12345678901234567890 }';
    expect(scrubbed({ out })).toEqual({ out });
  });

  it('replaces a name only as a whole word, and a folder only as a whole folder', () => {
    expect(frame(['ada', 'adapter', 'nada', '/home/adam', 'by ada.', 'x/ada/y'])).toEqual([
      'person',
      'adapter',
      'nada',
      '/home/adam',
      'by person.',
      'x/person/y',
    ]);
  });

  it('knows the spellings of a folder', () => {
    expect(frame(['-home-ada-work', '--home-ada-work--', 'projects/-home-ada/x'])).toEqual([
      '-project',
      '--project--',
      'projects/-home-person/x',
    ]);
    expect(frame(['C:\\Users\\Ada\\x', 'C--Users-Ada'])).toEqual(['C:\\Users\\Person\\x', 'C--Users-Person']);
    const inside = JSON.stringify({ path: 'C:\\Users\\Ada\\x', by: 'a\nada' });
    expect(frame({ inside })).toEqual({ inside: JSON.stringify({ path: 'C:\\Users\\Person\\x', by: 'a\nperson' }) });
  });

  it('replaces a secret wherever it stands', () => {
    expect(frame(['xopensesamex', 'Bearer opensesame'])).toEqual(['xscrubbedx', 'Bearer scrubbed']);
  });

  it.each([
    ['sk-proj-AbCdEf123456_x', 'sk-scrubbed'],
    ['Authorization: Bearer abc.def-123~xyz==', 'Authorization: Bearer scrubbed'],
    ['ghp_0123456789abcdef0123', 'gh-scrubbed'],
    ['github_pat_11ABCDEFG0abcdefghij', 'gh-scrubbed'],
    ['AIzaSyA0123456789abcdefghijkl', 'aiza-scrubbed'],
    ['AKIAIOSFODNN7EXAMPLE', 'akia-scrubbed'],
    ['xoxb-1234-abcdef', 'xox-scrubbed'],
    ['eyJhbGciOiJIUzI1.eyJzdWIiOiIx.c2lnbmF0dXJl', 'jwt-scrubbed'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- end', 'private-key-scrubbed end'],
    ['write to ada.l@mail.example.org now', 'write to person@example.com now'],
    ['http://127.0.0.1:43210/v1', 'http://127.0.0.1:9/v1'],
    ['task-list, risk-averse-people, sk-', 'task-list, risk-averse-people, sk-'],
  ])('knows the form of %s', (text, clean) => {
    expect(frame([text])).toEqual([clean]);
  });

  it('puts the length in the place of long prose, under the named fields at any depth', () => {
    const prose = { proseKeys: ['tools', 'system'], proseLength: 20 };
    const long = 'x'.repeat(21);
    const tools = [{ name: 'read', description: long, parameters: { about: [long, 'short'] } }];
    expect(frame({ text: long, tools, a: { system: long } }, prose)).toEqual({
      text: long,
      tools: [{ name: 'read', description: '[21 characters]', parameters: { about: ['[21 characters]', 'short'] } }],
      a: { system: '[21 characters]' },
    });
    expect(frame({ system: 'x'.repeat(200) }, { proseKeys: ['system'] })).toEqual({ system: 'x'.repeat(200) });
    expect(frame({ system: 'x'.repeat(201) }, { proseKeys: ['system'] })).toEqual({ system: '[201 characters]' });
  });

  it('numbers ids when asked to, the same everywhere in the transcript', () => {
    const [one, two] = ['6fa459ea-ee8a-4ca4-894e-db77e160355e', '7D444840-9DC0-41D1-B245-5FFDCE74FAD2'];
    const lines = [{ out: `{"id":"${one}"}` }, { err: `${two} after ${one}\n` }, { in: two.toLowerCase() }];
    const ids = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
    expect(scrubTranscript({ header, lines }, { ...rules, numberIds: true }).lines).toEqual([
      { out: `{"id":"${ids(1)}"}` },
      { err: `${ids(2)} after ${ids(1)}\n` },
      { in: ids(2) },
    ]);
    expect(scrubTranscript({ header, lines }, rules).lines).toEqual(lines);
  });
});

describe('machineTraces', () => {
  it('names folders, person, machine and the values of secret variables', () => {
    const environment = {
      HOME: '/h/ada',
      USER: 'ada',
      TMPDIR: '/t/ada',
      OPENAI_API_KEY: 'abcdef',
      MY_TOKEN: 'short',
      LANG: 'en_GB',
      EMPTY: undefined,
    };
    const { replacements, secrets } = machineTraces(environment, { '/w/here': '/project' });
    expect(replacements).toEqual(
      expect.arrayContaining([
        ['/w/here', '/project'],
        ['/h/ada', '/home/person'],
        ['/t/ada', '/temporary'],
        ['ada', 'person'],
      ]),
    );
    expect(secrets).toEqual(['abcdef']);
    const names = replacements.map(([text]) => text);
    if (hostname().length >= 3 && hostname() !== 'localhost') expect(names).toContain(hostname());
    if (userInfo().username === 'root') expect(names).not.toContain('root');
  });

  it('leaves alone what is a part of too many words', () => {
    const { replacements, secrets } = machineTraces({ HOME: '/root', USER: 'root', TMPDIR: '/tmp' });
    expect(replacements.map(([text]) => text)).not.toContain('/root');
    expect(replacements.map(([text]) => text)).not.toContain('/tmp');
    expect(replacements.map(([text]) => text)).not.toContain('root');
    expect(secrets).toEqual([]);
  });
});
