import type { Check } from '../launch-call.js';
import { checkMcpConfiguration } from './check-mcp-configuration.js';
import { checkOwnership } from './check-ownership.js';
import { checkPaths } from './check-paths.js';
import { checkProviderConfiguration } from './check-provider-configuration.js';
import { checkRepository } from './check-repository.js';
import { checkSettings } from './check-settings.js';
import { checkUser } from './check-user.js';
import { checkVersion } from './check-version.js';

/** The checks that follow the reading of the manifest, in their order. Each may rely on those before it. */
export const allChecks: readonly Check[] = [
  checkUser,
  checkPaths,
  checkOwnership,
  checkProviderConfiguration,
  checkMcpConfiguration,
  checkSettings,
  checkRepository,
  checkVersion,
];
