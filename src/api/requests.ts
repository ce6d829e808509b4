/** The operators of a filter (specification, Search; the template search defines all eight). */
export const filterOperators = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'notin'] as const;
export type FilterOperator = (typeof filterOperators)[number];

/** One value, or a list of them for `in` and `notin`. */
export type FilterValue = string | number | boolean | readonly (string | number)[];

/** Field name to operator to value; units are the REST interface's (`gpu_ram` in MB). */
export type Filters = Record<string, Partial<Record<FilterOperator, FilterValue>>>;

export type SortDirection = 'asc' | 'desc';

/** An offer search (specification, Search). */
export interface OfferQuery {
  filters: Filters;
  order?: [string, SortDirection][];
  type?: 'on-demand' | 'ondemand' | 'bid';
  /** Maximum number of results; the service chooses when it is missing. */
  limit?: number;
  /** GB of disk that `dph_total` shall include. */
  allocated_storage?: number;
}

/** Launch modes (specification, Runtype values). */
export const runtypes = [
  'ssh_direct',
  'ssh_proxy',
  'ssh',
  'jupyter_direct',
  'jupyter_proxy',
  'jupyter',
  'args',
] as const;
export type Runtype = (typeof runtypes)[number];

/** Specification, volume_info (instance creation request). */
export interface VolumeInfo {
  /** false links an existing volume, true creates one. */
  create_new?: boolean;
  /** An existing volume's id, or a volume offer's id when creating. */
  volume_id?: number;
  /** GB; used only when creating. */
  size?: number;
  mount_path?: string;
}

/** Specification, Instance creation request fields. */
export interface CreateInstanceRequest {
  /** Required unless `template_hash_id` is given. */
  image?: string;
  template_hash_id?: string;
  label?: string;
  /** GB; the service's default is 8. */
  disk?: number;
  runtype?: Runtype;
  target_state?: InstanceState;
  /** Dollars per hour. Without it a bid offer is rented on demand, at the full price. */
  price?: number;
  /** Variables, and port mappings as `-p <host>:<container>` with the value `1`. */
  env?: Record<string, string>;
  /** At most 4048 characters. */
  onstart?: string;
  args_str?: string;
  use_jupyter_lab?: boolean;
  jupyter_dir?: string;
  python_utf8?: boolean;
  lang_utf8?: boolean;
  /** `-u <username> -p <access_token> <registry_host>`. */
  image_login?: string;
  cancel_unavail?: boolean;
  vm?: boolean;
  volume_info?: VolumeInfo;
}

export type InstanceState = 'running' | 'stopped';

/** What may be cancelled about any call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
}
