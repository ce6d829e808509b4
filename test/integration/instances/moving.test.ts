import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import {
  agreed,
  call,
  destroyAll,
  overSsh,
  rentRunning,
  sandbox,
  signIn,
  someOffer,
} from '../support/inHost';

/** Moves it, while the time of the service goes on. */
async function move(instanceId: number, offerId: number): Promise<{ instanceId: number; files: number }> {
  let isOver = false;
  const moving = agreed<{ instanceId: number; files: number }>('moveInstance', {
    instanceId,
    offerId,
  }).finally(() => (isOver = true));
  const goOn = async (): Promise<void> => {
    while (!isOver) {
      await sandbox.advance(60);
      await call('refreshInstances').catch(() => undefined);
    }
  };
  const [moved] = await Promise.all([moving, goOn()]);
  return moved;
}

describe('moving an instance to another machine', () => {
  let instanceId = 0;
  before(async () => {
    await signIn();
    instanceId = await rentRunning({ label: 'moves' });
    await agreed('connect', { instanceId });
    const make = `mkdir -p ~/data/empty && echo weights > "$HOME/data/a b" && ln -s data/a\\ b ~/link && chmod 700 ~/data`;
    await overSsh(`gpu-${instanceId}`, make);
  });
  after(destroyAll);

  it('rents nothing while it runs', async () => {
    const before = await sandbox.instanceIds();
    const { id: offerId } = await someOffer();
    await rejects(
      agreed('moveInstance', { instanceId, offerId }),
      /Stop moves \(\d+\) first\. Nothing was rented\./,
    );
    deepEqual(await sandbox.instanceIds(), before);
  });

  it('brings its files to another one, also after a break, and keeps it', async () => {
    await agreed('stopInstance', { instanceId });
    await sandbox.advance(60);
    const { id: offerId } = await someOffer();
    const before = await sandbox.instanceIds();
    await sandbox.setHostBehaviour('next', 'offline');
    await rejects(move(instanceId, offerId));
    const [broken = 0] = (await sandbox.instanceIds()).filter((id) => !before.includes(id));
    ok(broken > 0);
    // It goes on with the one that was rented, as long as that is there.
    await rejects(move(instanceId, offerId));
    deepEqual((await sandbox.instanceIds()).length, before.length + 1);
    await agreed('destroyInstance', { instanceId: broken });
    const moved = await move(instanceId, (await someOffer()).id);
    ok(moved.files >= 2, String(moved.files));
    const look = 'cat "$HOME/data/a b"; readlink ~/link; ls -d ~/data/empty | wc -l; stat -c %a ~/data';
    equal(await overSsh(`gpu-${moved.instanceId}`, look), 'weights\ndata/a b\n1\n700');
    deepEqual((await sandbox.instanceIds()).includes(instanceId), true);
    equal((await sandbox.instance(instanceId)).intended_status, 'stopped');
  });
});
