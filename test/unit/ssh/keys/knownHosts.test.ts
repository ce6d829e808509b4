import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { describe, expect, it } from 'vitest';
import { keysOf, withoutHost } from '../../../../src/ssh/keys/knownHosts';
import { temporaryFolder } from '../support/temporary';

const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHm5nVZ0jzHcjPpA0LGkOaN0yRfbXh3n0Vnk8lB8pW5G';

describe('withoutHost', () => {
  it('keeps comments, blank lines and the keys of others', () => {
    const text = `gpu-1 ${key}\ngpu-2 ${key}\n# a comment\n\nother.example.net ${key}\n@revoked gpu-2 ${key}\ngpu-1 ${key}`;
    expect(withoutHost(text, 'gpu-2')).toBe(
      `gpu-1 ${key}\n# a comment\n\nother.example.net ${key}\ngpu-1 ${key}`,
    );
  });

  it('recognises hashed names', async () => {
    const file = path.join(await temporaryFolder(), 'known_hosts');
    writeFileSync(file, `gpu-1 ${key}\ngpu-2 ${key}\n`);
    execFileSync('ssh-keygen', ['-q', '-H', '-f', file], { stdio: 'ignore' });
    const hashed = readFileSync(file, 'utf8');
    expect(hashed).not.toContain('gpu-');
    expect(keysOf(hashed, 2)).toEqual([key]);
    const [first] = hashed.split('\n');
    expect(withoutHost(hashed, 'gpu-2')).toBe(`${first}\n`);
  });

  it('drops the keys of one instance', () => {
    expect(withoutHost(`gpu-1 ${key}\ngpu-12 ${key}\n# gpu-1\ngpu-1 ${key}\n`, 'gpu-1')).toBe(
      `gpu-12 ${key}\n# gpu-1\n`,
    );
  });

  it('keeps bytes that are not UTF-8', () =>
    expect(withoutHost('# \xff\x80\r\n', 'gpu-1')).toBe('# \xff\x80\r\n'));
});

it('knows the keys of an instance, without revoked ones and those of others', () => {
  const text = `gpu-1 ${key}\r\n# gpu-2 ${key}\n@revoked gpu-2 ${key}\nx,gpu-2 ${key} a comment\ngpu-22 ${key}\ngpu-2 ssh-rsa\n`;
  expect(keysOf(text, 2)).toEqual([key]);
});
