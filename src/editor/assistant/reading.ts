import type { Offer } from '../../api/schemas/offers/offer';
import { creditLasts } from '../../domain/money/credit';
import { exactRate, offerCost, shownDollars } from '../../domain/money/cost';
import { burnRate, type HourlyCost, hourlyCost, type Rate } from '../../domain/money/rate';
import { toDollars } from '../../domain/money/units';
import { startOfDay, startOfMonth } from '../../domain/money/ledger/calendar';
import { type Ledger, spentBy, spentInAll } from '../../domain/money/ledger/ledger';
import { instanceKey, volumeKey } from '../../domain/money/ledger/rows';
import { isEstimate, type Spent } from '../../domain/money/ledger/spending';
import { memoryShare } from '../../domain/offers/memoryShare';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { volumeName } from '../../domain/volumes/volume';
import { costOfVolumes, totalRate, volumeRate } from '../../domain/volumes/volumeCost';
import type { Volume } from '../../api/schemas/volume';
import { dollarsOf } from '../../domain/runs/runCost';
import { aliasOf } from '../../ssh/alias';
import type { Diagnosis } from '../../ssh/diagnosis/finding';
import type { SeenRun } from '../../views/runs/seenRun';
import { type Data, withoutPlaces } from './toldData';

/** What a model is told about an offer: each field is chosen here. @param disk GB that the price includes */
export function offerData(offer: Offer, disk: number | undefined): Data {
  return {
    id: offer.id,
    gpu_name: offer.gpu_name,
    num_gpus: offer.num_gpus,
    gpu_ram: offer.gpu_ram,
    ...prices(offerCost(offer, disk)),
    min_bid: offer.min_bid,
    reliability: offer.reliability,
    verification: offer.verification,
    geolocation: offer.geolocation,
    cpu_name: offer.cpu_name,
    cpu_cores_effective: offer.cpu_cores_effective,
    cpu_ram: memoryShare(offer),
    disk_space: offer.disk_space,
    inet_up: offer.inet_up,
    inet_down: offer.inet_down,
    inet_up_cost: offer.inet_up_cost,
    inet_down_cost: offer.inet_down_cost,
    cuda_max_good: offer.cuda_max_good,
    dlperf: offer.dlperf,
    dlperf_per_dphtotal: offer.dlperf_per_dphtotal,
    duration: offer.duration,
    machine_id: offer.machine_id,
  };
}

/** The same about an instance: no address, no token, no variable, no startup command. */
export function instanceData(instance: SharedInstance): Data {
  const { explanation, can } = lifecycleOf(instance);
  return {
    id: instance.id,
    label: instance.label,
    state: stateOf(instance),
    explanation: explanation && withoutPlaces(explanation, hostsOf(instance), []),
    gpu_name: instance.gpu_name,
    num_gpus: instance.num_gpus,
    gpu_ram: instance.gpu_ram,
    ...prices(hourlyCost(instance)),
    dollars_per_hour_now: rateData(hourlyCost(instance).now),
    interruptible: instance.is_bid,
    disk_space: instance.disk_space,
    geolocation: instance.geolocation,
    image: instance.image_uuid,
    ssh_host_alias: can.connect && instance.id > 0 ? aliasOf(instance.id) : undefined,
  };
}

/** In English, as all that a model is told. */
const stateOf = (instance: SharedInstance): string =>
  instance.missing ? 'not in the last list' : lifecycleOf(instance).phase;

/** The same about a run: no command, no path and no line of its log. @param now milliseconds since the epoch */
export const runData = (run: SeenRun, now: number, instance?: SharedInstance): Data => ({
  run_id: run.id,
  name: run.name,
  instance_id: run.instanceId,
  gpu: run.hardware,
  phase: run.phase,
  // Until that runs again, nobody sees what the run does.
  instance_state: run.halted !== undefined && instance ? stateOf(instance) : undefined,
  ended_by: run.why,
  exit_code: run.code,
  metrics: run.metrics,
  dollars: dollarsOf(run, now),
  results_fetched: run.fetchedAt !== undefined,
});

/** What a model is told of a connection's steps. @param files of the person's, whose paths aren't told */
export const diagnosisData = (
  diagnosis: Diagnosis,
  instance: SharedInstance | undefined,
  files: readonly string[],
): Data =>
  diagnosis.map(({ step, status, evidence, remedy }) => {
    const plain = (text: string) => withoutPlaces(text, instance ? hostsOf(instance) : [], files);
    return { step, status, evidence: plain(evidence), remedy: remedy && plain(remedy) };
  });

const hostsOf = ({ ssh_host: proxy, public_ipaddr: own }: SharedInstance): string[] =>
  [proxy, own?.trim()].filter((host) => host !== undefined);

const prices = ({ running, stopped }: HourlyCost): Record<string, Data> => ({
  dollars_per_hour_running: running,
  dollars_per_hour_stopped: stopped,
});

export interface SpendingFacts {
  instances: readonly SharedInstance[];
  /** Undefined if their list isn't known. */
  volumes: readonly Volume[] | undefined;
  ledger: Ledger;
  /** Dollars. */
  credit: number | undefined;
  /** Milliseconds since the epoch. */
  now: number;
}

/** What the account in use spends, as this computer has recorded it. */
export function spendingData({ instances, volumes, ledger, credit, now }: SpendingFacts): Data {
  const today = { from: startOfDay(now), to: now };
  const month = { from: startOfMonth(now), to: now };
  const spent = (key: string): Record<string, Data> =>
    ledger.entries[key]
      ? {
          today: sum(spentBy(ledger, key, today, now)),
          since_rented: sum(spentBy(ledger, key, { from: 0, to: now }, now)),
        }
      : {};
  const rate = totalRate(burnRate(instances), volumes && costOfVolumes(volumes));
  const exact = exactRate(rate);
  const keys = [
    ...instances.map(({ id }) => instanceKey(id)),
    ...(volumes ? volumes.map(({ id }) => volumeKey(id)) : []),
  ];
  const isNoted = volumes !== undefined && keys.every((key) => Object.hasOwn(ledger.entries, key));
  return {
    dollars_per_hour_now: rateData(rate),
    credit_dollars: credit,
    credit_lasts_hours: credit === undefined || exact === 'unknown' ? undefined : creditLasts(credit, exact),
    today: sum(spentInAll(ledger, today, now), isNoted),
    this_month: sum(spentInAll(ledger, month, now), isNoted),
    instances: instances
      .filter(({ id }) => id >= 0)
      .map((one) => ({
        id: one.id,
        label: one.label,
        gpu_name: one.gpu_name,
        state: stateOf(one),
        dollars_per_hour_now: rateData(hourlyCost(one).now),
        ...spent(instanceKey(one.id)),
      })),
    volumes: volumes?.map((one) => ({
      id: one.id,
      name: volumeName(one),
      dollars_per_hour_now: volumeRate(one),
      ...spent(volumeKey(one.id)),
    })),
  };
}

/** `precise: false`: something had to be assumed, for example because VS Code was closed. */
const sum = (spent: Spent, isNoted = true): Data => ({
  dollars: toDollars(spent.units),
  precise: isNoted && !isEstimate(spent),
});

/** A number only where every part is known. In English, as all that a model is told. */
function rateData(rate: Rate): Data {
  const exact = exactRate(rate);
  if (exact !== 'unknown') return exact;
  if (shownDollars(rate) === undefined) return 'unknown';
  const limit = rate.isLeast && rate.isMost ? 'about' : rate.isLeast ? 'at least' : 'at most';
  return `${limit} ${Math.round(rate.dollars * 1e6) / 1e6}`;
}
