import { ConfigurationError } from '../../configuration/configuration-error.js';
import { type Environment, variable } from '../../configuration/environment.js';

/** The proxies to use, each as the environment has it; an empty text stands for none. */
export interface ProxySettings {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

/**
 * Reads the proxy variables. Of two spellings the lower-case one wins, an empty one included, as in undici.
 * @throws ConfigurationError `proxy` for an address that is not http or https
 */
export function readProxySettings(environment: Environment): ProxySettings {
  const read = (name: string) => variable(environment, name) ?? variable(environment, name.toUpperCase()) ?? '';
  const settings = { httpProxy: read('http_proxy'), httpsProxy: read('https_proxy'), noProxy: read('no_proxy') };
  for (const proxy of [settings.httpProxy, settings.httpsProxy]) {
    // undici speaks SOCKS, too, but announces on stderr that this is an experiment.
    if (proxy !== '' && !/^https?:$/.test(URL.parse(proxy)?.protocol ?? '')) throw new ConfigurationError('proxy');
  }
  return settings;
}
