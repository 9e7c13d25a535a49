#!/usr/bin/env node
/** An MCP server with the tools of the agent: `abacus`, `abacus_reply`, … */
import { runServerProgram } from '@agentmount/server';
import { adapter } from './adapter.ts';

await runServerProgram({ adapters: [adapter], manifest: new URL('./package.json', import.meta.url) });
