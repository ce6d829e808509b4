import type { Offer } from '../../../../src/api/schemas/offers/offer';
import type { Template } from '../../../../src/api/schemas/templates/template';
import type { Volume } from '../../../../src/api/schemas/volume';
import type { VolumeOffer } from '../../../../src/api/schemas/volumeOffer';
import type { Choice } from '../../../../src/ask/dialogs';
import { silent } from '../../../../src/log/log';
import type { Services } from '../../../../src/prompts/services';
import { Keyring } from '../../../../src/stores/account/keyring';
import { LaunchSecrets } from '../../../../src/stores/launch/launchSecrets';
import { LaunchStore } from '../../../../src/stores/launch/launchStore';
import type { FoundOffer } from '../../../../src/stores/offers/offerStore';
import { ManualClock } from '../../support/manualClock';

export const notebook = {
  id: 5,
  hash_id: 'ab12',
  name: 'notebook',
  image: 'jupyter/base',
  tag: '9',
  runtype: 'jupyter',
  jup_direct: true,
  env: '-e MODE=fast -p 8888:8888',
  recommended_disk_space: 33,
} as Template;

const offer: Offer = {
  id: 1,
  machine_id: 7,
  gpu_name: 'RTX 4090',
  num_gpus: 1,
  dph_base: 0.3,
  storage_cost: 0.36,
  disk_space: 200,
  min_bid: 0.1,
  inet_down_cost: 0.01,
};
export const onDemand: FoundOffer = { offer, isBid: false, query: { filters: {} } };
export const interruptible: FoundOffer = { ...onDemand, isBid: true };

const volumes: Volume[] = [
  { id: 3, name: 'here', machine_id: 7, size: 20 },
  { id: 4, name: 'elsewhere', machine_id: 8, size: 20 },
];
const room: VolumeOffer = { id: 77, machine_id: 7, disk_space: 50, storage_cost: 0.72 };

/** What a launch form needs, with what it stores in memory. */
export function launchServices(signs: { script?: string; variables?: string } = {}) {
  const kept = new Map<string, string>();
  const memento = () => {
    const values = new Map<string, unknown>();
    return {
      keys: () => [...values.keys()],
      get: (key: string) => values.get(key),
      update: (key: string, value: unknown) => Promise.resolve(void values.set(key, value)),
    };
  };
  const secrets = {
    get: (key: string) => Promise.resolve(kept.get(key)),
    store: (key: string, value: string) => Promise.resolve(void kept.set(key, value)),
    delete: (key: string) => Promise.resolve(void kept.delete(key)),
  };
  const launches = new LaunchStore(memento() as never, memento() as never);
  const asked: string[] = [];
  const services = {
    accounts: {
      active: { id: 'a' },
      accounts: [],
      client: {
        volumeOffers: {
          search: ({ id }: { id?: { eq: number } }) =>
            Promise.resolve(id === undefined || id.eq === room.id ? [room] : []),
        },
      },
    },
    templates: { load: () => Promise.resolve(), known: () => [notebook] },
    volumes: { listed: () => Promise.resolve(volumes) },
    launches,
    badMachines: { list: () => Promise.resolve([66]) },
    hidden: { list: () => Promise.resolve({ machine: [67], host: [68] }) },
    launchSecrets: new LaunchSecrets(new Keyring(secrets as never)),
    // A person who types this text and saves it.
    editors: {
      edit: ({ file }: { file: string }) =>
        Promise.resolve((file === 'onstart.sh' ? signs.script : signs.variables) ?? ''),
    },
    dialogs: {
      confirm: ({ message }: { message: string }) => Promise.resolve(asked.push(message) > 0),
      choose: ({ message, options }: Choice) => {
        asked.push(message);
        return Promise.resolve(options[0]);
      },
    },
    clock: new ManualClock(),
    log: silent,
  } as unknown as Services;
  return { services, kept, launches, asked };
}
