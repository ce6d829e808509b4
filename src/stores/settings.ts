import * as vscode from 'vscode';
import type { NewsKind } from '../domain/instances/instanceNews';
import { type WarningLimits, warningsOff } from '../domain/money/warnings/warning';
import type { IdleEnd } from '../domain/runs/run';
import { type RunThen, thens } from '../domain/runs/afterRun';
import type { Runtype } from '../api/http/requests';

/** The person's settings, read when they are needed. All have application scope. */
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
  run: {
    /** Hours after which a run ends. */
    get limitHours(): number {
      return Math.max(0.1, number('run.limitHours'));
    },
    /** When a run ends because its GPUs are idle; undefined for never. */
    get idle(): IdleEnd | undefined {
      const minutes = number('run.idleMinutes');
      return minutes > 0 ? { minutes, below: 5 } : undefined;
    },
    /** What becomes of the instance after a run. */
    get then(): RunThen {
      return thens.find((then) => then === text('run.then')) ?? 'stop';
    },
    /** For how long after a run its instance is destroyed as agreed, once its results are here. */
    get destroyWithinHours(): number {
      return Math.max(0, number('run.destroyWithinHours'));
    },
    /** Patterns of what is fetched, as in .gitignore. */
    get fetch(): readonly string[] {
      const patterns = read('run.fetch');
      return Array.isArray(patterns) ? patterns.filter((one) => typeof one === 'string') : [];
    },
  },
  account: {
    /** Credit is shown as low below this many hours. */
    get lowCreditHours(): number {
      return number('account.lowCreditHours');
    },
  },
  /** Dollars; 0 for no limit. */
  budget: {
    /** For all that is billed on an account in one day of this computer's time zone. */
    get perDay(): number {
      return Math.max(0, number('budget.perDay'));
    },
    /** For one instance, since it was rented. */
    get perInstance(): number {
      return Math.max(0, number('budget.perInstance'));
    },
  },
  connect: {
    /** Whether an instance opens in the current window. */
    get reusesWindow(): boolean {
      return read('connect.window') === 'sameWindow';
    },
    /** Undefined if the person hasn't set one; then the home folder of the login. */
    get remoteFolder(): string | undefined {
      const value = vscode.workspace
        .getConfiguration('gpuRental')
        .inspect<unknown>('connect.remoteFolder')?.globalValue;
      return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
    },
  },
  notifications: {
    /** `started`: an instance that is waited for runs; `notStarted`: it does not. */
    isOn: (kind: NewsKind | 'started' | 'notStarted'): boolean => read(`notifications.${kind}`) !== false,
  },
  warnings: {
    /** A limit of 0 turns a warning off. */
    get limits(): WarningLimits {
      const limitOf = (key: string, off: number | boolean): number | boolean =>
        typeof off === 'number' ? Math.max(0, number(`warnings.${key}`)) : read(`warnings.${key}`) !== false;
      const limits = Object.entries(warningsOff).map(([key, off]) => [key, limitOf(key, off)]);
      const { lowCreditHours } = settings.account;
      return { ...(Object.fromEntries(limits) as typeof warningsOff), lowCreditHours };
    },
    get costAtStart(): boolean {
      return read('warnings.costAtStart') !== false;
    },
  },
  ssh: {
    get user(): string {
      return text('ssh.user') || 'root';
    },
    /** As typed, maybe with `~`; empty for ssh's default. */
    get identityFile(): string {
      return text('ssh.identityFile');
    },
    get configFile(): string {
      return text('ssh.configFile');
    },
    /**
     * The config file that Remote-SSH reads; never changed by us. Only the user's value: while Remote-SSH isn't
     * installed, its settings have no scope, and a workspace could set another file.
     */
    get remoteSshConfigFile(): string {
      return ofRemoteSsh('configFile');
    },
    /** The ssh program that Remote-SSH runs; empty for the one on the PATH. */
    get remoteSshPath(): string {
      return ofRemoteSsh('path');
    },
  },
} as const;

const proposedRuntypes = ['ssh_direct', 'ssh_proxy', 'jupyter_direct', 'jupyter_proxy'] as const;

function ofRemoteSsh(key: string): string {
  const value = vscode.workspace.getConfiguration('remote.SSH').inspect<unknown>(key)?.globalValue;
  return typeof value === 'string' ? value.trim() : '';
}

function read(key: string): unknown {
  return vscode.workspace.getConfiguration('gpuRental').get<unknown>(key);
}

/** A setting with the wrong type counts as not set. */
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
