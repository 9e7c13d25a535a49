#!/usr/bin/env node
/** An MCP server with the tools of two agents: `qwen`, `qwen_reply`, … and `pi`, `pi_reply`, … */
import { piAdapter } from '@agentmount/adapter-pi';
import { qwenAdapter } from '@agentmount/adapter-qwen';
import { runServerProgram } from '@agentmount/server';

await runServerProgram({
  adapters: [qwenAdapter, piAdapter],
  manifest: new URL('./package.json', import.meta.url),
});
