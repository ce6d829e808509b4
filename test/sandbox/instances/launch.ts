import type { Runtype } from './runtypes';

export interface VolumeInfo {
  createNew: boolean;
  volumeId: number;
  /** GB; only when a volume is created. */
  size: number | undefined;
  /** Only when a volume is created. */
  name?: string | undefined;
  mountPath: string;
}

/** How an instance is to run: the creation request after template and defaults were applied. */
export interface Launch {
  image: string;
  label: string | undefined;
  /** GB. */
  disk: number;
  runtype: Runtype;
  targetState: 'running' | 'stopped';
  /** Bid in dollars per hour; undefined: on demand. */
  price: number | undefined;
  env: Readonly<Record<string, string>>;
  onstart: string | undefined;
  argsStr: string | undefined;
  useJupyterLab: boolean;
  jupyterDir: string | undefined;
  pythonUtf8: boolean;
  langUtf8: boolean;
  imageLogin: string | undefined;
  cancelUnavail: boolean;
  vm: boolean;
  volume: VolumeInfo | undefined;
  extraFilters: Readonly<Record<string, unknown>>;
  template: { id: number; hashId: string; name: string } | undefined;
}

/** Images below a name `private` are pulled with a login alone. */
export const canPull = ({ image, imageLogin }: Launch): boolean =>
  imageLogin !== undefined || !/(?:^|\/)private\//.test(image);
