import { runLauncher } from '../launcher/run-launcher.js';

await runLauncher('on-demand', import.meta.filename);
