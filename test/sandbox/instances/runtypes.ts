/** Launch modes of an instance (specification, Runtype values). */
export const runtypes = [
  'ssh_direct',
  'ssh_proxy',
  'ssh',
  'jupyter_direct',
  'jupyter_proxy',
  'jupyter',
  'args',
] as const;

/** The words that the vendor's command line sends in place of a name; `image_runtype` answers with them. */
const wordsOfRuntypes: ReadonlyMap<unknown, Runtype> = new Map<string, Runtype>([
  ['ssh_direc ssh_proxy', 'ssh_direct'],
  ['jupyter_direc ssh_direc ssh_proxy', 'jupyter_direct'],
  ['jupyter_proxy ssh_proxy', 'jupyter_proxy'],
]);

/** The runtype's name where it is given in words; anything else as it is. */
export function runtypeOf(given: unknown): unknown {
  return wordsOfRuntypes.get(given) ?? given;
}

export type Runtype = (typeof runtypes)[number];

/** What a runtype provides. */
export interface RuntypeTraits {
  ssh: boolean;
  jupyter: boolean;
  /** Container ports that get a port of the host. */
  ports: readonly number[];
  /** The instance field `image_runtype`, in the service's own spelling. */
  imageRuntype: string;
}

const proxySsh: RuntypeTraits = { ssh: true, jupyter: false, ports: [], imageRuntype: 'ssh_proxy' };
const proxyJupyter: RuntypeTraits = {
  ssh: true,
  jupyter: true,
  ports: [],
  imageRuntype: 'jupyter_proxy ssh_proxy',
};

export const runtypeTraits: Readonly<Record<Runtype, RuntypeTraits>> = {
  ssh_direct: { ssh: true, jupyter: false, ports: [22], imageRuntype: 'ssh_direc ssh_proxy' },
  ssh_proxy: proxySsh,
  ssh: proxySsh,
  jupyter_direct: {
    ssh: true,
    jupyter: true,
    ports: [8080, 22],
    imageRuntype: 'jupyter_direc ssh_direc ssh_proxy',
  },
  jupyter_proxy: proxyJupyter,
  jupyter: proxyJupyter,
  args: { ssh: false, jupyter: false, ports: [], imageRuntype: 'args' },
};
