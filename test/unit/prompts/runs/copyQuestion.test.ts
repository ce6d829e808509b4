import { expect, it, vi } from 'vitest';
import { replaceQuestion } from '../../../../src/prompts/runs/copyQuestion';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

it('names some of the files that are replaced, and counts the others', () => {
  const { message, detail } = replaceQuestion('box', ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  expect(message).toBe('Replace 7 files on box that may be newer than here?');
  expect(detail).toMatch(/^a, b, c, d and 3 more\n/);
});
