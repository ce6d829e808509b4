import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { hour, minute, said, span, StopWindow, useStops, world } from '../support/stopWindows';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
useStops();

describe('the file of schedules', () => {
  it('forgets an instance that was destroyed elsewhere', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.list();
    await window.schedule(id, { kind: 'idle', minutes: 30 });
    await world.account.client.instances.destroy(id);
    // The service may list it late, so the next list alone doesn't count.
    await window.list();
    expect(window.rowText(id)).toBe('stops when idle for 30 min');
    world.time += 2 * minute;
    await window.list();
    expect(window.rowText(id)).toBeUndefined();
    expect(said()).toEqual([]);
  });

  it('keeps what is scheduled when one list lacks an instance that the service still has', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, { kind: 'idle', minutes: 30 });
    world.time += 2 * minute;
    vi.spyOn(world.account.client.instances, 'list').mockResolvedValueOnce([]);
    await window.list();
    expect(window.rowText(id)).toBe('stops when idle for 30 min');
  });

  it('is not written by looks, and not there while nothing is scheduled', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.list();
    expect(await readdir(world.folder)).toEqual([]);
    expect(window.timers).toEqual([]);
    await window.schedule(id, span(hour));
    const file = join(world.folder, 'accounts/a-1/scheduled-stops.json');
    const { mtimeMs, ino } = await stat(file);
    for (let look = 0; look < 5; look += 1) {
      world.time += minute;
      await window.list();
    }
    expect(await stat(file)).toMatchObject({ mtimeMs, ino });
    expect(window.redrawn).toEqual([id]);
  });

  it('destroys nothing when it is damaged', async () => {
    const id = await world.account.rentRunning();
    const window = new StopWindow();
    await window.schedule(id, span(hour), 'destroy');
    const file = join(world.folder, 'accounts/a-1/scheduled-stops.json');
    for (const text of ['', '{', `{"${id}": {"action": "destroy"}}`, '[]', `{"x": 1}`]) {
      await writeFile(file, text);
      world.time += 2 * hour;
      await window.list();
    }
    expect((await world.account.client.instances.list()).map((one) => one.id)).toEqual([id]);
  });
});
