import * as z from 'zod/mini';
import type { Account } from '../accounts/account';
import { LIST_PAGE_SIZE } from '../choices';
import { compileFilters } from '../filters';
import { filtersOf, jsonOf } from '../http/body';
import { limitOf, pageAfter, type Place } from '../http/paging';
import { invalidArgs } from '../serviceError';
import type { World } from '../world';
import type { Instance } from './instance';

type InstanceView = ReturnType<World['instances']['view']>;

/** The fields for filters and sorting, each with an example value. */
const sample = {
  id: 0,
  label: '',
  actual_status: '',
  cur_state: '',
  intended_status: '',
  gpu_name: '',
  num_gpus: 0,
  gpu_ram: 0,
  dph_total: 0,
  is_bid: false,
  image_uuid: '',
  template_id: 0,
  template_hash_id: '',
  template_name: '',
  machine_id: 0,
  host_id: 0,
  geolocation: '',
  verification: '',
  reliability2: 0,
  start_date: 0,
  end_date: 0,
  disk_space: 0,
};
type Field = keyof typeof sample;

const order = z.array(z.object({ col: z.string(), dir: z.optional(z.enum(['asc', 'desc'])) }));
const columns = z.array(z.string());

/** The instances of an account that the list already has. */
export function listed({ instances, clock, settings }: World, account: Account): Instance[] {
  const newest = clock.now() - settings.listDelaySeconds;
  return instances.of(account).filter(({ createdAt }) => createdAt <= newest);
}

/**
 * One page of the v1 list, by ascending id unless `order_by` says otherwise. A filter by an unknown field is
 * refused: a typo must not mean "all".
 * @throws ServiceError 400 naming the part of the query
 */
export function listPage(world: World, account: Account, query: Record<string, unknown>) {
  const filters = filtersOf(query.select_filters);
  const unknown = Object.keys(filters).find((name) => !isField(name));
  if (unknown !== undefined) throw invalidArgs(`select_filters: there is no field ${unknown.slice(0, 40)}`);
  const by = orderOf(query.order_by);
  const wanted = given('select_cols', columns, query.select_cols);
  const found = listed(world, account)
    .map((instance) => world.instances.view(instance))
    .filter(compileFilters<InstanceView>(filters, sample, valueOf));
  const placeOf = (view: InstanceView): Place => [...by.map(({ field }) => keyOf(view, field)), view.id];
  const compare = (a: Place, b: Place) => comparePlaces(a, b, by);
  const { rows, nextToken } = pageAfter(
    found.toSorted((a, b) => compare(placeOf(a), placeOf(b))),
    { token: query.after_token, limit: limitOf(query.limit, LIST_PAGE_SIZE, LIST_PAGE_SIZE) },
    placeOf,
    compare,
  );
  return {
    success: true,
    instances_found: rows.length,
    total_instances: found.length,
    label_counts: countsOf(found.map(({ label }) => label ?? '')),
    next_token: nextToken,
    instances: rows.map((view) => (wanted === undefined ? view : picked(view, wanted))),
  };
}

function isField(name: string): name is Field {
  return Object.hasOwn(sample, name);
}

/** An empty label matches instances without a label. */
function valueOf(view: InstanceView, field: string): unknown {
  if (!isField(field)) return undefined;
  return field === 'label' ? (view.label ?? '') : view[field];
}

interface Order {
  field: Field;
  descending: boolean;
}

/** `[{col, dir}]`; ascending by default. */
function orderOf(text: unknown): Order[] {
  const named = given('order_by', order, text) ?? [];
  return named.map(({ col, dir }) => {
    if (!isField(col)) throw invalidArgs(`order_by: there is no field ${col.slice(0, 40)}`);
    return { field: col, descending: dir === 'desc' };
  });
}

function keyOf(view: InstanceView, field: Field): string | number {
  const value = valueOf(view, field);
  if (typeof value === 'number' || typeof value === 'string') return value;
  return value === true ? 1 : 0;
}

function comparePlaces(a: Place, b: Place, by: readonly Order[]): number {
  for (const [index, one] of a.entries()) {
    const other = b[index];
    if (other === undefined || one === other) continue;
    const before = typeof one === typeof other ? one < other : String(one) < String(other);
    return before === (by[index]?.descending === true) ? 1 : -1;
  }
  return 0;
}

function given<T extends z.ZodMiniType>(name: string, schema: T, text: unknown): z.output<T> | undefined {
  if (text === undefined || text === '') return undefined;
  const result = schema.safeParse(jsonOf(text));
  if (!result.success) throw invalidArgs(`${name}: has not the form that it should have`);
  return result.data;
}

function picked(view: InstanceView, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(view).filter(([name]) => names.includes(name)));
}

function countsOf(labels: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return Object.fromEntries(counts);
}
