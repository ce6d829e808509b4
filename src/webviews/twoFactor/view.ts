import * as l10n from '@vscode/l10n';
import { plainText } from '../../api/plainText';
import { lockEnd } from '../../domain/lockTime';
import type { Shown } from '../../twoFactor/session';
import type { Problem } from '../../twoFactor/problem';
import {
  type MethodRow,
  type Page,
  placeOn,
  placesOn,
  type ProblemView,
  type SentView,
  type StatusView,
  type View,
} from './protocol';
import {
  type Known,
  type Method,
  codeLifetime,
  type PageState,
  resendPause,
  type Sent,
  stateOf,
  storedKind,
} from '../../twoFactor/state';
import { nameOf } from '../../twoFactor/options';
import { formatDate } from '../../domain/format';

/** What is now sent to the browser side. @param now milliseconds since the epoch */
export function viewOf(shown: Shown, now: number): View {
  const { turn, account, busy, known, codesLost, problem, notice } = shown;
  const page = pageView(shown.page, now);
  return {
    turn,
    account,
    busy,
    page,
    status: known && statusView(known, shown.authorizedUntil, now),
    problem: problem && problemView(problem, page, now),
    notice,
    codesLost,
  };
}

function statusView(known: Known, authorizedUntil: number | undefined, now: number): StatusView {
  const { methods, backup_codes_remaining, new_method_authorized } = known.status;
  return {
    state: stateOf(known),
    methods: methods.map((method) => methodRow(method, now)),
    backupCodes: backup_codes_remaining,
    authorized: new_method_authorized ?? false,
    authorizedLeft: left(authorizedUntil, now),
  };
}

function methodRow(method: Method, now: number): MethodRow {
  return {
    id: method.id,
    kind: storedKind(method) ?? 'other',
    label: nameOf(method),
    phone: method.phone_number ? plainText(method.phone_number, 30) : undefined,
    primary: method.is_primary ?? false,
    lastUsed: method.last_used === undefined ? l10n.t('never used') : lastUsed(method.last_used),
    failCount: method.fail_count ?? 0,
    lockLeft: left(lockEnd(method.locked_until, now), now),
  };
}

function lastUsed(unixSeconds: number): string {
  const words = formatDate(unixSeconds * 1000, { dateStyle: 'medium', timeStyle: 'short' });
  return l10n.t('last used {0}', words);
}

function pageView(page: PageState, now: number): Page {
  switch (page.kind) {
    case 'loading':
    case 'overview':
    case 'choose':
    case 'lost':
      return { kind: page.kind };
    case 'proof': {
      const { purpose, options, option, sent } = page;
      return {
        kind: 'proof',
        purpose: {
          kind: purpose.kind,
          ...(purpose.kind === 'remove' ? { target: purpose.label, last: purpose.last } : {}),
        },
        options: options.map(({ id, kind, label, lockedUntil }) => ({
          id,
          kind,
          label,
          lockLeft: left(lockedUntil, now),
        })),
        chosen: option.id,
        sent: sent && sentView(sent, now),
      };
    }
    case 'secret':
      return { kind: 'secret', method: page.method, secret: page.secret, uri: page.uri };
    case 'phone':
      return {
        kind: 'phone',
        method: page.method,
        phone: page.phone,
        sent: page.sent && sentView(page.sent, now),
      };
    case 'codes':
      return { kind: 'codes', codes: [...page.codes], again: page.again, saved: page.saved };
  }
}

function sentView({ to, at }: Sent, now: number): SentView {
  return {
    to,
    expiresLeft: Math.max(0, at + codeLifetime - now),
    resendLeft: Math.max(0, at + resendPause - now),
  };
}

function problemView({ field, message, until, remedies }: Problem, page: Page, now: number): ProblemView {
  return {
    field: placeOn(placesOn(page), field),
    message,
    remedies: [...remedies],
    waitLeft: left(until, now),
  };
}

/** Undefined if nothing is left. */
function left(until: number | undefined, now: number): number | undefined {
  return until === undefined || until <= now ? undefined : until - now;
}
