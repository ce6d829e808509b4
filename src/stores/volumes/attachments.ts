import type { Volume } from '../../api/schemas/volume';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import type { InstanceState } from '../instances/instanceChange';

type Known = Pick<InstanceState, 'instances' | 'expected' | 'fetchedAt'>;

/**
 * Ids of the instances that a volume is attached to, according to either list. An instance that is no longer listed is
 * gone; one that isn't listed yet is not.
 */
export function instancesOf({ id, instances: told }: Volume, known: Known): number[] {
  const { instances, expected, fetchedAt } = known;
  const isThere = (instanceId: number): boolean =>
    fetchedAt === undefined ||
    instances.has(instanceId) ||
    expected.some((rental) => rental.instanceId === instanceId);
  const telling = [...instances.values()].filter((instance) => volumeIdsIn(instance).includes(id));
  const both = [told?.filter(isThere), telling.map((instance) => instance.id)];
  return [...new Set(both.flatMap((ids) => ids ?? []))];
}

/** Ids of an instance's volumes, according to either list. */
export function volumeIdsOf(
  instanceId: number,
  volumes: readonly Volume[],
  instances: ReadonlyMap<number, SharedInstance>,
): number[] {
  const own = instances.get(instanceId);
  const telling = volumes.filter(({ instances: ids }) => ids?.includes(instanceId));
  return [...new Set([...(own ? volumeIdsIn(own) : []), ...telling.map(({ id }) => id)])];
}

/** Which instances have which volumes, followed from one list of instances to the next. */
export class AttachmentWatch {
  /** "instance:volume". */
  #pairs: readonly string[] = [];

  get hasSome(): boolean {
    return this.#pairs.length > 0;
  }

  /**
   * Takes the instances as they are now. True if the list of volumes must be older: an instance has a volume that the
   * list doesn't show with it, or an instance with a volume is gone.
   */
  follow(
    instances: Iterable<SharedInstance>,
    removed: readonly number[],
    volumes: readonly Volume[],
  ): boolean {
    const before = this.#pairs;
    this.#pairs = [...instances].flatMap((instance) =>
      volumeIdsIn(instance).map((volumeId) => `${instance.id}:${volumeId}`),
    );
    const listed = volumes.flatMap(({ id, instances: ids }) =>
      ids ? ids.map((instanceId) => `${instanceId}:${id}`) : [],
    );
    const isGone = (pair: string): boolean => removed.some((id) => pair.startsWith(`${id}:`));
    const isNew = (pair: string): boolean => !before.includes(pair) && !listed.includes(pair);
    return [...listed, ...before].some(isGone) || this.#pairs.some(isNew);
  }

  forget(): void {
    this.#pairs = [];
  }
}

const volumeIdsIn = ({ volume_info: volumes = [] }: SharedInstance): number[] =>
  volumes.map(({ volume_id: id }) => id);
