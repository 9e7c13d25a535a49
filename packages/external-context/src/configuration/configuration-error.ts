/**
 * What can be wrong with a configuration, and the one sentence that is said of it. The sentences are fixed, so that no
 * path, variable name, value or parser message can get into an output with them.
 */
const sentences = {
  path: 'The external context is not configured: set QWEN_EXTERNAL_CONTEXT_CONFIG to the absolute path of its configuration file.',
  file: 'The external context configuration is not a usable file: it must be a regular file of at most 64 KiB.',
  unreadable: 'The external context configuration cannot be read: check that it exists and that this user may read it.',
  json: 'The external context configuration is not valid JSON in UTF-8: correct the file.',
  schema:
    'The external context configuration does not fit its schema: compare the file with the examples for versions 1 and 2.',
  baseUrl:
    'The provider address in the external context configuration is refused: give an https origin without path, query, fragment or credentials, or an http origin on loopback.',
  credential:
    'The provider credential is unavailable: set the variable that the external context configuration names to 8 to 4096 visible ASCII characters without spaces.',
  repositoryRoot:
    'The repository root in the external context configuration is refused: give the absolute path of an existing folder that is not the root of a file system.',
  proxy:
    'The proxy settings in the environment are refused: proxy variables must hold http or https addresses, or be removed.',
} as const;

/** A class of configuration error. */
export type ConfigurationFault = keyof typeof sentences;

/** A configuration that cannot be used. Its message is safe to show to anybody. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly fault: ConfigurationFault;

  constructor(fault: ConfigurationFault) {
    super(sentences[fault]);
    this.fault = fault;
  }
}
