import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import type { Clock } from '../../clock';
import { gpuTitle } from '../../ask/instanceName';
import { defined } from '../../domain/defined';
import type { FormState } from '../../domain/launch/form/state';
import type { FieldProblem } from '../../domain/launch/launchRequest';
import type { ClosedForm } from '../../stores/launch/closedForm';
import type { FoundOffer } from '../../stores/offers/offerStore';
import { formatDate } from '../../domain/format';

/** How the form was left. It is shown again after everything except `back` and `cancelled`. */
export type FormEnd =
  /** `preview`: shows the result of template and request; `save`: saves it under a name. */
  | { kind: 'rent' | 'preview' | 'save' }
  /** The chosen volume is on another machine, so another offer is needed. */
  | { kind: 'elsewhere'; machineId: number }
  /** Continues with what was filled in when the form was last closed. */
  | { kind: 'resume'; earlier: ClosedForm }
  | { kind: 'back' | 'cancelled' };

/** A form that a person fills in to rent an offer, wherever it is shown. */
export interface RentForm {
  /** The offer to rent. */
  readonly found: FoundOffer;
  /** What is filled in. */
  readonly state: FormState;
  /** Continues with another offer or another state. */
  replace(found: FoundOffer, state: FormState): void;
  /** Shows the service's refusal at its field. */
  refuse(problem: FieldProblem): void;
  /** Shows the form until it is left. */
  ask(): Promise<FormEnd>;
  /**
   * The offer was just taken by someone else: another one with a disk of `disk` GB to go on with. Undefined goes back to
   * the form.
   */
  findNearest(disk: number): Promise<FoundOffer | undefined>;
}

/** What is stored of a form to resume it. */
export function closedForm({ offer, isBid, query }: FoundOffer, state: FormState, clock: Clock): ClosedForm {
  const { id, draft, template, count, typed, machineId, sent } = state;
  return {
    offerId: offer.id,
    isBid,
    query,
    draft,
    count,
    typed,
    at: clock.now(),
    ...defined({ id, templateId: template?.id, machineId, sent }),
  };
}

/** Describes a closed form, so that a person recognizes it. */
export function inShort({ draft, at }: ClosedForm): string {
  const time = formatDate(at, { timeStyle: 'short' });
  return [time, draft.label, draft.image]
    .filter(Boolean)
    .map((text) => plainText(text ?? '', 60))
    .join(' · ');
}

/** The GPUs of an offer and where they are. */
export function offerTitle({ offer, isBid }: FoundOffer): string {
  return [
    gpuTitle(offer),
    plainText(offer.geolocation ?? '', 40),
    isBid ? vscode.l10n.t('interruptible') : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
