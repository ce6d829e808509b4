import * as vscode from 'vscode';
import type { Runtype } from '../api/requests';

/** The person's settings, read at the moment they are needed; all are of application scope. */
export const settings = {
  get baseUrl(): string {
    return text('baseUrl');
  },
  get pollIntervalSeconds(): number {
    return Math.max(1, number('pollIntervalSeconds'));
  },
  search: {
    get verifiedOnly(): boolean {
      return read('search.verifiedOnly') !== false;
    },
    get limit(): number {
      return Math.max(1, Math.floor(number('search.limit')));
    },
  },
  rent: {
    get image(): string {
      return text('rent.image');
    },
    /** GB. */
    get disk(): number {
      return number('rent.disk');
    },
    get runtype(): Runtype {
      const runtype = text('rent.runtype');
      return proposedRuntypes.find((known) => known === runtype) ?? 'ssh_direct';
    },
  },
  connect: {
    get remoteFolder(): string {
      return text('connect.remoteFolder') || '/root';
    },
  },
  ssh: {
    get user(): string {
      return text('ssh.user') || 'root';
    },
    /** As the person wrote it, maybe with `~`; empty for ssh's own choice. */
    get identityFile(): string {
      return text('ssh.identityFile');
    },
    get configFile(): string {
      return text('ssh.configFile');
    },
    /**
     * Where Remote-SSH looks; never set from here. The person's own value alone: while Remote-SSH is not installed its
     * settings have no scope, and a workspace could name a file of its own.
     */
    get remoteSshConfigFile(): string {
      const value = vscode.workspace
        .getConfiguration('remote.SSH')
        .inspect<unknown>('configFile')?.globalValue;
      return typeof value === 'string' ? value.trim() : '';
    },
  },
} as const;

const proposedRuntypes = ['ssh_direct', 'ssh_proxy', 'jupyter_direct', 'jupyter_proxy'] as const;

function read(key: string): unknown {
  return vscode.workspace.getConfiguration('gpuRental').get<unknown>(key);
}

/** A setting of the wrong type counts as not set. */
function text(key: string): string {
  const value = read(key);
  return typeof value === 'string' ? value.trim() : defaultOf(key, '');
}

function number(key: string): number {
  const value = read(key);
  return typeof value === 'number' && Number.isFinite(value) ? value : defaultOf(key, 0);
}

function defaultOf<T extends string | number>(key: string, otherwise: T): T {
  return vscode.workspace.getConfiguration('gpuRental').inspect<T>(key)?.defaultValue ?? otherwise;
}
