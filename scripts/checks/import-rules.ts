import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import type { SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

interface PackageRule {
  /** Packages that may be imported. */
  readonly packages: readonly string[];
  /** True when the types of any other package from outside the workspace may be borrowed. */
  readonly borrowsTypes?: boolean;
  /** The Node.js modules that may be imported; all of them when absent. */
  readonly node?: readonly string[];
}

const workspaceScope = '@agentmount/';
/** What a program does before it loads all the rest: the only thing that its `cli.ts` imports. */
const beginning = '@agentmount/server/begin-program';
const protocolSdk = '@modelcontextprotocol/server';
/** Records transcripts for authors of adapters, who test with them. */
const recorderFolder = 'packages/agentmount/src/record/';
const processFolder = 'packages/core/src/process/';
/** Starts qwen for a person, on that person's terminal. It knows nothing of core, which drives agents for programs. */
const launcherProcess = 'packages/external-context/src/launcher/qwen-process.ts';

/** An adapter only translates: these modules compute, and none of them reaches outside the process. */
const adapterRule: PackageRule = {
  packages: ['@agentmount/core', 'zod'],
  borrowsTypes: true,
  node: ['node:buffer', 'node:path', 'node:url', 'node:util'],
};

/** An adapter that stands on the protocol's engine. */
const acpAdapterRule: PackageRule = { ...adapterRule, packages: [...adapterRule.packages, '@agentmount/acp'] };

/** What the sources of each package may import. Dependencies point one way: programs, server, core; adapters to the protocol's engine and to core. */
const packageRules: Readonly<Record<string, PackageRule>> = {
  core: { packages: ['zod'] },
  acp: adapterRule,
  'adapter-acp': acpAdapterRule,
  'adapter-claude': adapterRule,
  'adapter-qwen': acpAdapterRule,
  'adapter-pi': adapterRule,
  'adapter-codex': adapterRule,
  server: { packages: ['@agentmount/core', 'zod', protocolSdk] },
  commands: { packages: ['@agentmount/core', '@agentmount/server', 'jsonc-parser', 'smol-toml'] },
  'qwen-cli-mcp': { packages: ['@agentmount/server', '@agentmount/commands', '@agentmount/adapter-qwen'] },
  'pi-cli-mcp': { packages: ['@agentmount/server', '@agentmount/commands', '@agentmount/adapter-pi'] },
  agentmount: {
    packages: [
      '@agentmount/core',
      '@agentmount/server',
      '@agentmount/commands',
      '@agentmount/adapter-acp',
      '@agentmount/adapter-claude',
      '@agentmount/adapter-codex',
      '@agentmount/adapter-pi',
      '@agentmount/adapter-qwen',
      'zod',
    ],
  },
  'external-context': { packages: ['undici', 'zod', protocolSdk] },
};

/** The testkit serves tests, which may import anything; so may its own sources. */
const unruled = new Set(['testkit']);

/** What a set of source files imports against the rules. */
export function importViolations(files: readonly SourceFile[]): Violation[] {
  return [...files.flatMap(fileViolations), ...sdkViolations(files)];
}

function fileViolations(file: SourceFile): Violation[] {
  const folder = /^packages\/([^/]+)\//.exec(file.path)?.[1];
  if (folder === undefined) return [];
  const problem = isSource(file.path) && !unruled.has(folder) ? sourceProblem : testProblem;
  return file.imports.flatMap(({ module, typeOnly, line }) => {
    const message = problem({ path: file.path, folder, module, typeOnly });
    return message === undefined ? [] : [{ path: file.path, line, message }];
  });
}

interface Use {
  readonly path: string;
  readonly folder: string;
  readonly module: string;
  readonly typeOnly: boolean;
}

function sourceProblem(use: Use): string | undefined {
  const { path, folder, module, typeOnly } = use;
  const rule = packageRules[folder];
  if (rule === undefined)
    return `packages/${folder} has no rule for what it may import: add one to scripts/checks/import-rules.ts`;
  if (module.startsWith('.')) return leaves(path, module, `packages/${folder}/src/`);
  if (builtinModules.includes(module)) return `write node:${module}`;
  if (module === 'node:child_process' && !path.startsWith(processFolder) && path !== launcherProcess) {
    return `only ${processFolder} starts processes; node:child_process is not for other code`;
  }
  if (module.startsWith('node:')) {
    if (rule.node === undefined || rule.node.includes(module)) return undefined;
    return `packages/${folder} only translates: it may use ${rule.node.join(', ')}, not ${module}`;
  }
  const name = packageName(module);
  const isKit = module === '@agentmount/core/testing' && path.startsWith(recorderFolder);
  const isBeginning = module === beginning && path.endsWith('/src/cli.ts');
  if (name.startsWith(workspaceScope) && module !== name && !isKit && !isBeginning)
    return `${module} is for tests, not for sources`;
  if (rule.packages.includes(name)) return undefined;
  const isOurs = name.startsWith(workspaceScope) || name in packageRules;
  if (rule.borrowsTypes === true && !isOurs) {
    return typeOnly ? undefined : `only types may be borrowed from ${name}: write "import type"`;
  }
  return `packages/${folder} may import ${rule.packages.join(', ')}, not ${name}`;
}

function testProblem({ path, folder, module }: Use): string | undefined {
  return module.startsWith('.') ? leaves(path, module, `packages/${folder}/`) : undefined;
}

function leaves(path: string, module: string, home: string): string | undefined {
  const target = posix.join(posix.dirname(path), module);
  // A program states its version, which its package.json alone knows.
  if (/^packages\/[^/]+\/package\.json$/.test(target) && home.startsWith(posix.dirname(target))) return undefined;
  return `${target}/`.startsWith(home) ? undefined : `${module} leaves ${home}: import the package by its name`;
}

/** The SDK of the protocol changes often: in each package, the one file that imports it is the one that has to follow. */
function sdkViolations(files: readonly SourceFile[]): Violation[] {
  const users = files.flatMap((file) => {
    if (!isSource(file.path) || file.path.startsWith('packages/testkit/')) return [];
    const use = file.imports.find(({ module }) => module.startsWith('@modelcontextprotocol/'));
    return use === undefined ? [] : [{ path: file.path, line: use.line }];
  });
  const byPackage = Map.groupBy(users, ({ path }) => path.split('/')[1]);
  return [...byPackage.values()].flatMap((ofPackage) => {
    if (ofPackage.length < 2) return [];
    const paths = ofPackage.map(({ path }) => path).join(', ');
    const message = `one file imports the MCP SDK, not ${ofPackage.length}: ${paths}`;
    return ofPackage.map((user) => ({ ...user, message }));
  });
}

function isSource(path: string): boolean {
  return /^packages\/[^/]+\/src\//.test(path);
}

function packageName(module: string): string {
  return module.split('/', module.startsWith('@') ? 2 : 1).join('/');
}
