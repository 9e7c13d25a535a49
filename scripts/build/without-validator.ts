import type { Options } from 'tsup';

type BundlerPlugin = NonNullable<Options['esbuildPlugins']>[number];

/** What the protocol's library (2.4.0) takes from the platform: a way to check JSON Schemas, and Node's own `process`. */
const platform = '@modelcontextprotocol/server/_shims';

const own = `
export { default as process } from 'node:process';
export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('This program is built without a JSON Schema validator: the answers to its forms are checked by itself.');
  }
}
`;

/**
 * A bundler plugin that leaves out the JSON Schema validator of the protocol's library, a quarter of a program's size, which the library
 * uses in `elicitInput` alone; our servers send the request themselves and read its answer by their own rules. The build fails when the
 * library takes anything else from there.
 */
export function withoutValidator(): BundlerPlugin {
  return {
    name: 'without-validator',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${platform}$`) }, () => ({
        path: platform,
        namespace: 'without-validator',
      }));
      build.onLoad({ filter: /.*/, namespace: 'without-validator' }, () => ({ contents: own, loader: 'js' }));
    },
  };
}
