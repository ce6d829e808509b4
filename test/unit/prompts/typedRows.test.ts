import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pick } from '../../../src/prompts/steps';
import { clearScreen, screen } from '../support/fakeVscode';

vi.mock('vscode', async () => (await import('../support/fakeVscode')).fakeVscode);
beforeEach(clearScreen);

describe('a list that also takes what is typed', () => {
  const rows = [{ label: 'debian' }, { label: 'ubuntu' }];
  const typed = (text: string) => (text.includes(':') ? { label: text } : undefined);

  it('has its rows when it is shown', () => {
    void pick(rows, { title: 'Image', placeholder: 'Select one', active: ({ label }) => label === 'ubuntu' });
    expect(screen.picks[0]).toMatchObject({ items: rows, activeItems: [rows[1]], placeholder: 'Select one' });
  });

  it('takes it also when Enter comes before its row', async () => {
    const step = pick(rows, { title: 'Image', typed });
    screen.picks[0]?.type('alpine:3');
    screen.picks[0]?.choose();
    expect(await step).toEqual({ kind: 'done', value: { item: { label: 'alpine:3' } } });
  });

  it('keeps the places of its rows, by which VS Code tells which one was chosen', () => {
    void pick(rows, { title: 'Image', typed });
    const list = screen.picks[0]!;
    const place = () => list.items.findIndex(({ label }) => label === 'ubuntu');
    const before = place();
    list.type('alpine:3');
    expect(list.items.map(({ label }) => label)).toContain('alpine:3');
    expect(place()).toBe(before);
  });
});
