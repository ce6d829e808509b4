import { describe, expect, it } from 'vitest';
import type { OpenLaunchOptions } from '../../../../src/domain/launch/form/openLaunch';
import type { LaunchView } from '../../../../src/domain/launch/form/paneView';
import { marketRows } from '../../../../src/domain/offers/table/marketRow';
import { nearestRows } from '../../../../src/domain/offers/filters/nearestRows';
import type { FoundOffer } from '../../../../src/stores/offers/offerStore';
import { LaunchBeside } from '../../../../src/webviews/offers/launchBeside';
import { type LaunchMessage, launchMessage } from '../../../../src/webviews/offers/protocol';

const view: LaunchView = {
  title: 'RTX 4090',
  groups: [],
  price: [],
  rent: { label: 'Rent' },
  compares: false,
  saved: [],
  busy: false,
  focus: { turn: 0 },
};
const found = (id: number): FoundOffer => ({
  offer: { id, gpu_name: '$(zap) RTX 4090' },
  isBid: false,
  query: { filters: {} },
});

/** The form beside the offers, with what it opened and what the browser side was sent. */
function beside() {
  const opened: { id: number; options: OpenLaunchOptions<FoundOffer>; moved: number[]; closed: boolean }[] =
    [];
  const sent: LaunchMessage[] = [];
  const looks = { count: 0 };
  const launch = new LaunchBeside(
    ({ offer }, options) => {
      const one = { id: offer.id, options, moved: [] as number[], closed: false };
      opened.push(one);
      return Promise.resolve({
        act: () => undefined,
        moveTo: (other) => void one.moved.push(other.offer.id),
        close: () => void (one.closed = true),
      });
    },
    (message) => sent.push(message),
    () => (looks.count += 1),
  );
  return { launch, opened, sent, looks, last: () => sent.at(-1) };
}

describe('the launch form beside the offers', () => {
  it('is one at a time: another offer takes the place of the first', async () => {
    const { launch, opened, last } = beside();
    await launch.show(found(1), 20);
    opened[0]?.options.draw(view);
    expect(last()).toEqual({ kind: 'launch', launch: view });
    await launch.show(found(2), 20);
    expect(opened.map(({ id, moved }) => [id, moved])).toEqual([[1, [2]]]);
    opened[0]?.options.draw(undefined);
    expect(last()).toEqual({ kind: 'launch' });
    await launch.show(found(3), 20);
    expect(opened.map(({ id }) => id)).toEqual([1, 3]);
  });

  it('goes on with the last offer that was chosen while it was busy', async () => {
    const { launch, opened } = beside();
    await launch.show(found(1), 20);
    opened[0]?.options.draw({ ...view, busy: true });
    await launch.show(found(2), 20);
    await launch.show(found(3), 20);
    expect(opened[0]?.moved).toEqual([]);
    // It was not rented.
    opened[0]?.options.draw(view);
    opened[0]?.options.draw(view);
    expect(opened[0]?.moved).toEqual([3]);
    opened[0]?.options.draw({ ...view, busy: true });
    await launch.show(found(4), 30);
    // It was.
    opened[0]?.options.draw(undefined);
    expect(opened.map(({ id, options }) => [id, options.disk])).toEqual([
      [1, 20],
      [4, 30],
    ]);
  });

  it('shows only the nearest offers while its own is gone, until another is chosen or looked for', async () => {
    const { launch, opened, looks, last } = beside();
    await launch.show(found(1), 20);
    opened[0]?.options.draw(view);
    expect(looks.count).toBe(0);
    opened[0]?.options.showNearest(found(1));
    // The others may be gone, too.
    expect(looks.count).toBe(1);
    expect(launchMessage.parse(last()).gone?.offer.id).toBe(1);
    expect(JSON.stringify(last())).not.toContain('$(');
    launch.showAll();
    expect(last()?.gone).toBeUndefined();
    opened[0]?.options.showNearest(found(1));
    await launch.show(found(2), 20);
    expect(last()?.gone).toBeUndefined();
    expect(last()?.launch).toBeDefined();
  });

  it('is closed with the panel or the account, also before it is loaded', async () => {
    const { launch, opened, last } = beside();
    const showing = launch.show(found(1), 20);
    launch.close();
    await showing;
    expect(opened[0]?.closed).toBe(true);
    opened[0]?.options.draw(view);
    expect(last()).toEqual({ kind: 'launch' });
  });

  it('says nothing more of an offer that is gone once it is closed', async () => {
    const { launch, opened, looks, last } = beside();
    await launch.show(found(1), 20);
    opened[0]?.options.draw(view);
    launch.close();
    // It was being rented while the account was switched.
    opened[0]?.options.showNearest(found(1));
    expect(last()).toEqual({ kind: 'launch' });
    expect(looks.count).toBe(0);
  });
});

it('the nearest rows are rented in the same way, without the one that is gone', () => {
  const offers = [1, 2, 3].map((id) => ({ id, gpu_name: id === 3 ? 'H100' : 'RTX 4090', dph_total: 0.3 }));
  const rows = marketRows(offers, offers);
  const [gone] = rows;
  expect(nearestRows(gone!, rows).map(({ key }) => key)).toEqual(['2', '3']);
});
