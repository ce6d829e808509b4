import type { Shown } from '../http/altered';
import { gpuWork, hostBehaviours, type ActualStatus, type HostBehaviour } from '../instances/instance';
import type { GpuWork } from '../ssh/nvidiaSmi';
import { startFailures } from '../instances/startFailures';
import type { World } from '../world';
import { required } from './required';

/** The market and what is rented from it. */
export function rentalControl(world: World) {
  const { instances, lifecycle, fate, market } = world;
  const instanceOf = (id: number) => required(instances.find(id), `instance ${id}`);
  const offerOf = (id: number) => required(market.find(id), `offer ${id}`);

  return {
    /** The instance as the service answers it. */
    instance: (id: number) => instances.view(instanceOf(id)),
    /** How the instance was launched, after template and defaults were applied. */
    launch: (id: number) => instanceOf(id).launch,
    /** The ids of all instances of all accounts. */
    instanceIds: (): number[] => instances.all().map(({ id }) => id),
    /** Every instance's owner. */
    owners: (): { id: number; accountId: number }[] =>
      instances.all().map(({ id, accountId }) => ({ id, accountId })),
    /** Of every machine: GPUs that it says are used, GPUs of offers that are held, GPUs there are. */
    machineLoads: () =>
      [...new Set(market.offers.map(({ machine }) => machine))].map((machine) => ({
        used: machine.gpusInUse,
        held: market.offers
          .filter((offer) => offer.machine === machine && offer.holder !== 'free')
          .reduce((sum, { numGpus }) => sum + numGpus, 0),
        count: machine.gpuCount,
      })),
    /** A host goes wrong (exited, unknown, offline …) or right again (running) under an instance. */
    setInstanceStatus: (id: number, status: ActualStatus, message?: string): Promise<void> =>
      fate.setStatus(instanceOf(id), status, message),
    /** How a machine, or ('next') the machine of the next instance created, treats containers; what it says of it. */
    setHostBehaviour: (machineId: number | 'next', behaviour: HostBehaviour, message?: string): void => {
      if (!hostBehaviours.includes(behaviour)) throw new RangeError(`No behaviour ${behaviour}`);
      fate.setBehaviour(machineId, { behaviour, message });
    },
    /** The names of the networks between instances, of all accounts. */
    overlays: (): string[] =>
      world.accounts.all().flatMap((account) => world.overlays.of(account).map(({ name }) => name)),
    /** The machine of an offer is in this cluster from now on. */
    setCluster: (offerId: number, clusterId: number | null): void => {
      offerOf(offerId).machine.clusterId = clusterId;
    },
    /** The words with which starts are known to fail, as `status_msg` has them. */
    startFailures: (): readonly string[] => startFailures,
    /** What the GPUs of an instance do from now on, for the service's list and for `nvidia-smi` on it. */
    setLoad: (id: number, load: GpuWork['load'], used = 0): void => {
      const instance = instanceOf(id);
      instance.work = { load, used };
      world.sshHosts.showGpus(id, gpuWork(instance));
    },
    /** The home of an instance gets a disk of its own of that many bytes; only where the sandbox runs as root. */
    limitDisk: (id: number, bytes: number): void => world.sshHosts.limitDisk(instanceOf(id).id, bytes),
    /** The service says of an instance something else than the truth, or leaves members out; null ends this. */
    showInstance: (id: number, shown: Shown | null): void => {
      if (shown === null) world.shown.delete(id);
      else world.shown.set(instanceOf(id).id, shown);
    },
    /** Destroys every instance of every account, and then every volume. */
    destroyAll: async (): Promise<void> => {
      for (const instance of instances.all()) await lifecycle.destroy(instance);
      for (const account of world.accounts.all())
        for (const volume of world.volumes.of(account))
          instances.billing.change(account, () => world.volumes.delete(volume));
    },
    /** A host wants another price (dollars per hour) for an instance; answers the id of what is pending. */
    announcePrice: (instanceId: number, price: number): number =>
      world.priceIncreases.announce(instanceOf(instanceId), price).id,
    /** The images that were made of an instance. */
    snapshots: (instanceId: number): readonly string[] => instanceOf(instanceId).snapshots,
    /** The folder that is an instance's home, and the one that is a volume. */
    homeOf: (instanceId: number): string => world.transfers.home(instanceOf(instanceId).id),
    folderOfVolume: (volumeId: number): string => world.transfers.folderOfVolume(volumeId),
    folderOfCloud: (connectionId: number): string => world.transfers.folderOfCloud(connectionId),
    outbid: (instanceId: number): Promise<void> => fate.outbid(instanceOf(instanceId)),
    /** The instance's next start answers with another host key. */
    renewHostKey: (instanceId: number): void => world.sshHosts.renewHostKey(instanceOf(instanceId).id),

    /**
     * Offers that can be rented now, in order of id; of each machine only the first, so that renting one
     * leaves the others free.
     */
    freeOffers: (): number[] => {
      const free = market.offers.filter((offer) => market.isFree(offer));
      return free
        .filter(({ machine }, index) => free.findIndex((one) => one.machine === machine) === index)
        .map(({ id }) => id);
    },
    /** The machine of an offer. */
    machineOf: (offerId: number): number => offerOf(offerId).machine.id,
    /** Someone else rents the offer; false when it is not free. */
    takeOffer: (offerId: number): boolean => market.take(offerOf(offerId), 'stranger'),
    /** Someone else gives the offer back; instances that wait for it get it. */
    releaseOffer: (offerId: number): void => {
      if (offerOf(offerId).holder === 'stranger') market.release(offerOf(offerId));
      lifecycle.retryWaiting();
    },
    /**
     * Changes an offer's price (dollars per hour for all its GPUs, without storage) and its lowest bid;
     * interruptible instances below it are outbid, and go on when it falls.
     */
    setPrice: async (offerId: number, price: number, minBid?: number): Promise<void> => {
      const offer = offerOf(offerId);
      offer.price = price;
      offer.minBid = minBid ?? Math.min(offer.minBid, price);
      await fate.outbidByMarket();
      lifecycle.retryWaiting();
    },
    /** Where volumes can be made: volume offer id, machine, GB. */
    volumeOffers: () =>
      world.volumes.offers().map(({ id, machine, free }) => ({ id, machineId: machine.id, free })),
    /** Every volume's owner and machine. */
    volumes: () =>
      world.accounts
        .all()
        .flatMap((account) => world.volumes.of(account))
        .map(({ id, accountId, machine, size }) => ({ id, accountId, machineId: machine.id, size })),
    /** Makes an account the host of a machine with that many scheduled maintenance windows; answers its id. */
    addHostedMachine: (accountId: number, maintenanceWindows = 1): number => {
      const { id } = world.random.pick(market.offers).machine;
      const start = world.clock.now() + 86_400;
      const windows = Array.from({ length: maintenanceWindows }, (_, day) => ({
        start: start + day * 86_400,
        hours: 2,
      }));
      world.hosting.add(id, required(world.accounts.find(accountId), `account ${accountId}`).id, windows);
      return id;
    },
    /** A renter reports a machine. */
    reportMachine: (machineId: number, problem: string, message = ''): void =>
      world.hosting.report(machineId, { problem, message, created_at: world.clock.now() }),
    maintenanceWindows: (machineId: number, accountId: number): number =>
      required(world.hosting.find(machineId, accountId), `hosted machine ${machineId}`).windows.length,
  };
}
