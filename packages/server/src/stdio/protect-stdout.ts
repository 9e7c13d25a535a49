import { Console } from 'node:console';
import { Writable } from 'node:stream';

/**
 * Takes stdout for protocol messages alone: whatever else the program prints there from now on goes to stderr.
 * @returns the stream that still reaches stdout
 */
export function protectStdout(): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  globalThis.console = new Console(stderr, stderr);
  const output = new Writable({
    decodeStrings: false,
    write(chunk: string, encoding, done) {
      write(chunk, encoding, (error) => done(error));
    },
  });
  stdout.on('error', (error) => output.destroy(error));
  stdout.on('close', () => output.destroy());
  return output;
}
