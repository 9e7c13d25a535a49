import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveQuery } from '../../src/recall-hook/derive-query.js';
import { CREDENTIAL } from '../support/configurations.js';

const derive = (prompt: string) => deriveQuery(prompt, CREDENTIAL);

describe('a prompt', () => {
  it.each([
    ['explain  the\n\npolicy ', 'explain the policy'],
    ['see @note.txt and @src/main.ts:12', 'see @note.txt and @src/main.ts:12'],
    ['/help me', '/help me'],
    ['!ls -la', '!ls -la'],
    ['$HOME $(id) `date` {{x}} !{rm}', '$HOME $(id) `date` {{x}} !{rm}'],
    ['why does a == b fail when c: d', 'why does a == b fail when c: d'],
    ['wie heißt 東京 👩‍👩‍👧', 'wie heißt 東京 👩‍👩‍👧'],
    ['a\u0000b\u001b[31mc\td', 'a b [31mc d'],
    ['half \ud800 pair', 'half \ufffd pair'],
    ['[Pasted Content 550 chars] summarise it', 'summarise it'],
    ['[Pasted Content 550 chars] #2 and [Pasted Content 7 chars] #3', 'and'],
  ])('%j asks for %j', (prompt, query) => {
    expect(derive(prompt)).toBe(query);
  });

  it.each([
    '',
    ' \n ',
    '[Pasted Content 12 chars]',
    '```\ncode\n```',
    CREDENTIAL,
    `${CREDENTIAL} ${CREDENTIAL}`,
    'token=abc',
    '\u0007',
  ])('%j asks for nothing', (prompt) => {
    expect(derive(prompt)).toBeUndefined();
  });

  it('is cut to 512 code points', () => {
    expect([...(derive('🦉'.repeat(512)) ?? '')]).toHaveLength(512);
    const query = derive(`${'🦉'.repeat(512)}x`);
    expect(query).toBe('🦉'.repeat(512));
    expect([...(derive('ab '.repeat(1000)) ?? '')].length).toBeLessThanOrEqual(512);
  });
});

describe('fenced code', () => {
  it.each([
    ['before\n```\ncode\n```\nafter', 'before after'],
    ['before\n~~~ts\ncode\n~~~\nafter', 'before after'],
    ['before\n````\n```\ncode\n```\n````\nafter', 'before after'],
    ['before\n```\n~~~\ncode\n```\nafter', 'before after'],
    ['before\n```\ncode that never ends', 'before'],
    ['before\n~~~\ncode\n```\nmore code', 'before'],
    ['  ```\n  code\n  ``` after', 'after'],
    ['```js\nconst a = `x```y`;\n```\nafter', 'after'],
    ['in a ```line of code``` after', 'in a after'],
    ['```all on one line``` after', 'after'],
    ['a ```one``` b ~~~two~~~ c', 'a b c'],
    ['`` not a fence `` and ~~ neither', '`` not a fence `` and ~~ neither'],
  ])('%j leaves %j', (prompt, query) => {
    expect(derive(prompt)).toBe(query);
  });
});

