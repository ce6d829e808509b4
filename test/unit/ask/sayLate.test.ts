import { beforeEach, expect, it, vi } from 'vitest';
import { inView, sayLate, withNotice } from '../../../src/ask/notify';
import { eventually } from '../support/eventually';
import { clearScreen, fakeVscode } from '../support/fakeVscode';

vi.mock('vscode', async () => (await import('../support/fakeVscode')).fakeVscode);

/** Where progress was shown, with its title. */
let shown: unknown[];
beforeEach(() => {
  clearScreen();
  shown = [];
  const { withProgress } = fakeVscode.window;
  vi.spyOn(fakeVscode.window, 'withProgress').mockImplementation((options, task) => {
    shown.push(options);
    return withProgress(options, task);
  });
  return () => vi.restoreAllMocks();
});

const notice = { location: fakeVscode.ProgressLocation.Notification, title: 'Loading template…' };

it('says nothing of what is there at once, or fails at once', async () => {
  expect(await sayLate('Loading template…', Promise.resolve(3))).toBe(3);
  await expect(sayLate('Loading template…', Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(shown).toEqual([]);
});

it('says what is waited for until it is there', async () => {
  const loading = Promise.withResolvers<number>();
  const waiting = sayLate('Loading template…', loading.promise);
  await eventually(() => expect(shown).toEqual([notice]));
  loading.resolve(3);
  expect(await waiting).toBe(3);
});

it('throws what fails late', async () => {
  const loading = Promise.withResolvers<number>();
  const waiting = sayLate('Loading template…', loading.promise);
  await eventually(() => expect(shown).toEqual([notice]));
  loading.reject(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
});

it('shows nothing to a program', async () => {
  vi.useFakeTimers();
  const loading = Promise.withResolvers<number>();
  const waiting = sayLate(false, loading.promise);
  const listing = inView(false, () => loading.promise);
  await vi.advanceTimersByTimeAsync(1000);
  loading.resolve(3);
  expect(await Promise.all([waiting, listing])).toEqual([3, 3]);
  expect(shown).toEqual([]);
  vi.useRealTimers();
});

it('shows progress in a notification or in a view', async () => {
  await withNotice('Loading template…', () => Promise.resolve());
  await inView('templates', () => Promise.resolve());
  expect(shown).toEqual([notice, { location: { viewId: 'gpuRental.templates' } }]);
});
