import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dialogs } from '../../../src/connect/dialogs';
import { clearScreen, screen } from '../support/fakeVscode';

vi.mock('vscode', async () => (await import('../support/fakeVscode')).fakeVscode);

describe('a modal question', () => {
  beforeEach(clearScreen);

  it('has a warning sign only where it warns', async () => {
    await dialogs.confirm({ message: 'Rent it?', yes: 'Rent' });
    await dialogs.confirm({ message: 'Destroy it?', yes: 'Destroy', warns: true });
    await dialogs.choose({ message: 'Which one?', options: ['This', 'That'] });
    expect(screen.shown.map(({ message, kind }) => [message, kind])).toEqual([
      ['Rent it?', 'info'],
      ['Destroy it?', 'warning'],
      ['Which one?', 'info'],
    ]);
  });

  it('is answered by its button alone', async () => {
    expect(await dialogs.confirm({ message: 'Rent it?', yes: 'Rent' })).toBe(false);
    screen.press = 'Rent';
    expect(await dialogs.confirm({ message: 'Rent it?', yes: 'Rent' })).toBe(true);
  });
});
