import { execFileSync } from 'node:child_process';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import fc from '../../support/fastCheck';
import { beforeEach, describe, expect, it } from 'vitest';
import { readPublicKey, readPublicKeyFile } from '../../../../src/ssh/keys/publicKeyFile';
import { makeKey } from '../support/realSshd';
import { temporaryFolder } from '../support/temporary';

let folder: string;
let ed25519: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  ed25519 = await madeKey('ed25519');
});

/** The public half of a new key of a type, with a comment; `bits` where the type has several sizes. */
async function madeKey(type: string, bits?: string): Promise<string> {
  const file = path.join(folder, `${type}${bits ?? ''}`);
  const size = bits === undefined ? [] : ['-b', bits];
  execFileSync('ssh-keygen', ['-q', '-t', type, ...size, '-N', '', '-C', 'robin@home', '-f', file]);
  return readFile(`${file}.pub`, 'utf8');
}

const problemOf = (text: string): string => {
  const read = readPublicKey(text);
  return 'problem' in read ? read.problem : '';
};

describe('a public key', () => {
  it.each([
    ['ed25519', undefined],
    ['ecdsa', '256'],
    ['ecdsa', '521'],
    ['rsa', '2048'],
  ])('of the type %s (%s) is read, with its fingerprint and without its comment', async (type, bits) => {
    const text = await madeKey(type, bits ?? (type === 'ed25519' ? '256' : undefined));
    const [word, base64] = text.split(' ');
    const file = path.join(folder, `listed-${type}${bits ?? ''}.pub`);
    await writeFile(file, text);
    const fingerprint = execFileSync('ssh-keygen', ['-l', '-f', file], { encoding: 'utf8' }).split(' ')[1];
    expect(readPublicKey(text)).toEqual({
      key: { type: word, text: `${word} ${base64}`, fingerprint, comment: 'robin@home' },
    });
    expect(await readPublicKeyFile(file)).toEqual(readPublicKey(text));
  });

  it('may end with the line break of any system, or begin with a byte order mark or a comment', () => {
    const line = ed25519.trim();
    const plain = readPublicKey(line);
    expect(plain).toHaveProperty('key');
    for (const text of [`${line}\n`, `${line}\r\n\r\n`, `\uFEFF${line}`, `# mine\n${line}\n`])
      expect(readPublicKey(text)).toEqual(plain);
  });

  it.each([
    ['nothing', '', 'empty'],
    ['two keys', () => `${ed25519}${ed25519}`, 'several lines'],
    ['a key broken into lines', () => `${ed25519.slice(0, 40)}\r\n${ed25519.slice(40)}`, 'several lines'],
    ['options', () => `command="ls",no-pty ${ed25519}`, 'options before the key'],
    ['a certificate', 'ssh-ed25519-cert-v01@openssh.com AAAA', 'certificate'],
    ['an old type', 'ssh-dss AAAAB3NzaC1kc3MAAACBAP', 'isn’t a public key'],
    ['some text', 'hello', 'isn’t a public key'],
    ['a page', '<!doctype html>', 'isn’t a public key'],
    ['another type than its own', () => ed25519.replace('ssh-ed25519', 'ssh-rsa'), 'damaged'],
    ['what is too large', () => `${ed25519.trim()} ${'x'.repeat(20_000)}`, 'too large'],
  ])('is not read from %s, with a sentence that says why', (_what, text, words) => {
    expect(problemOf(typeof text === 'string' ? text : text())).toContain(words);
  });

  it('is not read when it is longer than the service accepts', () => {
    const part = (bytes: Buffer) =>
      Buffer.concat([Buffer.from([0, 0, bytes.length >> 8, bytes.length & 255]), bytes]);
    const blob = Buffer.concat([
      part(Buffer.from('ssh-rsa')),
      part(Buffer.from([1])),
      part(Buffer.alloc(4000, 7)),
    ]);
    expect(problemOf(`ssh-rsa ${blob.toString('base64')}`)).toContain('4096');
  });

  it('is not read when any part of it is missing', () => {
    const [type, base64 = ''] = ed25519.split(' ');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: base64.length - 1 }), (length) => {
        expect(problemOf(`${type} ${base64.slice(0, length)}`)).not.toBe('');
      }),
    );
  });

  it('is never read from a private key, of which no word gets into the sentence', async () => {
    const text = await readFile(makeKey(folder, 'private'), 'utf8');
    expect(problemOf(text)).toContain('private key');
    expect(problemOf(text.split('\n').slice(1, -2).join('\n'))).toContain('private key');
    const file = path.join(folder, 'private');
    const read = await readPublicKeyFile(file);
    const problem = 'problem' in read ? read.problem : '';
    expect(problem).toContain(file);
    for (const line of text.split('\n').slice(1, -2)) expect(problem).not.toContain(line.slice(0, 20));
  });

  it('gives a sentence for any text, that holds none of its long words', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        const problem = problemOf(text);
        expect(problem).not.toBe('');
        for (const word of text.split(/\s+/).filter(({ length }) => length > 12))
          expect(problem).not.toContain(word);
      }),
    );
  });

  it('is not looked for in a folder, in a file that is not there, or in all of a huge one', async () => {
    const huge = path.join(folder, 'huge.pub');
    await writeFile(huge, ed25519);
    await truncate(huge, 5_000_000_000);
    expect(await readPublicKeyFile(folder)).toEqual({ problem: `${folder} isn’t a file.` });
    expect(await readPublicKeyFile('/no/such.pub')).toEqual({ problem: '/no/such.pub doesn’t exist.' });
    expect(await readPublicKeyFile(huge)).toMatchObject({
      problem: expect.stringContaining('too large') as string,
    });
  });
});
