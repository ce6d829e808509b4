import type { WebviewPanel, WebviewPanelSerializer } from 'vscode';
import { expect, it, vi } from 'vitest';
import { silent } from '../../../src/log/log';
import { keptSchema as keptOfSpending } from '../../../src/webviews/spending/protocol';
import { restorePanels } from '../../../src/editor/register';

const serializers = new Map<string, WebviewPanelSerializer>();
vi.mock('vscode', () => ({
  Disposable: { from: () => ({ dispose: () => undefined }) },
  window: {
    registerWebviewPanelSerializer: (type: string, serializer: WebviewPanelSerializer) =>
      serializers.set(type, serializer),
  },
}));

it('gives the panels of offers and spending back once the accounts are known, and closes those it can’t fill', async () => {
  const given: unknown[] = [];
  const ready = Promise.withResolvers<undefined>();
  const services = vi.fn(() =>
    Promise.resolve({
      ready: ready.promise,
      offersPanel: {
        restore: (...all: unknown[]) => Promise.resolve(void given.push(['offers', ...all])),
      },
      spendingPanel: { restore: () => Promise.reject(new Error('Nobody is signed in.')) },
    }),
  );
  restorePanels(services, silent);
  // Two-factor login shows secrets.
  expect([...serializers.keys()]).toEqual(['gpuRental.offers', 'gpuRental.spending']);
  expect(services).not.toHaveBeenCalled();

  const dispose = vi.fn();
  const panel = { dispose } as unknown as WebviewPanel;
  const restored = serializers.get('gpuRental.offers')?.deserializeWebviewPanel(panel, { any: 'state' });
  expect(given).toEqual([]);
  ready.resolve(undefined);
  await restored;
  expect(given).toEqual([['offers', panel, { any: 'state' }]]);
  expect(dispose).not.toHaveBeenCalled();
  await serializers.get('gpuRental.spending')?.deserializeWebviewPanel(panel, undefined);
  expect(dispose).toHaveBeenCalledOnce();
});

it('takes no other state of the spending panel than a period', () => {
  expect(keptOfSpending.safeParse({ period: 'last7Days', more: 1 }).data).toEqual({ period: 'last7Days' });
  for (const state of [undefined, null, 'last7Days', {}, { period: 'ever' }, { period: ['last7Days'] }])
    expect(keptOfSpending.safeParse(state).success).toBe(false);
});
