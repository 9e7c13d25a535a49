import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { captureProgram } from './capture-program.ts';
import type { PackedPackage } from './packed-package.ts';

/** What starts a program as an MCP server; the others are servers without a word. */
const SERVES: Readonly<Record<string, readonly string[]>> = { agentmount: ['serve', 'qwen'] };
const LONGEST_MS = 60_000;

/**
 * Installs each program's archive with npm into an empty project, and has it say its version and answer a host, on each Node.js.
 * @param nodes absolute paths of Node.js programs
 * @returns what went wrong
 */
export async function installedProgramProblems(
  scratch: string,
  packed: readonly PackedPackage[],
  nodes: readonly string[],
): Promise<string[]> {
  const programs = packed.filter(({ manifest }) => manifest.bin !== undefined);
  const problems = await Promise.all(programs.map((program) => installedProblems(scratch, program, nodes)));
  return problems.flat();
}

async function installedProblems(
  scratch: string,
  { archive, manifest }: PackedPackage,
  nodes: readonly string[],
): Promise<string[]> {
  const { name, version, bin } = manifest;
  const project = join(scratch, 'installed', name);
  mkdirSync(join(project, 'home'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', archive];
  const installed = await captureProgram('npm', args, { cwd: project, shell: process.platform === 'win32' });
  if (installed.code !== 0) return [`${name} cannot be installed from its archive:\n${installed.output}`];
  const others = readdirSync(join(project, 'node_modules')).filter((found) => !found.startsWith('.') && found !== name);
  const problems = others.length > 0 ? [`${name} brings other packages with it: ${others.join(', ')}.`] : [];
  for (const [command, target] of Object.entries(bin ?? {})) {
    const file = join(project, 'node_modules', name, target);
    for (const node of nodes) {
      const said = await captureProgram(node, [file, '--version'], { cwd: project });
      if (said.code !== 0 || !said.output.includes(version))
        problems.push(`${command} --version should say ${version} on ${node}, not:\n${said.output}`);
      // Some packages are made for other hosts, and speak no MCP.
      if (!isServer(name)) continue;
      const answer = await greeting(node, [file, ...(SERVES[name] ?? [])], project);
      if (!answer.includes('"protocolVersion"'))
        problems.push(`${command} does not answer a host on ${node}:\n${answer}`);
    }
  }
  return problems;
}

function isServer(name: string): boolean {
  return name.endsWith('-mcp') || name in SERVES;
}

/** What a server answers to `initialize`, or whatever it said instead. */
async function greeting(node: string, args: readonly string[], project: string): Promise<string> {
  const environment = { PATH: process.env.PATH ?? '', HOME: join(project, 'home'), USERPROFILE: join(project, 'home') };
  const child = spawn(node, [...args], { cwd: project, env: environment, stdio: 'pipe' });
  const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
  let errors = '';
  child.stderr.on('data', (data: Buffer) => {
    errors += data.toString();
  });
  const lines = createInterface({ input: child.stdout });
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'check', version: '1' } };
  child.stdin.on('error', () => undefined);
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  try {
    const [line] = await Promise.race([once(lines, 'line'), once(child, 'close').then(() => [errors])]);
    return String(line);
  } finally {
    clearTimeout(timer);
    child.stdin.end();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}
