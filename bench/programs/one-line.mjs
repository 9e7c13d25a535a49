// The floor under every server: a bare node that answers one line with one line.
process.stdin.once('data', () => process.stdout.write('{}\n'));
