import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ListedInstanceKey } from '../../../src/commands/sshKeys/knownSshKeys';
import { Person } from '../support/accountsPerson';
import { agreed, call, destroyAll, rentRunning, sandbox, signIn } from '../support/inHost';
import { ownRows } from '../support/oddMode';

describe('the SSH keys of an instance', () => {
  let folder: string;
  let publicKeyFile: string;
  let person: Person;
  before(async () => {
    await signIn();
    folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'x', '-f', join(folder, 'id')]);
    publicKeyFile = join(folder, 'id.pub');
  });
  beforeEach(() => {
    person = new Person();
  });
  afterEach(async () => {
    await person.leave();
    await destroyAll();
  });
  after(() => rm(folder, { recursive: true, maxRetries: 5 }));

  it('are added and removed with consent, beside those that it has from the account', async () => {
    const instanceId = await rentRunning();
    await sandbox.clearRequests();
    equal(await call('addInstanceSshKey', { instanceId, publicKeyFile }), undefined);
    ok(person.heard('Add this SSH key to '));
    const added = await agreed<{ fingerprint: string }>('addInstanceSshKey', { instanceId, publicKeyFile });
    const keys = ownRows(await call<ListedInstanceKey[]>('listInstanceSshKeys', { instanceId }));
    const own = keys.find(({ fingerprint }) => fingerprint === added.fingerprint);
    deepEqual([own?.ofAccount, keys.filter(({ ofAccount }) => ofAccount).length], [false, keys.length - 1]);

    equal(await call('removeInstanceSshKey', { instanceId, keyId: own?.id }), undefined);
    ok(person.heard(`(${added.fingerprint}) from `));
    await agreed('removeInstanceSshKey', { instanceId, keyId: own?.id });
    const changes = (await sandbox.requests()).filter(
      ({ method, path }) => method !== 'GET' && path.includes('ssh'),
    );
    deepEqual(
      changes.map(({ method }) => method),
      ['POST', 'DELETE'],
    );
  });

  it('of a virtual machine cannot be changed, which is said before anything is sent', async () => {
    const query = { filters: { vms_enabled: { eq: true } }, limit: 1 };
    const [offer] = await call<{ id: number }[]>('searchOffers', { query });
    const request = { image: 'debian:12', disk: 10, vm: true };
    const { instanceId } = await agreed<{ instanceId: number }>('rentOffer', { offerId: offer?.id, request });
    await sandbox.clearRequests();
    await rejects(
      agreed('addInstanceSshKey', { instanceId, publicKeyFile }),
      /virtual machine can’t be changed/,
    );
    equal((await sandbox.requests()).filter(({ method }) => method === 'POST').length, 0);
  });
});
