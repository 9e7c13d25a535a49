import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { AgentAdapter } from '@agentmount/core';
import type { Configuration } from '../configuration/configuration.js';
import { personalPath } from '../configuration/personal-path.js';
import { nearestWord } from '../program/nearest-word.js';
import { UsageError } from '../program/usage-error.js';
import { builtInAgents } from './built-in-agents.js';

/** What npm takes for a package's name. */
const PACKAGE_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

/**
 * The adapter that a word on the command line means: an agent of the configuration file, one that the program brings along, the
 * absolute path of a package or of a profile (`.json`), or the name of a package that is installed beside the configuration file.
 * Never looks into the working directory: a repository must not decide what is run in it. Throws a {@link UsageError}.
 */
export async function findAdapter(word: string, configuration: Configuration, home: string): Promise<AgentAdapter> {
  const configured = configuration.agents.get(word);
  if (configured?.package !== undefined || configured?.profile !== undefined) {
    return configuredAdapter(word, configuration, home);
  }
  const builtIn = builtInAgents.get(word);
  if (builtIn !== undefined) return builtIn();
  const path = personalPath(word, home);
  if (path !== undefined) return loadPath(path, path);
  if (/^\.|\.json$|\\/.test(word)) {
    throw new UsageError(
      `the path ${JSON.stringify(word)} must be absolute, or begin with ~/: nothing is loaded from the working directory.`,
    );
  }
  const installed = installedAt(word, configuration);
  if (PACKAGE_NAME.test(word) && (await isFolder(installed))) return loadPackage(installed, word);
  throw new UsageError(unknownAgent(word, configuration));
}

/** An agent for which the file names a package or a profile; it has to have the name that it stands under. */
async function configuredAdapter(name: string, configuration: Configuration, home: string): Promise<AgentAdapter> {
  const { file, folder, agents } = configuration;
  const { package: wanted, profile } = agents.get(name) ?? {};
  const place = `${file}: agents.${name}`;
  if (wanted !== undefined && profile !== undefined) {
    throw new UsageError(`${place} has package and profile; write one of them.`);
  }
  const adapter =
    profile !== undefined
      ? await loadProfile(personalPath(profile, home) ?? resolve(folder, profile))
      : await loadWanted(wanted ?? '', `${place}.package`, configuration, home);
  if (adapter.name === name) return adapter;
  throw new UsageError(`${place} is the agent ${JSON.stringify(adapter.name)}; write agents.${adapter.name} instead.`);
}

async function loadWanted(wanted: string, place: string, configuration: Configuration, home: string) {
  const path =
    personalPath(wanted, home) ?? (/^\.\.?[\\/]/.test(wanted) ? resolve(configuration.folder, wanted) : undefined);
  if (path !== undefined) return loadPackage(path, path);
  if (!PACKAGE_NAME.test(wanted)) {
    throw new UsageError(`${place} is neither the name of a package nor a path: ${JSON.stringify(wanted)}.`);
  }
  const installed = installedAt(wanted, configuration);
  if (await isFolder(installed)) return loadPackage(installed, wanted);
  throw new UsageError(
    `${place}: ${wanted} is not installed there: npm install --prefix ${configuration.folder} ${wanted}`,
  );
}

function loadPath(path: string, name: string): Promise<AgentAdapter> {
  return path.endsWith('.json') ? loadProfile(path) : loadPackage(path, name);
}

async function loadProfile(file: string): Promise<AgentAdapter> {
  return (await import('./profile-adapter.js')).profileAdapter(file);
}

async function loadPackage(path: string, name: string): Promise<AgentAdapter> {
  return (await import('./package-adapter.js')).packageAdapter(path, name);
}

function installedAt(name: string, { folder }: Configuration): string {
  return join(folder, 'node_modules', name);
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

function unknownAgent(word: string, { file, folder, agents }: Configuration): string {
  const own = [...agents.keys()].filter((name) => !builtInAgents.has(name));
  const near = nearestWord(word, [...builtInAgents.keys(), ...own]);
  const known = [...builtInAgents.keys()].join(', ');
  const guess = near === undefined ? `there are ${known}` : `did you mean ${near}?`;
  const more = PACKAGE_NAME.test(word)
    ? ` A package is installed beside the configuration file (npm install --prefix ${folder} ${word}); a profile is named in ${file}.`
    : '';
  return `there is no agent ${JSON.stringify(word)}; ${guess}${near === undefined ? '.' : ''}${more}`;
}
