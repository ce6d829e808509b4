import { writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { ensureBlock, readBlock, removeBlock } from '../../../../src/ssh/config/includeBlock';
import { sshG } from '../support/sshG';
import { temporaryFolder } from '../support/temporary';

const include = '~/.ssh/gpu-rental/config';
const block = [
  '# --- gpu-rental: start ---',
  '# Written by the GPU Rental extension. Keep this block first.',
  `Include ${include}`,
  '# --- gpu-rental: end ---',
  '',
].join('\n');

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

function add(text: string, argument = include): string | undefined {
  const edit = ensureBlock(bytes(text), argument);
  if ('refused' in edit) throw new Error(`refused in line ${edit.refused.line}: ${edit.refused.reason}`);
  return edit.content?.toString('latin1');
}

function remove(text: string): string | undefined {
  const edit = removeBlock(bytes(text));
  if ('refused' in edit) throw new Error(`refused in line ${edit.refused.line}: ${edit.refused.reason}`);
  return edit.content?.toString('latin1');
}

describe('ensureBlock', () => {
  it('puts the block first', () => expect(add('Host a\n  User b')).toBe(`${block}Host a\n  User b`));
  it('makes an empty file the block alone', () => expect(add('')).toBe(block));
  it('does nothing the second time', () => expect(add(add('Host a\n') ?? '')).toBeUndefined());

  it('writes CRLF in a CRLF file', () => {
    expect(add('Host a\r\n  User b\r\n')).toBe(`${block.replaceAll('\n', '\r\n')}Host a\r\n  User b\r\n`);
  });

  it('moves a block that stands behind a Host to the front', () => {
    expect(add(`Host a\n  User b\n${block}Host c\n`)).toBe(`${block}Host a\n  User b\nHost c\n`);
  });

  it('leaves a block that only comments and blank lines precede', () => {
    expect(add(`# my hosts\n\n${block}Host c\n`)).toBeUndefined();
  });

  it('replaces an Include of another path', () => {
    const old = block.replace(include, '"/other/gpu-rental/config"');
    expect(add(`${old}Host c\n`)).toBe(`${block}Host c\n`);
  });

  it('writes a path beyond ASCII as UTF-8 and finds it again', () => {
    const argument = '"/home/jörg àé/.ssh/gpu-rental/config"';
    const once = add('Host a\n', argument) ?? '';
    expect(Buffer.from(once, 'latin1').toString('utf8')).toContain(argument);
    expect(add(once, argument)).toBeUndefined();
  });

  it('keeps replacement patterns and bytes that are not UTF-8 as they are', () => {
    const text = "Host a # $& $` $' $1 \xff\xfe\x80\n";
    expect(add(text)).toBe(block + text);
  });

  it.each([
    ['an end without a start', 'Host a\n# --- gpu-rental: end ---\nHost b\n', 2],
    ['a start without an end', '# --- gpu-rental: start ---\nHost a\n', 1],
    ['end before start', '# --- gpu-rental: end ---\n# --- gpu-rental: start ---\n', 1],
    [
      'two starts',
      '# --- gpu-rental: start ---\n# --- gpu-rental: start ---\n# --- gpu-rental: end ---\n',
      2,
    ],
    ['two blocks with hosts between them', `${block}Host mine\n  User me\n${block}`, 7],
    ['a host inside the block', block.replace('Include', 'Host mine\n  User me\nInclude'), 3],
    ['an Include of the person inside the block', block.replace(include, `${include}\nInclude ~/mine`), 4],
    ['a second path on our Include line', block.replace(include, `${include} ~/mine`), 3],
    ['a byte order mark', '\xef\xbb\xbfHost a\n', 1],
    ['UTF-16', '\xff\xfeH\0o\0', 1],
    ['an open quote', 'Host a\n  User "b\n', 2],
    ['an apostrophe that ssh takes for an open quote', "Host a\n  ProxyCommand it's\n", 2],
  ])('refuses a file with %s and names the line', (_, text, line) => {
    expect(ensureBlock(bytes(text), include)).toMatchObject({ refused: { line } });
    expect(removeBlock(bytes(text))).toMatchObject({ refused: { line } });
    expect(readBlock(bytes(text))).toMatchObject({ state: 'refused', line });
  });
});

describe('a file that ssh was seen to accept', () => {
  const mark = '\xef\xbb\xbf';
  it.each([
    ['with a byte order mark has the block after it', `${mark}Host a\r\n`, mark, 'Host a\r\n'],
    ['of nothing but a byte order mark too', mark, mark, ''],
    [
      'may have a quote that newer versions call open',
      "Host a\n  ProxyCommand it's\n",
      '',
      "Host a\n  ProxyCommand it's\n",
    ],
  ])('%s, and gets every byte back', (_, text, before, after) => {
    const original = bytes(text);
    const { content } = ensureBlock(original, include, 'accepted') as { content: Buffer };
    const written = after.includes('\r\n') ? block.replaceAll('\n', '\r\n') : block;
    expect(content.toString('latin1')).toBe(before + written + after);
    expect(readBlock(content, 'accepted')).toMatchObject({ state: 'present', first: true });
    expect(ensureBlock(content, include, 'accepted')).toEqual({ content: undefined });
    expect(removeBlock(content, 'accepted')).toEqual({ content: original });
  });

  it('is refused all the same in UTF-16, which no ssh reads', () => {
    expect(ensureBlock(bytes('\xff\xfeH\0o\0'), include, 'accepted')).toMatchObject({ refused: { line: 1 } });
  });
});

describe('removeBlock', () => {
  it('has nothing to write when there is no block', () => expect(remove('Host a\n')).toBeUndefined());
  it('takes out a block at the end that has lost its last newline', () => {
    expect(remove(`Host a\n${block.trimEnd()}`)).toBe('Host a\n');
  });

  it('takes out a block whose lines were indented', () => {
    expect(remove(`Host a\n${block.replaceAll(/^(?=.)/gm, '\t')}Host b\n`)).toBe('Host a\nHost b\n');
  });

  it('gives back every file byte for byte', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (content) => {
        const original = Buffer.from(content);
        const added = ensureBlock(original, include);
        if ('refused' in added) return;
        expect(added.content).toBeDefined();
        expect(removeBlock(added.content!)).toEqual({ content: original });
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a file that is refused for its quotes', () => {
  it('is one that ssh refuses too', async () => {
    const folder = await temporaryFolder();
    const piece = fc.constantFrom(
      '"',
      "'",
      '\\',
      ' ',
      '\t',
      '#',
      '=',
      'a',
      'User',
      '\r',
      '\f',
      '\0',
      'b c',
      '""',
    );
    const refused = fc
      .tuple(
        fc.constantFrom('User', ' Port', 'Host', '', '=', '#'),
        fc.array(piece, { minLength: 1, maxLength: 8 }),
      )
      .map(([keyword, pieces]) => `${keyword} ${pieces.join('')}\n`)
      .filter((text) => readBlock(bytes(text)).state === 'refused');
    let number = 0;
    await fc.assert(
      fc.asyncProperty(refused, async (text) => {
        const file = path.join(folder, String(number++));
        await writeFile(file, text, 'latin1');
        expect((await sshG(file, 'x')).accepted).toBe(false);
      }),
      { numRuns: 60 },
    );
  });
});
