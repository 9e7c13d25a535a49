import { runLauncher } from '../launcher/run-launcher.js';

await runLauncher('auto-recall', import.meta.filename);
