import * as l10n from '@vscode/l10n';
import { plainText } from '../../api/plainText';
import { lockEnd } from '../../domain/lockTime';
import { placeOn, placesOn } from './places';
import type { Problem } from './problem';
import type { MethodRow, Notice, Page, ProblemView, SentView, StatusView, View } from './protocol';
import {
  codeLifetime,
  type Known,
  type Method,
  type PageState,
  resendPause,
  type Sent,
  storedKind,
} from './state';
import { nameOf } from './ways';

/** All that the panel shows, as the session holds it. */
export interface Shown {
  turn: number;
  account: string;
  busy: boolean;
  known: Known | undefined;
  /** Milliseconds since the epoch until which we know that a method may be added. */
  authorizedUntil: number | undefined;
  page: PageState;
  problem: Problem | undefined;
  notice: Notice | undefined;
}

/** What is sent to the browser side at this moment. @param now milliseconds since the epoch */
export function viewOf(shown: Shown, now: number): View {
  const { turn, account, busy, known, problem, notice } = shown;
  const page = pageView(shown.page, now);
  return {
    turn,
    account,
    busy,
    page,
    ...(known ? { status: statusView(known, shown.authorizedUntil, now) } : {}),
    ...(problem ? { problem: problemView(problem, page, now) } : {}),
    ...(notice ? { notice } : {}),
  };
}

/** The user's word for it tells `legacy`, which the status does not (specification, Status response). */
export function stateOf({ status, user }: Known): StatusView['state'] {
  if (user?.tfa_status) return user.tfa_status;
  if (!status.tfa_enabled) return 'disabled';
  return status.methods.length > 0 ? 'enabled' : 'legacy';
}

function statusView(known: Known, authorizedUntil: number | undefined, now: number): StatusView {
  const { methods, backup_codes_remaining, new_method_authorized } = known.status;
  const authorizedLeft = left(authorizedUntil, now);
  return {
    state: stateOf(known),
    methods: methods.map((method) => methodRow(method, now)),
    ...(backup_codes_remaining === undefined ? {} : { backupCodes: backup_codes_remaining }),
    authorized: new_method_authorized ?? false,
    ...(authorizedLeft === undefined ? {} : { authorizedLeft }),
  };
}

function methodRow(method: Method, now: number): MethodRow {
  const lockLeft = left(lockEnd(method.locked_until, now), now);
  return {
    id: method.id,
    kind: storedKind(method) ?? 'other',
    label: nameOf(method),
    ...(method.phone_number ? { phone: plainText(method.phone_number, 30) } : {}),
    primary: method.is_primary ?? false,
    lastUsed: method.last_used === undefined ? l10n.t('never used') : lastUsed(method.last_used),
    failCount: method.fail_count ?? 0,
    ...(lockLeft === undefined ? {} : { lockLeft }),
  };
}

function lastUsed(unixSeconds: number): string {
  const when = new Date(unixSeconds * 1000);
  const words = when.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
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
      const { purpose, ways, way, sent } = page;
      return {
        kind: 'proof',
        purpose: {
          kind: purpose.kind,
          ...(purpose.kind === 'remove' ? { target: purpose.label, last: purpose.last } : {}),
        },
        ways: ways.map(({ id, kind, label, lockedUntil }) => {
          const lockLeft = left(lockedUntil, now);
          return { id, kind, label, ...(lockLeft === undefined ? {} : { lockLeft }) };
        }),
        chosen: way.id,
        ...(sent ? { sent: sentView(sent, now) } : {}),
      };
    }
    case 'totp':
      return { kind: 'totp', secret: page.secret, uri: page.uri };
    case 'sms':
      return { kind: 'sms', phone: page.phone, ...(page.sent ? { sent: sentView(page.sent, now) } : {}) };
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

function problemView({ field, message, until, helps }: Problem, page: Page, now: number): ProblemView {
  const waitLeft = left(until, now);
  return {
    field: placeOn(placesOn(page), field),
    message,
    helps: [...helps],
    ...(waitLeft === undefined ? {} : { waitLeft }),
  };
}

/** Undefined when nothing is left. */
function left(until: number | undefined, now: number): number | undefined {
  return until === undefined || until <= now ? undefined : until - now;
}
