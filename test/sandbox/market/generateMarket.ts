import type { Random } from '../random';
import { gpuModels, type GpuModel } from './gpuModels';
import { drivers, places, processors } from './places';

/** A host's computer. Money in dollars; sizes in the REST interface's units (MB of memory, GB of disk). */
export interface Machine {
  id: number;
  hostId: number;
  /** Of machines of one host that share a local network. */
  clusterId: number | null;
  gpu: GpuModel;
  gpuCount: number;
  geolocation: string;
  cpuName: string;
  cpuCores: number;
  /** MB. */
  cpuRam: number;
  /** GB. */
  diskSpace: number;
  /** MB/s. */
  diskBandwidth: number;
  /** Mb/s. */
  inetUp: number;
  inetDown: number;
  /** Dollars per GB. */
  inetCost: number;
  /** Dollars per GB and month. */
  storageCost: number;
  /** 0 to 1. */
  reliability: number;
  verification: 'verified' | 'unverified' | 'deverified';
  /** 1 or more: a data centre. */
  hostingType: number;
  driver: string;
  cuda: number;
  /** GB/s. */
  pcieBandwidth: number;
  directPorts: number;
  staticIp: boolean;
  vms: boolean;
  /** Epoch seconds at which the host stops offering the machine. */
  until: number;
  /** GPUs held by contracts that run. */
  gpusInUse: number;
}

/** A rentable part of a machine. Prices are dollars per hour for all of its GPUs, without storage. */
export interface Offer {
  id: number;
  machine: Machine;
  numGpus: number;
  price: number;
  minBid: number;
  /** Who holds it: an instance of the sandbox, or another renter. */
  holder: 'free' | 'instance' | 'stranger';
}

const DAY = 86_400;

/** Makes a market of exactly `count` offers. @param now epoch seconds */
export function generateMarket(random: Random, count: number, now: number): Offer[] {
  const hosts = makeHosts(random, Math.max(40, Math.round(count / 5)));
  const offers: Offer[] = [];
  let machineId = random.integer(9_000, 12_000);
  let offerId = random.integer(24_000_000, 25_000_000);
  for (let made = 0; offers.length < count; made += 1) {
    machineId += random.integer(1, 40);
    const machine = makeMachine(random, machineId, random.pick(hosts), now, made);
    for (const numGpus of splits(machine.gpuCount)) {
      if (offers.length === count) break;
      offerId += random.integer(1, 900);
      offers.push(makeOffer(random, offerId, machine, numGpus));
    }
  }
  return offers;
}

interface Host {
  id: number;
  geolocation: string;
  dataCentre: boolean;
}

function makeHosts(random: Random, count: number): Host[] {
  return Array.from({ length: count }, (_, index) => ({
    id: 40_000 + index * 37 + random.integer(0, 30),
    geolocation: random.pickWeighted(places, (place) => place.share).geolocation,
    dataCentre: random.chance(0.3),
  }));
}

function makeMachine(random: Random, id: number, host: Host, now: number, made: number): Machine {
  // The first machines have one model each, so that the market has every model.
  const gpu = gpuModels[made] ?? weighted(random);
  const gpuCount = random.pick(gpu.counts);
  const cpu = random.pick(processors);
  const { driver, cuda } = random.pick(drivers);
  const fast = host.dataCentre ? 4 : 1;
  const inetDown = round(random.between(180, 2_400) * fast, 1);
  return {
    id,
    hostId: host.id,
    clusterId: host.dataCentre && host.id % 3 === 0 ? host.id - 39_000 : null,
    gpu,
    gpuCount,
    geolocation: host.geolocation,
    cpuName: cpu.name,
    cpuCores: cpu.cores,
    cpuRam: random.pick([32, 64, 96, 128, 192, 256]) * 1024 * Math.max(1, gpuCount / 2),
    diskSpace: round(random.between(120, 900) * gpuCount, 1),
    diskBandwidth: round(random.between(450, 7_200), 1),
    inetDown,
    inetUp: round(inetDown * random.between(0.4, 1), 1),
    inetCost: random.pick([0, 0, 0.001, 0.002, 0.005, 0.01, 0.02]),
    storageCost: random.pick([0.1, 0.1, 0.13, 0.15, 0.15, 0.2, 0.25, 0.3]),
    reliability: round(1 - Math.pow(random.next(), host.dataCentre ? 6 : 3) * 0.12, 7),
    verification: random.pickWeighted(verifications, ([, share]) => share)[0],
    hostingType: host.dataCentre ? random.integer(1, 2) : 0,
    driver,
    cuda,
    pcieBandwidth: round(random.between(5.5, 26), 1),
    directPorts: random.pick([0, 2, 16, 50, 100, 250, 500]) * (host.dataCentre ? 2 : 1),
    staticIp: host.dataCentre || random.chance(0.4),
    vms: random.chance(0.2),
    until: now + random.between(3, 240) * DAY,
    gpusInUse: 0,
  };
}

const verifications: readonly (readonly [Machine['verification'], number])[] = [
  ['verified', 72],
  ['unverified', 22],
  ['deverified', 6],
];

function weighted(random: Random): GpuModel {
  return random.pickWeighted(gpuModels, (model) => model.share);
}

/** The parts in which a machine is offered: 8 GPUs as 8, 4, 2 and 1. */
function splits(gpuCount: number): number[] {
  const parts: number[] = [];
  for (let part = gpuCount; part >= 1; part = part / 2) parts.push(part);
  return parts;
}

function makeOffer(random: Random, id: number, machine: Machine, numGpus: number): Offer {
  const [cheapest, dearest] = machine.gpu.price;
  const trust = machine.verification === 'verified' ? 1 : 0.88;
  const each = random.between(cheapest, dearest) * trust * (machine.hostingType >= 1 ? 1.12 : 1);
  const price = round(each * numGpus, 4);
  return { id, machine, numGpus, price, minBid: round(price * random.between(0.35, 0.7), 4), holder: 'free' };
}

/** Rounds to a number of decimals. */
export function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}
