// Says that it is there, and stays until its stdin ends.
process.stdout.write('ready\n');
process.stdin.resume();
