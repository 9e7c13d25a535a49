import { describe, expect, it } from 'vitest';
import { commands } from '../../src/commands.js';
import { nearestWord } from '../../src/program/nearest-word.js';
import { readWords } from '../../src/program/read-words.js';
import { runProgram } from '../../src/program/run-program.js';
import { safeText } from '../../src/program/safe-text.js';
import { takeFlag } from '../../src/program/take-flag.js';
import { testIo } from '../support/test-io.js';

const manifest = { name: 'agentmount', version: '1.2.3', description: 'Delegates.' };

async function call(...args: readonly string[]) {
  const io = testIo('/nonexistent');
  const code = await runProgram(manifest, commands, args, io);
  return { code, ...io.written() };
}

describe('the command line', () => {
  it('lists its commands, on stderr and as a failure when none was given', async () => {
    const { code, stdout, stderr } = await call('--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const { name, summary } of commands) expect(stdout).toMatch(new RegExp(`^  ${name} .*  ${summary}$`, 'm'));
    expect(await call('help')).toEqual({ code, stdout, stderr });
    expect(await call()).toEqual({ code: 2, stdout: '', stderr: stdout });
  });

  it('says its version', async () => {
    expect(await call('--version')).toEqual({ code: 0, stdout: '1.2.3\n', stderr: '' });
  });

  it('explains each command', async () => {
    const serve = await call('serve', '--help');
    expect(serve.stdout).toMatch(/^Usage: agentmount serve /);
    expect(await call('help', 'serve')).toEqual(serve);
    expect((await call('run', '-h')).stdout).toMatch(/Exit codes:\n {2}0 {4}the answer is on stdout\n/);
    for (const { name } of commands) expect((await call(name, '--help')).stdout).toMatch(`Usage: agentmount ${name} `);
  });

  it.each([
    [['sevre'], 'agentmount: there is no command "sevre"; did you mean serve? agentmount --help lists them.\n'],
    [
      ['qwen', 'fix'],
      'agentmount: there is no command "qwen"; did you mean agentmount run qwen? agentmount --help lists them.\n',
    ],
    [['frobnicate'], 'agentmount: there is no command "frobnicate"; agentmount --help lists them.\n'],
    [
      ['--verison'],
      'agentmount: there is no flag "--verison"; did you mean --version? agentmount --help lists them.\n',
    ],
    [['run', 'qwne', 'x'], /^agentmount run: there is no agent "qwne"; did you mean qwen\?/],
    [['run', '--model', 'x', 'qwen'], 'agentmount run: the agent comes first: agentmount run qwen --model …\n'],
    [['serve', 'qwen', 'pi', 'qwen'], 'agentmount serve: the agent qwen is named twice.\n'],
    [
      ['serve'],
      /^agentmount serve: name the agents to offer \(agentmount serve qwen pi\), or list them under serve in \//,
    ],
    [['run', 'qwen', 'x', '--config'], 'agentmount run: --config needs a value: --config FILE\n'],
    [['run', 'qwen', 'x', '--config', '/a', '--config=/b'], 'agentmount run: --config is given twice.\n'],
  ] as const)('refuses %j in one sentence', async (args, sentence) => {
    const { code, stdout, stderr } = await call(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    if (typeof sentence === 'string') expect(stderr).toBe(sentence);
    else expect(stderr).toMatch(sentence);
  });
});

describe('words and flags', () => {
  const flags = [
    { name: 'model', takes: 'ID', meaning: '' },
    { name: 'image', takes: 'FILE', repeats: true, meaning: '' },
    { name: 'json', meaning: '' },
  ];
  it('are told apart, and after -- everything is a word', () => {
    const read = readWords(
      ['a', '--model', 'm', '-', '--image=x=y', '--json', '--image', 'z', '--', '--model', '-h'],
      flags,
    );
    expect(read.words).toEqual(['a', '-', '--model', '-h']);
    expect(read.value('model')).toBe('m');
    expect(read.values('image')).toEqual(['x=y', 'z']);
    expect([read.has('json'), read.asksHelp]).toEqual([true, false]);
    expect(readWords(['--model=-x'], flags).value('model')).toBe('-x');
    expect(readWords(['--model='], flags).value('model')).toBe('');
  });

  it.each([
    [['--modle', 'x'], 'there is no flag --modle; did you mean --model?'],
    [
      ['-x'],
      'there is no flag -x; there are --help, --model, --image, --json. A word that begins with "-" stands behind --.',
    ],
    [['--frobnicate=3'], /^there is no flag --frobnicate; there are /],
    [['--model'], '--model needs a value: --model ID'],
    [['--model', '--json'], '--model needs a value; for one that begins with "-", write --model=--json'],
    [['--json=1'], '--json takes no value.'],
    [['--model', 'a', '--model', 'b'], '--model is given twice.'],
  ] as const)('%j is refused', (args, sentence) => {
    expect(() => readWords(args, flags)).toThrow(sentence);
  });

  it('one flag is taken out before the others are known', () => {
    const config = { name: 'config', takes: 'FILE', meaning: '' };
    expect(takeFlag(['a', '--config', 'f', '--x'], config)).toEqual({ value: 'f', rest: ['a', '--x'] });
    expect(takeFlag(['--config=f', 'a'], config)).toEqual({ value: 'f', rest: ['a'] });
    expect(takeFlag(['a', '--', '--config', 'f'], config)).toEqual({ rest: ['a', '--', '--config', 'f'] });
  });
});

it('a near word is guessed, and no far one', () => {
  const words = ['serve', 'run', 'running', 'doctor'];
  expect(nearestWord('srve', words)).toBe('serve');
  expect(nearestWord('serev', words)).toBe('serve');
  expect(nearestWord('DOCTOR', words)).toBe('doctor');
  expect(nearestWord('runn', words)).toBe('running');
  expect(nearestWord('xyz', words)).toBeUndefined();
  expect(nearestWord('', words)).toBeUndefined();
});

it('what would move a cursor is shown as a sign', () => {
  expect(safeText('a\r\nb\tc\u001b[2J\u0007\u007f\u009b31m\u202edcba')).toBe('a\nb\tc␛[2J␇␡\ufffd31m\ufffddcba');
  expect(safeText('Grüße, 世界 👋')).toBe('Grüße, 世界 👋');
});
