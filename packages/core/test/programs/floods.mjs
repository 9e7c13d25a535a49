// Writes argv[2] megabytes in lines of argv[3] bytes to the file descriptor argv[4], as fast as it is read, then exits with 0.
import { writeSync } from 'node:fs';

const [megabytes, lineBytes, descriptor] = process.argv.slice(2).map(Number);
const line = Buffer.alloc(lineBytes, 'x');
line[lineBytes - 1] = 10;
const chunk = lineBytes < 65_536 ? Buffer.concat(Array(Math.floor(65_536 / lineBytes)).fill(line)) : line;
for (let left = megabytes * 1024 * 1024; left > 0; left -= chunk.length)
  write(chunk.subarray(0, Math.min(left, chunk.length)));

function write(bytes) {
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(descriptor, bytes, written);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
