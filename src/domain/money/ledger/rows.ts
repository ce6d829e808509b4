import { plainText } from '../../../api/plainText';
import type { Volume } from '../../../api/schemas/volume';
import { toUnits } from '../units';
import { hourlyCost } from '../rate';
import { lifecycleOf } from '../../instances/lifecycle';
import type { SharedInstance } from '../../instances/sharedInstance';
import { volumeName } from '../../volumes/volume';
import { volumeRate } from '../../volumes/volumeCost';
import type { Look, Row } from './ledger';
import type { BilledState } from './sightings';

export const instanceKey = (id: number): string => `instance-${id}`;
export const volumeKey = (id: number): string => `volume-${id}`;

/** A complete list of instances, as the ledger notes it. @param at milliseconds since the epoch */
export function lookAtInstances(at: number, instances: readonly SharedInstance[]): Look {
  const known = instances.filter(({ id }) => id >= 0);
  const [unlisted, listed] = [
    known.filter(({ missing }) => missing),
    known.filter(({ missing }) => !missing),
  ];
  return {
    at: Math.round(at),
    kind: 'instance',
    rows: listed.map(instanceRow),
    unlisted: unlisted.map(({ id }) => instanceKey(id)),
    isPartial: known.length < instances.length,
  };
}

/** A complete list of volumes, as the ledger notes it. @param at milliseconds since the epoch */
export function lookAtVolumes(at: number, volumes: readonly Volume[]): Look {
  const known = volumes.filter(({ id }) => id >= 0);
  return {
    at: Math.round(at),
    kind: 'volume',
    rows: known.map(volumeRow),
    isPartial: known.length < volumes.length,
  };
}

function instanceRow(instance: SharedInstance): Row {
  const { running, stopped } = hourlyCost(instance);
  const { id, label, gpu_name: gpu, running_since: since, start_date: created, end_date: ends } = instance;
  return {
    key: instanceKey(id),
    title: plainText(label ?? '', 60) || plainText(gpu ?? '', 60),
    state: stateOf(instance),
    running: toUnits(running),
    stopped: toUnits(stopped),
    since: milliseconds(since),
    created: milliseconds(created),
    ends: milliseconds(ends),
    isBid: instance.is_bid,
  };
}

function stateOf(instance: SharedInstance): BilledState {
  const { phase, billing } = lifecycleOf(instance);
  // The service doesn't say whether the GPU is billed during a restart.
  return phase === 'restarting' || billing === 'unknown' ? 'unsure' : billing;
}

function volumeRow(volume: Volume): Row {
  const { id, start_date: created, end_date: ends } = volume;
  return {
    key: volumeKey(id),
    title: volumeName(volume),
    state: 'volume',
    stopped: toUnits(volumeRate(volume)),
    created: milliseconds(created),
    ends: milliseconds(ends),
  };
}

/** Whole ones; times of no calendar are left out. */
function milliseconds(seconds: number | undefined): number | undefined {
  const value = Math.round((seconds ?? NaN) * 1000);
  return value > 0 && value < 1e14 ? value : undefined;
}
