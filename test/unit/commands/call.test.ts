import { expect, it, vi } from 'vitest';
import { readCall } from '../../../src/commands/call';
import { CallFor, PersonCall } from '../../../src/ask/caller';
import { FactRow } from '../../../src/views/account/accountNodes';
import { DetailNode } from '../../../src/views/detailNode';
import { InstanceNode } from '../../../src/views/instances/instanceNodes';
import { fakeVscode } from '../support/fakeVscode';

vi.mock('vscode', async () => ({
  ...(await import('../support/fakeVscode')).fakeVscode,
  /** Stands for the class of addresses, of which no argument here is one. */
  Uri: URL,
}));

const { ThemeIcon } = fakeVscode;
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
    askedBy: 'unknown',
    arguments: {},
  });
});

it('knows the rows and buttons that only a person can click from what a program can do as well', () => {
  const askedBy = (argument: unknown) => readCall(argument, undefined, 'consent').askedBy;
  const fact = new FactRow('session');
  for (const own of [new InstanceNode(7), image, new PersonCall({ instanceId: 7 }), fact])
    expect(askedBy(own)).toBeUndefined();
  // The palette and keys have no arguments, and anyone can make an address, or write a link of ours.
  for (const doubtful of [undefined, null, new URL('file:///a'), { instanceId: 7, asRow: true }])
    expect(askedBy(doubtful)).toBe('unknown');
  for (const program of [
    {},
    { instanceId: 7 },
    { confirmed: 'consent' },
    { id: 'session', icon: new ThemeIcon('key') },
  ])
    expect(askedBy(program)).toBe('program');
  expect(askedBy(new CallFor('model', { instanceId: 7 }))).toBe('model');
  expect(askedBy(new CallFor('unknown', new InstanceNode(7)))).toBe('unknown');
});
