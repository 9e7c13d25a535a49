import { describe, expect, it } from 'vitest';
import { readBaseUrl } from '../../src/configuration/base-url.js';
import { ConfigurationError } from '../../src/configuration/configuration-error.js';

describe('readBaseUrl', () => {
  it.each([
    ['https://search.example.org', 'https://search.example.org'],
    ['https://search.example.org/', 'https://search.example.org'],
    ['https://Search.Example.org:8443/', 'https://search.example.org:8443'],
    ['https://search.example.org:443', 'https://search.example.org'],
    ['https://203.0.113.7', 'https://203.0.113.7'],
    ['http://localhost:9000', 'http://localhost:9000'],
    ['http://127.0.0.1', 'http://127.0.0.1'],
    ['http://[::1]:9000', 'http://[::1]:9000'],
    // Other ways to write the same address, which URLs do away with.
    ['http://127.1', 'http://127.0.0.1'],
    ['http://2130706433', 'http://127.0.0.1'],
    ['http://0x7f.1', 'http://127.0.0.1'],
  ])('takes %s', (text, origin) => {
    expect(readBaseUrl(text)).toBe(origin);
  });

  it.each([
    '',
    'search.example.org',
    '/v1',
    'https://',
    'https://search.example.org/v1',
    'https://search.example.org/?',
    'https://search.example.org?tenant=1',
    'https://search.example.org/#',
    'https://search.example.org/#x',
    'https://user@search.example.org',
    'https://user:password@search.example.org',
    'https://:password@search.example.org',
    'http://search.example.org',
    'http://localhost.',
    'http://localhost.evil.example',
    'http://127.0.0.2',
    'http://[::ffff:7f00:1]',
    'http://0.0.0.0',
    'http://10.0.0.1',
    'ftp://localhost',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ws://localhost',
    'data:text/plain,x',
  ])('refuses %s', (text) => {
    expect(() => readBaseUrl(text)).toThrow(ConfigurationError);
  });
});
