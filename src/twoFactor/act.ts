import * as l10n from '@vscode/l10n';
import { checkedLabel, confirm, resendToNumber, sendToNumber, setUp } from './enrol';
import { proofPage, prove, removal, sendProof } from './proof';
import type { Action, Remedy } from './action';
import { methodTable } from './methods';
import {
  type Context,
  type Method,
  type Next,
  type PageState,
  type SessionOptions,
  stateOf,
  storedKind,
  told,
} from './state';

/** Actions that need the service; the session does the others itself. */
type ServiceAction = Exclude<
  Action,
  { kind: 'refresh' | 'back' | 'copySecret' | 'copyCodes' | 'saveCodes' | 'codesStored' | 'remedy' }
>;

/** Does one step. The page keeps its own challenge. @throws ApiError */
export async function act(context: Context, page: PageState, action: ServiceAction): Promise<Next> {
  switch (action.kind) {
    case 'add':
      return context.known.status.new_method_authorized
        ? { page: { kind: 'choose' } }
        : { page: proofPage(context, { kind: 'add' }) };
    case 'renew':
      // A notification may ask for it while new ones are on the page.
      return page.kind === 'codes' ? {} : { page: proofPage(context, { kind: 'renew' }) };
    case 'lost':
      return { page: { kind: 'lost' } };
    case 'remove':
      return { page: removalPage(context, action.methodId) };
    case 'removeLost':
      return { page: removalPage(context, action.methodId, action.methodId) };
    case 'rename':
      return update(context, { tfa_method_id: action.methodId, label: checkedLabel(action.label) });
    case 'makePrimary':
      return update(context, { tfa_method_id: action.methodId, is_primary: true });
    case 'chooseOption':
      // The session does it, at once.
      return {};
    case 'send':
    case 'resend':
      return send(context, page, action.kind === 'resend');
    case 'prove':
      return page.kind === 'proof' ? prove(context, page, action.code) : {};
    case 'setUp':
      return { page: await setUp(context, action.method) };
    case 'sendToNumber':
      if (page.kind === 'phone') page.sent = await sendToNumber(context, page, action.phone);
      return {};
    case 'otherNumber':
      return page.kind === 'phone' ? { page: { ...page, phone: '', sent: undefined } } : {};
    case 'confirm':
      return page.kind === 'secret' || page.kind === 'phone' ? confirm(context, page, action) : {};
  }
}

/** Does a remedy inside the panel; does nothing for one outside of it. */
export async function applyRemedy(context: Context, page: PageState, kind: Remedy): Promise<Next> {
  switch (kind) {
    case 'resend':
      return send(context, page, true);
    case 'authorize':
      return { page: proofPage(context, { kind: 'add' }) };
    case 'removeAndSetUpAnew': {
      const broken = context.known.status.methods.find(needsSecret);
      return broken ? { page: removalPage(context, broken.id, broken.id) } : { reload: true };
    }
    case 'otherMethod':
      return { page: { kind: 'choose' } };
    case 'renewCodes':
      return { page: proofPage(context, { kind: 'renew' }) };
    case 'refresh':
      return { page: { kind: 'overview' }, reload: true };
    default:
      return {};
  }
}

/** @param lost the method that the person no longer has */
function removalPage(context: Context, methodId: number, lost?: number): PageState {
  // A legacy account has no method: the call turns off two-factor authentication (specification, DELETE tfa).
  if (stateOf(context.known) === 'legacy' && context.known.status.methods.length === 0)
    return proofPage(context, { kind: 'remove', label: l10n.t('Number on file'), last: true });
  return proofPage(context, removal(context, methodId), lost);
}

function needsSecret(method: Method): boolean {
  const kind = storedKind(method);
  return kind !== undefined && methodTable[kind].enrol.needs === 'secret';
}

async function update(
  { client }: Context,
  request: { tfa_method_id: number; label?: string; is_primary?: boolean },
): Promise<Next> {
  await client.twoFactor.updateMethod(request);
  return { changed: true, ...told(l10n.t('Changed.')) };
}

/** Asks the service nothing, so that it is done at once. */
export function chooseOption(page: PageState, id: string): void {
  const option = page.kind === 'proof' ? page.options.find((one) => one.id === id) : undefined;
  if (page.kind !== 'proof' || !option) return;
  // Keeps the page, because a new one would take the focus from the list in which the person is choosing.
  Object.assign(page, { option, sent: undefined, begun: undefined });
}

async function send(context: Context, page: PageState, again: boolean): Promise<Next> {
  if (page.kind === 'proof') page.sent = await sendProof(context, page, again);
  if (page.kind === 'phone') page.sent = await resendToNumber(context, page);
  return again ? told(l10n.t('Code resent. Only the newest code works.')) : {};
}

/** Gives secrets of the page to the clipboard or to a file, for the person to store. */
export async function handOut(
  how: 'copySecret' | 'copyCodes' | 'saveCodes',
  page: PageState,
  { account, copy, save }: SessionOptions,
): Promise<Next> {
  switch (how) {
    case 'copySecret':
      if (page.kind === 'secret') await copy(page.secret);
      return told(l10n.t('The secret is on the clipboard. Clear the clipboard once the app has it.'));
    case 'copyCodes':
      if (page.kind === 'codes') await copy(page.codes.join('\n'));
      return told(l10n.t('The codes are on the clipboard. Clear it once they’re stored.'));
    case 'saveCodes': {
      if (page.kind !== 'codes') return {};
      const heading = l10n.t('Backup codes for {0}. Each works once.', account);
      page.saved = (await save(`${heading}\n\n${page.codes.join('\n')}\n`)) || page.saved;
      return {};
    }
  }
}
