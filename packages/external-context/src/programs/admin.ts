import { runAdmin } from '../doctor/run-admin.js';

process.exitCode = await runAdmin(process.argv.slice(2), import.meta.filename);
