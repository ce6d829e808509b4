import { expect, it, vi } from 'vitest';
import { readCall } from '../../../src/commands/call';
import { DetailNode } from '../../../src/views/detailNode';

vi.mock('vscode', async () => ({
  ...(await import('../support/fakeVscode')).fakeVscode,
  /** Stands for the class of addresses, of which no argument here is one. */
  Uri: URL,
}));

const row = (label: string, value: string, copied?: string) =>
  new DetailNode({
    id: `7/${label}`,
    icon: 'info',
    label,
    value,
    ...(copied === undefined ? {} : { copied }),
  });
const image = row('Image', 'debian:12');
const address = row('Address', 'gpu-7 → host:22 (direct)', 'host:22');
const textOf = (...rows: readonly DetailNode[]) =>
  readCall(rows[0], rows.length > 1 ? rows : undefined, 'consent').arguments.text;

it('takes of a row below an instance what it is copied as, and of several their names as well', () => {
  expect(textOf(address)).toBe('host:22');
  expect(textOf(image, address)).toBe('Image: debian:12\nAddress: host:22');
  // A menu opened outside the selection is about its own row.
  expect(readCall(image, [address], 'consent').arguments).toEqual({ text: 'debian:12' });
  expect(readCall(image, undefined, 'consent').interactive).toBe(true);
});

it('takes a link of ours for a click on the row, and nothing else that it says', () => {
  const link = { instanceId: 7, asRow: true, confirmed: 'consent', documents: 'x' };
  expect(readCall(link, undefined, 'consent')).toEqual({
    instanceIds: [7],
    confirmed: false,
    interactive: true,
    arguments: {},
  });
});
