import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** A key and the certificate that it signed for itself, both PEM. */
export interface Certificate {
  readonly key: string;
  readonly certificate: string;
}

/**
 * Makes a certificate for one host name, for tests in which a real name must be spoken for over TLS. It is written down here
 * byte by byte (X.509 version 3, DER), since Node.js can read certificates but not make them.
 */
export function createCertificate(host: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(objectId('2a8648ce3d040302'));
  const name = sequence(set(sequence(objectId('550403'), element(0x0c, Buffer.from(host)))));
  const day = 24 * 3600 * 1000;
  const time = (date: number) => element(0x18, Buffer.from(new Date(date).toISOString().replace(/[-:T]|\.\d{3}/g, '')));
  const extension = (id: string, isCritical: boolean, value: Buffer) => {
    return sequence(objectId(id), ...(isCritical ? [element(0x01, Buffer.from([0xff]))] : []), element(0x04, value));
  };
  const extensions = [
    extension('551d13', true, sequence(element(0x01, Buffer.from([0xff])))),
    extension('551d11', false, sequence(element(0x82, Buffer.from(host)))),
  ];
  const body = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(time(Date.now() - day), time(Date.now() + day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, sequence(...extensions)),
  );
  const signed = sequence(
    body,
    algorithm,
    element(0x03, Buffer.concat([Buffer.from([0]), signature(body, privateKey)])),
  );
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${signed.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

function signature(data: Buffer, key: KeyObject): Buffer {
  return sign('sha256', data, key);
}

function element(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return element(0x30, Buffer.concat(parts));
}

function set(...parts: Buffer[]): Buffer {
  return element(0x31, Buffer.concat(parts));
}

function objectId(hex: string): Buffer {
  return element(0x06, Buffer.from(hex, 'hex'));
}
