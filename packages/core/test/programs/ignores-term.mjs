// Ends for nothing short of SIGKILL: neither for a signal that can be caught nor for the end of its input.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
setInterval(() => undefined, 1_000);
process.stdout.write('ready\n');
