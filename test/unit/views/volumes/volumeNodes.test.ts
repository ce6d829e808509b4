import { describe, expect, it, vi } from 'vitest';
import type { Volume } from '../../../../src/api/schemas/volume';
import { volumeDetails, volumeItem, volumesOfInstance } from '../../../../src/views/volumes/volumeNodes';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

const now = Date.UTC(2026, 10, 21);
const data: Volume = {
  id: 7,
  name: 'data',
  size: 10,
  machine_id: 5,
  geolocation: 'Sweden, SE',
  storage_cost: 0.144,
  start_date: now / 1000 - 3 * 86_400,
};
const factsOf = (attachedTo: readonly string[]) => ({
  accountId: 'a',
  attachedTo,
  attachedToShort: attachedTo.map((name) => name.replace(/ \(.*/, '')),
  now,
});
const item = (volume: Volume, ...attachedTo: string[]) => volumeItem(volume, factsOf(attachedTo));
const details = (volume: Volume, ...attachedTo: string[]) =>
  Object.fromEntries(volumeDetails(volume, factsOf(attachedTo)).map(({ label, value }) => [label, value]));

describe('the row of a volume', () => {
  it('says the price first, then what it is attached to, and its size', () => {
    expect(item(data)).toMatchObject({ label: 'data', description: '$1.44/month · not attached · 10 GB' });
    expect(item(data, 'train (1)').description).toBe('$1.44/month · on train · 10 GB');
    expect(item({ id: 7 }).description).toBe('price unknown · not attached');
  });

  it('is spoken in words', () => {
    expect(item(data).accessibilityInformation?.label).toBe(
      'Volume data, 10 gigabytes, 1.44 dollars per month, not attached, machine 5, 3 days old',
    );
    expect(item({ id: 7 }, 'train (1)').accessibilityInformation?.label).toBe(
      'Volume 7, price unknown, attached to train (1)',
    );
  });

  it('offers what is possible now', () => {
    expect(item(data).contextValue).toBe(';volume;free;machine;whole;');
    expect(item(data, 'train (1)').contextValue).toBe(';volume;machine;whole;');
    expect(item({ id: 7 }).contextValue).toBe(';volume;free;whole;');
  });

  it('that is not ready yet, or couldn’t be, says so and offers no more than to delete it', () => {
    const busy = item({ ...data, status: 'copying' });
    expect(busy.description).toBe('not ready yet · $1.44/month · 10 GB');
    expect(busy.contextValue).toBe(';volume;free;');
    expect(busy.accessibilityInformation?.label).toContain('not ready yet');
    const failed = item({ ...data, status: 'Error: disk' });
    expect(failed.description).toBe('failed · $1.44/month · 10 GB');
    expect(failed.contextValue).toBe(';volume;free;');
    expect(item({ ...data, status: 'anything new' }).contextValue).toBe(';volume;free;machine;whole;');
  });

  it('that cannot be read is there all the same, with what was known of it', () => {
    const row = item({ ...data, unreadable: true });
    expect(row).toMatchObject({
      label: 'unreadable (7)',
      description: '$1.44/month · data',
      contextValue: ';volume;free;machine;unreadable;',
    });
    expect(row.tooltip).toContain('exists and may cost money');
    const nameless = item({ id: -1, unreadable: true });
    expect(nameless).toMatchObject({ label: 'unreadable (no ID)', contextValue: ';unreadable;' });
    expect(nameless.tooltip).toContain('can’t be managed here');
  });

  it('takes a stranger’s name for text', () => {
    const row = item({ ...data, name: '$(flame) [x](command:y)\u202e' }, 'train (1)');
    expect(`${JSON.stringify(row.label)} ${row.accessibilityInformation?.label}`).not.toMatch(/\$\(|\u202e/);
  });
});

describe('the facts below a volume', () => {
  it('have its price both ways, its machine, age and ID', () => {
    expect(details(data)).toMatchObject({
      Price: '$1.44/month · $0.002/h',
      Size: '10 GB',
      Machine: '5 · Sweden',
      'Attached to': 'nothing, but still billed',
      ID: '7',
    });
    expect(details(data).Age).toMatch(/^3 days · /);
    expect(details(data, 'train (1)')['Attached to']).toBe('train (1)');
  });

  it('leave out what the service does not tell', () => {
    expect(Object.keys(details({ id: 7 }))).toEqual(['Price', 'Attached to', 'ID']);
    expect(details({ id: 7 }).Price).toBe('unknown');
  });
});

describe('the volumes of an instance in a line', () => {
  it('have their places and prices, as far as they are known', () => {
    const instance = { id: 1, volume_info: [{ volume_id: 7, mount_path: '/data' }, { volume_id: 9 }] };
    expect(volumesOfInstance(instance, [data])).toBe('data at /data · $0.002/h, 9 · price unknown');
    expect(volumesOfInstance({ id: 1 }, [{ ...data, instances: [1] }])).toBe('data · $0.002/h');
    expect(volumesOfInstance({ id: 2 }, [{ ...data, instances: [1] }])).toBeUndefined();
  });
});
