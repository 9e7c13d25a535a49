#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Half of the start is compiling what was compiled at the last start; the rest is loaded only once the cache is on.
enableCompileCache();
await import('./main.js');
