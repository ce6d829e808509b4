import type { Button } from '../../ask/notify';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { formatSum } from '../../domain/money/cost';
import type { WarningFacts, WarningKind } from '../../domain/money/warnings/warning';

export interface WarningButton extends Button {
  /** It needs no account to be in use. */
  forAnyAccount?: true;
}

/** What buttons need besides the facts. */
export interface WarningContext {
  /** Milliseconds since the epoch. */
  now: number;
  /** Opens the page of the account's service where credit is bought. */
  addCredit: () => Thenable<unknown>;
  showDetails: (instance: SharedInstance) => Thenable<unknown>;
  /** Turns this kind of warning off for an instance. */
  mute: (instance: SharedInstance) => Thenable<unknown>;
}

export interface WarningWords<K extends WarningKind> {
  one: (facts: WarningFacts[K], now: number) => string;
  several: (all: readonly WarningFacts[K][], list: string) => string;
  name: (facts: WarningFacts[K]) => string;
  /** The most helpful one comes first. */
  buttons: (facts: WarningFacts[K], context: WarningContext) => readonly WarningButton[];
  /** Shows several of them. */
  view: 'instances' | 'volumes';
}

export type WarningTable<K extends WarningKind> = { readonly [Kind in K]: WarningWords<Kind> };

/** In the sentence about several. */
export const sumOf = (all: readonly { cost: number }[]): string =>
  formatSum(all.reduce((total, { cost }) => total + cost, 0));
