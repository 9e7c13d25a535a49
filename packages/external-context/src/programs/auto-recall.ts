import { runRecallHook } from '../recall-hook/run-recall-hook.js';

await runRecallHook(process.env);
