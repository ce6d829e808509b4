import { describe, expect, it, vi } from 'vitest';
import { InstanceNode } from '../../../../src/views/instances/instanceNodes';
import { VolumeNode } from '../../../../src/views/volumes/volumeNodes';
import {
  bidding,
  day,
  hour,
  ledgerOf,
  loading,
  minute,
  now,
  running,
  stopped,
  volume,
  volumeLedger,
} from '../../domain/money/warnings/support';
import { screen } from '../../support/fakeVscode';
import { busy, idle, idleText, openWindow, said, shared, useWarnings } from '../support/warnings';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);
useWarnings();

describe('each warning has its price and what helps', () => {
  it('a disk that is almost full', async () => {
    const { pass } = openWindow();
    const training = { ...running, disk_space: 40 };
    await pass(2, [training], { figures: { ...busy.figures, disk_usage: 30 } });
    expect(said()).toEqual([]);
    screen.press = 'Copy from Instance…';
    await pass(2, [training], { figures: { ...busy.figures, disk_usage: 36.5 } });
    expect(screen.shown).toEqual([
      {
        kind: 'warning',
        message:
          'The disk of train (7) is almost full: 36.5 of 40 GB are used. Programs that write to a full disk fail.',
        buttons: ['Open Terminal', 'Copy from Instance…', 'Show Details'],
      },
    ]);
    expect(screen.commands).toEqual([['gpuRental.copyFromInstance', new InstanceNode(7)]]);
  });

  it('an idle GPU', async () => {
    const { pass, list } = openWindow();
    list([running], busy);
    await pass(10, [running], idle);
    expect(said()).toEqual([]);
    screen.press = 'Stop…';
    await pass(2, [running], idle);
    expect(screen.shown).toEqual([
      {
        kind: 'warning',
        message: idleText,
        buttons: ['Stop…', 'Schedule Stop…', 'Don’t Warn for This Instance'],
      },
    ]);
    expect(screen.commands).toEqual([['gpuRental.stopInstance', new InstanceNode(7)]]);
  });

  it('an instance that never ran', async () => {
    const { known, pass } = openWindow();
    const created = { ...loading, start_date: now / 1000, status_msg: 'pulling 4 of 20 layers' };
    known.ledger = ledgerOf([now, created]);
    await pass(16, [created]);
    expect(screen.shown).toEqual([
      {
        kind: 'warning',
        message:
          'train (7) has been starting for 15 min and isn’t running yet (pulling 4 of 20 layers). Its disk costs $0.020/h until you destroy it.',
        buttons: ['Show Logs', 'Show Machine Log', 'Destroy and Try Another Offer'],
      },
    ]);
  });

  it('a bid below the market', async () => {
    const { pass } = openWindow();
    await pass(1, [bidding], { figures: { min_bid: 0.2 } });
    await pass(1, [bidding], { figures: { min_bid: 0.25 } });
    expect(screen.shown).toEqual([
      {
        kind: 'warning',
        message:
          'Your bid of $0.20/h for train (7) is below the lowest bid now, $0.25/h. It may be stopped at any time.',
        buttons: ['Change Bid…'],
      },
    ]);
  });

  it('a price that rose', async () => {
    const { known, pass, view } = openWindow();
    screen.press = 'Show Details';
    const dear = { ...running, search: { totalHour: 0.4 } };
    known.ledger = ledgerOf([now - hour, running], [now, dear]);
    await pass(3, [dear]);
    expect(screen.shown).toEqual([
      {
        kind: 'warning',
        message: 'The price of train (7) rose from $0.30/h to $0.40/h.',
        buttons: ['Show Details', 'Stop…'],
      },
    ]);
    expect(view.reveal).toHaveBeenCalledWith(new InstanceNode(7), expect.objectContaining({ expand: true }));
  });

  it('a rental that ends', async () => {
    const { pass } = openWindow();
    await pass(1, [{ ...running, end_date: (now + 5 * hour + minute) / 1000 }]);
    expect(screen.shown).toEqual([
      {
        kind: 'warning',
        message: expect.stringMatching(
          /^The rental of train \(7\) ends in 5 h, at .+\. Copy what you need before then\.$/,
        ) as string,
        buttons: ['Open Terminal', 'Rent Another Like This'],
      },
    ]);
  });

  it('a stopped disk', async () => {
    const { known, pass } = openWindow();
    const looks = Array.from({ length: 21 }, (_, index): Parameters<typeof ledgerOf>[number] => [
      now - (20 - index) * day,
      stopped,
    ]);
    known.ledger = ledgerOf(...looks);
    await pass(1, [stopped]);
    expect(screen.shown).toEqual([
      {
        kind: 'warning',
        message: expect.stringMatching(
          /^train \(7\) is stopped, but its disk has cost \$9\.60 since Oct 12, 2026, .+ and still costs \$0\.020\/h\.$/,
        ) as string,
        buttons: ['Destroy…', 'Start…'],
      },
    ]);
  });

  it('a volume that nothing uses', async () => {
    const { known, list, listVolumes, settled } = openWindow();
    list([]);
    listVolumes([volume]);
    await settled();
    shared.clock.time += 7 * day;
    known.ledger = volumeLedger([now, volume], [shared.clock.time, volume]);
    listVolumes([volume]);
    screen.press = 'Delete Volume…';
    await settled();
    expect(screen.shown).toEqual([
      {
        kind: 'warning',
        message:
          'No instance has used the volume “data” for 7 days. It has cost $1.68 in that time and still costs $0.010/h.',
        buttons: ['Delete Volume…', 'Rent on Its Machine'],
      },
    ]);
    expect(screen.commands).toEqual([['gpuRental.deleteVolume', new VolumeNode(3)]]);
  });

  it('credit', async () => {
    const { known, list, tellCredit, settled } = openWindow();
    known.volumes.fetchedAt = shared.clock.now();
    list([running]);
    tellCredit(3);
    screen.press = 'Add Credit';
    await settled();
    expect(screen.shown).toEqual([
      {
        kind: 'warning',
        message:
          'Your credit of $3.00 lasts 10 hours at $0.30/h. When it runs out, the service stops running instances.',
        buttons: ['Add Credit', 'Show Spending', 'Stop…'],
      },
    ]);
    expect(screen.opened).toEqual(['https://console.vast.ai/billing/']);
  });
});
