import { deepEqual, equal } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Person } from '../support/accountsPerson';
import { agreed, call, sandbox, someOffer } from '../support/inHost';
import { chooseRow, useRunTarget } from '../support/runs';

describe('a run that rents its GPU', () => {
  const target = useRunTarget();

  it('rents an interruptible GPU where its task file asks for one, at a bid that the person agrees to', async () => {
    await writeFile(
      join(target.folder, 'spot.yaml'),
      'name: spot\nresources: {use_spot: true, disk_size: 12, accelerators: "RTX4090:4"}\nrun: "true"\n',
    );
    const before = await sandbox.instanceIds();
    const person = new Person();
    try {
      person.willPress('Rent ', /^Rent for /);
      const running = call('runOnGpu', { folder: target.folder, task: 'spot.yaml', then: 'keep', fetch: [] });
      await chooseRow(person, 'Rent a GPU');
      await person.pressEnterUntil(() => person.heard('Run spot on '));
      // Nobody agreed to the run itself.
      equal(await running, undefined);
    } finally {
      await person.leave();
    }
    const [rented] = (await sandbox.instanceIds()).filter((id) => !before.includes(id));
    const { is_bid, disk_space } = await sandbox.instance(rented!);
    deepEqual([is_bid, disk_space], [true, 12]);
    await agreed('destroyInstance', { instanceId: rented! });
  });

  it('rents the offer that a program names, at its bid, once a person agrees', async () => {
    const before = await sandbox.instanceIds();
    const { id: offerId, min_bid: least } = await someOffer('bid');
    const price = (least ?? 1) * 2;
    const person = new Person();
    try {
      person.willPress('Rent ', /^Rent for /);
      const spec = { folder: target.folder, task: 'task.yaml', offerId, price, then: 'keep', fetch: [] };
      const running = call('runOnGpu', spec);
      await person.pressEnterUntil(() => person.told(/^Run \w+ on /) !== undefined);
      equal(await running, undefined);
    } finally {
      await person.leave();
    }
    const [rented] = (await sandbox.instanceIds()).filter((id) => !before.includes(id));
    const sent = (await sandbox.requests()).findLast(({ path }) => path.includes(`/asks/${offerId}`));
    deepEqual(
      [(await sandbox.instance(rented!)).is_bid, (sent?.body as { price?: number } | undefined)?.price],
      [true, price],
    );
    await agreed('destroyInstance', { instanceId: rented! });
  });
});
