import { fileURLToPath } from 'node:url';
import { piAdapter } from '../../packages/adapter-pi/src/adapter.js';
import { qwenAdapter } from '../../packages/adapter-qwen/src/adapter.js';
import { FrameSplitter } from '../../packages/core/src/frames/frame-splitter.js';
import type { AgentAdapter, Codec, LaunchPlan } from '../../packages/core/src/index.js';
import { loadTranscript } from '../../packages/core/src/testing/load-transcript.js';
import { setupOf, taskOf } from '../../packages/core/src/testing/setup-of.js';
import type { Benchmark } from '../figures/benchmark.js';
import { interleave, medians, ratioOf, type Subject, valuesOf } from '../figures/interleave.js';
import { median } from '../figures/statistics.js';

const MB = 1_000_000;
const SPEED = 'MB a second';
const FLOOR = 'JSON.parse alone';
/** What a pipe brings at most at once. */
const CHUNK = 65_536;

/** What an agent wrote, and what it was asked meanwhile. */
interface Recording {
  readonly plan: LaunchPlan;
  readonly parts: readonly ({ readonly call: (codec: Codec) => unknown } | { readonly bytes: Buffer })[];
}

/** Bytes of an agent to events, in this process: the splitter and the codec, without a pipe and without core. */
export const frames: Benchmark = {
  name: 'frames',
  about: `Bytes of an agent through the frame splitter and the codec, in this process; ${FLOOR} is what no codec can be faster than.`,
  async run({ quick }) {
    const adapters = { qwen: qwenAdapter as AgentAdapter, pi: piAdapter as AgentAdapter };
    const qwen = await record(adapters.qwen, 'stream-tools');
    const pi = await record(adapters.pi, 'rpc-tools');
    const work = [
      { what: 'qwen, a recorded turn', adapter: adapters.qwen, recording: qwen },
      { what: 'qwen, results of tools of 8 kB', adapter: adapters.qwen, recording: withResults(qwen, 256, 8_192) },
      { what: 'qwen, results of tools of 1 MB', adapter: adapters.qwen, recording: withResults(qwen, 16, MB) },
      { what: 'pi, a recorded turn', adapter: adapters.pi, recording: pi },
    ];
    const volume = (quick ? 2 : 40) * MB;
    const subjects = work.flatMap(({ what, adapter, recording }) => [
      subject(what, volume, recording, (take) => throughCodec(adapter, recording, take)),
      subject(`${what}: ${FLOOR}`, volume, recording, (take) => parsedOnly(recording, take)),
    ]);
    const rounds = await interleave(subjects, quick ? 1 : 7, 1);
    return {
      rows: medians(rounds, `${work[0]?.what}`).map(({ what, figures }) => {
        if (!rounds.has(`${what}: ${FLOOR}`)) return { what, figures };
        return { what, figures: { ...figures, [`times ${FLOOR}`]: ratioOf(rounds, SPEED, what, `${what}: ${FLOOR}`) } };
      }),
      verdicts: [
        {
          what: `${work[1]?.what}: ${SPEED}`,
          value: median(valuesOf(rounds, `${work[1]?.what}`, SPEED)),
          limit: 150,
          bound: 'least',
        },
      ],
    };
  },
};

function subject(
  what: string,
  volume: number,
  { parts }: Recording,
  once: (take: (actions: unknown) => void) => number,
): Subject {
  const bytes = parts.reduce((sum, part) => sum + ('bytes' in part ? part.bytes.length : 0), 0);
  const times = Math.max(1, Math.round(volume / bytes));
  return {
    what,
    async run() {
      let count = 0;
      let taken = 0;
      const since = performance.now();
      for (let time = 0; time < times; time += 1) count += once(() => (taken += 1));
      const seconds = (performance.now() - since) / 1_000;
      if (taken < count) throw new Error(`${what}: ${count} frames, but ${taken} were taken`);
      return {
        [SPEED]: (times * bytes) / MB / seconds,
        'frames a second': count / seconds,
        'bytes a frame': (times * bytes) / count,
      };
    },
  };
}

/** Plays a recording to a fresh codec; gives the number of its frames. */
function throughCodec(adapter: AgentAdapter, { plan, parts }: Recording, take: (actions: unknown) => void): number {
  const codec = adapter.parse(plan);
  return play(
    parts,
    (line) => take(codec.frame(line)),
    () => codec.open(),
    codec,
  );
}

function parsedOnly({ parts }: Recording, take: (value: unknown) => void): number {
  return play(parts, (line) => take(JSON.parse(line)));
}

function play(parts: Recording['parts'], onLine: (line: string) => void, open?: () => unknown, codec?: Codec): number {
  let count = 0;
  const splitter = new FrameSplitter({
    maxBytes: 8 * MB,
    onFrame(line) {
      count += 1;
      onLine(line);
    },
    onLost(head) {
      throw new Error(`A frame was lost: ${head.slice(0, 100)}`);
    },
  });
  open?.();
  for (const part of parts) {
    if ('call' in part) {
      if (codec !== undefined) part.call(codec);
      continue;
    }
    for (let at = 0; at < part.bytes.length; at += CHUNK) splitter.push(part.bytes.subarray(at, at + CHUNK));
  }
  return count;
}

/** Reads a transcript of the adapter's tests. */
async function record(adapter: AgentAdapter, name: string): Promise<Recording> {
  const path = `../../packages/adapter-${adapter.name}/test/transcripts/${name}.jsonl`;
  const { header, lines } = await loadTranscript(fileURLToPath(new URL(path, import.meta.url)));
  const setup = setupOf(adapter, header);
  const parts: Recording['parts'][number][] = [];
  let outs: string[] = [];
  const flush = () => {
    if (outs.length > 0) parts.push({ bytes: Buffer.from(`${outs.join('\n')}\n`) });
    outs = [];
  };
  for (const line of lines) {
    if ('out' in line) outs.push(line.out);
    if (!('do' in line) || line.do !== 'prompt') continue;
    flush();
    const task = taskOf(setup, line.text);
    parts.push({ call: (codec) => codec.prompt(task) });
  }
  flush();
  return { plan: header.plan, parts };
}

/** The same turn with so many results of a tool in it, each with so many bytes of content. */
function withResults({ plan, parts }: Recording, count: number, length: number): Recording {
  const content = 'The quick brown fox jumps over the lazy dog; "then" it sleeps.\n'
    .repeat(length / 60)
    .slice(0, length);
  const frame = (index: number) => {
    const result = { type: 'tool_result', tool_use_id: `call-${index}`, is_error: false, content };
    const message = { role: 'user', content: [result] };
    return JSON.stringify({ type: 'user', uuid: `result-${index}`, parent_tool_use_id: null, message });
  };
  const bytes = Buffer.from(Array.from({ length: count }, (_, index) => `${frame(index)}\n`).join(''));
  const prompted = parts.findIndex((part) => 'call' in part) + 1;
  return { plan, parts: parts.toSpliced(prompted, 0, { bytes }) };
}
