import { MAX_SEARCH_LIMIT } from './choices';
import type { ClockKind } from './clock';
import type { SentMessage } from './twoFactor/messenger';

export interface SandboxOptions {
  /** Port on loopback; 0, the default, takes a free one. */
  port?: number;
  /** The same seed makes the same market. */
  seed?: number;
  /** Offers in the market. */
  offers?: number;
  /** Seconds on the sandbox's clock from creation to "running". */
  bootSeconds?: number;
  /** 'manual' (default) moves only by `control.advance`; 'real' runs by itself. */
  clock?: ClockKind;
  /** Epoch seconds at which a manual clock begins; default: now. */
  startTime?: number;
  /** false: no sshd behind instances, although the machine has one. */
  sshd?: boolean;
  /** true: a real Jupyter server behind the instances that have Jupyter on a port of the machine, where one is installed. */
  jupyter?: boolean;
  /** true: what listens on a port of this computer answers on the ports of the machines that are mapped to it. */
  publishesPorts?: boolean;
  /** 'v1', the default: GET /api/v0/instances/ answers 410 and the list is at /api/v1/instances/. */
  listVersion?: 'v0' | 'v1';
  /**
   * A start whose GPUs someone else has: the answer is that it is queued, and the instance waits for its GPUs, as by
   * default, or ('given_up') its intended state goes back to stopped by itself; 'silent' answers success and waits.
   */
  queuedStart?: 'silent' | 'waits' | 'given_up';
  /** Whether a restart is exited with stopped and then with running before it runs, as by default, or loading at once. */
  restart?: 'loading' | 'exited';
  /** How one instance is answered that the account doesn't have: 200 with null, as by default, or 404. */
  unknownInstance?: 'null' | 'not_found';
  /** false: the optional endpoints beyond the specification answer 404. */
  extensions?: boolean;
  /** The name under which the answer to a reset of an API key carries the new value; pages of the vendor differ. */
  resetAnswer?: 'new_api_key' | 'api_key' | 'key';
  /** How the keys of an account that has none are answered: as an empty list, or 404 as the vendor does. */
  noSshKeys?: 'list' | 'not_found';
  /** Whether the list of API keys stands alone or within an object; the vendor's client reads the latter. */
  apiKeyList?: 'list' | 'object';
  /** Whether an account may have several two-factor methods of one kind; the specification has an error for a second. */
  tfaMethodsOfAKind?: 'one' | 'several';
  /** Seconds on the clock between an instance's start (or a key's registration) and the key's arrival on it. */
  keyDelaySeconds?: number;
  /** Seconds on the clock from an instance's creation until the list has it, as lists of the real service may lag. */
  listDelaySeconds?: number;
  /** Seconds on the clock between price changes; 0: prices stand still. */
  priceTickSeconds?: number;
  /** true: calls that follow each other too quickly answer 429 (on the sandbox's clock). */
  spacing?: boolean;
  /** true: numbers come as text, nulls are missing, and every list has a row that cannot be read; 'values': without that row. */
  odd?: boolean | 'values';
  /** The most offers of one answer; a greater `limit` is cut to it. */
  searchLimit?: number;
  /** true: a search answers offers of any kind, whatever it filters by. */
  ignoresFilters?: boolean;
  /** true: four of five offers have nulls, prices of 0, absurd numbers, or names that are markup. */
  strangeOffers?: boolean;
  /** 0 to 1: after each search, this share of the offers that no instance has is taken or given back, or costs more or less. */
  churn?: number;
  /** Told of every SMS and e-mail that the service would send. */
  onMessage?: (message: SentMessage) => void;
}

export type Settings = Required<SandboxOptions>;

export function settingsOf(options: SandboxOptions): Settings {
  return {
    port: 0,
    seed: 1,
    offers: 2_000,
    bootSeconds: 60,
    clock: 'manual',
    startTime: Math.floor(Date.now() / 1000),
    sshd: true,
    jupyter: false,
    publishesPorts: false,
    listVersion: 'v1',
    unknownInstance: 'null',
    queuedStart: 'waits',
    restart: 'exited',
    extensions: true,
    resetAnswer: 'new_api_key',
    noSshKeys: 'list',
    apiKeyList: 'list',
    tfaMethodsOfAKind: 'one',
    keyDelaySeconds: 0,
    listDelaySeconds: 0,
    priceTickSeconds: 0,
    spacing: false,
    odd: false,
    searchLimit: MAX_SEARCH_LIMIT,
    ignoresFilters: false,
    strangeOffers: false,
    churn: 0,
    onMessage: () => undefined,
    ...options,
  };
}
