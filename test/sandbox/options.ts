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
  /** 'v1': GET /api/v0/instances/ answers 410 and the list is at /api/v1/instances/. */
  listVersion?: 'v0' | 'v1';
  /** false: the optional endpoints beyond the specification answer 404. */
  extensions?: boolean;
  /** Seconds on the clock between an instance's start (or a key's registration) and the key's arrival on it. */
  keyDelaySeconds?: number;
  /** Seconds on the clock between price changes; 0: prices stand still. */
  priceTickSeconds?: number;
  /** true: calls that follow each other too quickly answer 429 (on the sandbox's clock). */
  spacing?: boolean;
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
    listVersion: 'v0',
    extensions: true,
    keyDelaySeconds: 0,
    priceTickSeconds: 0,
    spacing: false,
    onMessage: () => undefined,
    ...options,
  };
}
