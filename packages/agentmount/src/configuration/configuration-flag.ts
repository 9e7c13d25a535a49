import type { Flag } from '../program/flag.js';

/** The flag that names another configuration file. */
export const configurationFlag: Flag = {
  name: 'config',
  takes: 'FILE',
  meaning: 'configuration file (AGENTMOUNT_CONFIG, else agentmount/config.json in XDG_CONFIG_HOME or ~/.config)',
};