describe('secrets', () => {
  const secret = 'hunter2-Zx';
  it.each([
    `the key ${CREDENTIAL} here`,
    `inside${CREDENTIAL}word`,
    `in a \`\`\`${CREDENTIAL}\`\`\` fence`,
    `token=${secret}`,
    `TOKEN = ${secret}`,
    `my password: ${secret}`,
    `password:\n  ${secret}`,
    `password := ${secret}`,
    `password => "${secret} and more"`,
    `export MY_API_KEY='${secret} with words'`,
    `api-key: ${secret}`,
    `api key = ${secret}`,
    `{"apiKey": "${secret}"}`,
    `{"apiKey":"${secret}","other":1}`,
    `{\\"apiKey\\": \\"${secret}\\"}`,
    `password="a \\" ${secret}"`,
    `secret="${secret} never closed and all the rest`,
    `config["token"] = "${secret}"`,
    `client_secret:${secret},x`,
    `const token: string = "${secret}"`,
    `tokens: ["first", "${secret}"]`,
    `secrets = { a: ${secret} }`,
    `token: |\n  ${secret}`,
    `https://example.org/?access_token=${secret}&x=1`,
    `private_key=${secret}`,
    `passphrase : ${secret}`,
    `credentials=${secret}`,
    `curl --password ${secret} x`,
    `curl --client-secret "two ${secret} words" x`,
    `curl -H "Authorization: Basic ${secret}" x`,
    `Authorization: Token ${secret}`,
    `Proxy-Authorization: Basic ${secret}`,
    `authorization = Bearer ${secret}`,
    `Bearer ${secret}`,
    `"bearer ${secret}"`,
    `Cookie: a=1; session=${secret}; b=2`,
    `Set-Cookie: id=${secret}; Path=/`,
    `https://ann:${secret}@example.org/x`,
    `postgres://ann:${secret}@db/x,redis://:${secret}@cache`,
    `-----BEGIN RSA PRIVATE KEY-----\n${secret}\n-----END RSA PRIVATE KEY-----`,
    `-----BEGIN OPENSSH PRIVATE KEY-----\n${secret}`,
  ])('are taken out of %j', (prompt) => {
    const query = derive(`please ${prompt}`) ?? '';
    expect(query).not.toContain(secret);
    expect(query).not.toContain(CREDENTIAL);
    expect(query.startsWith('please')).toBe(true);
  });

  it.each([
    'abcdefgh.ijklmnop.qrstuvwx',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    'aaaaaaaa.bbbbbbbb.cccccccc.dddddddd.eeeeeeee',
    'a'.repeat(32),
    'Zx9_-'.repeat(7),
    'sk-abcd1234',
    'sk-proj-a1b2c3d4',
    'ghp_16C7e42F292c6912E7',
    'github_pat_11ABCDEFG0',
    'xoxb-123456789012-abc',
    'AKIAIOSFODNN7EXAMPLE',
    'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY1',
    'YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXoxMjM0NTY3ODkwQUJD+/==',
    '2b1c9e1d0f5a4b3c8d7e6f5a4b3c2d1e0f9a8b7c',
    '123e4567-e89b-12d3-a456-426614174000',
  ])('are told by their shape: %s', (secretShape) => {
    expect(derive(`what is (${secretShape}), really`)).toBe('what is (), really');
  });

  it('leave the rest of a prompt as it is', () => {
    const prompt = 'Set password="x y" in https://u:p@example.org/a and read the token section';
    expect(derive(prompt)).toBe('Set in https://example.org/a and read the token section');
  });

  // What is lost with them is known, and the documentation says so.
  it.each([
    ['a-word-of-thirty-two-letters-long', undefined],
    ['documentation.internal-services.example-company', undefined],
    ['explain authorization: who may read', 'explain read'],
    ['the bearer of news', 'the news'],
  ])('take harmless words with them: %j', (prompt, query) => {
    expect(derive(prompt)).toBe(query);
  });

  // Gaps: what looks like words is taken for words. The documentation says so.
  it.each(['the password is hunter2', 'ｐａｓｓｗｏｒｄ＝hunter2', 'curl -u ann:hunter2 x', 'hun ter2'])(
    'that look like words stay: %j',
    (prompt) => {
      expect(derive(prompt)).toBe(prompt);
    },
  );

  it('are not put together by what is taken out between their halves', () => {
    const [first, second] = [CREDENTIAL.slice(0, 9), CREDENTIAL.slice(9)];
    for (const between of ['\u0000', '```x```', CREDENTIAL, 'token=x ', '[Pasted Content 1 chars]']) {
      expect(derive(`${first}${between}${second}`) ?? '').not.toContain(CREDENTIAL);
    }
    expect(deriveQuery(`what is ab.${'k'.repeat(40)}!cd12`, 'ab.!cd12')).toBeUndefined();
    expect(deriveQuery('what is x://ann:pw@host', 'x://host')).toBeUndefined();
  });
});

it('holds for any prompt', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(
      CREDENTIAL,
      '```',
      '~~~',
      '\n',
      ' ',
      'token',
      '=',
      ':',
      '"',
      '\\',
      '[',
      ']',
      'Bearer ',
      '://',
      '@',
      '.',
      'a'.repeat(40),
    ),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const query = derive(parts.join(''));
      if (query === undefined) return;
      expect(query).not.toContain(CREDENTIAL);
      expect([...query].length).toBeLessThanOrEqual(512);
      expect(query.isWellFormed()).toBe(true);
      expect(query).toBe(query.replace(/[\p{Cc}\s]+/gu, ' ').trim());
      expect(query).not.toBe('');
    }),
    { numRuns: 2000 },
  );
});
