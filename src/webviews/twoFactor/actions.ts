import * as l10n from '@vscode/l10n';
import { checkedLabel, confirm, resendToNumber, sendToNumber, setUp } from './enrol';
import { proofPage, prove, removal, sendProof } from './proof';
import type { Help, PanelMessage } from './protocol';
import type { Context, Next, PageState } from './state';
import { stateOf } from './view';

/** What a person can ask of the service; all else the session does by itself. */
export type ServiceMessage = Exclude<
  PanelMessage,
  {
    kind:
      | 'ready'
      | 'attended'
      | 'refresh'
      | 'back'
      | 'copySecret'
      | 'copyCodes'
      | 'saveCodes'
      | 'codesStored'
      | 'help';
  }
>;

/** Does one step. The page's own challenge is kept in the page. @throws ApiError */
export async function act(context: Context, page: PageState, message: ServiceMessage): Promise<Next> {
  switch (message.kind) {
    case 'add':
      return context.known.status.new_method_authorized
        ? { page: { kind: 'choose' } }
        : { page: proofPage(context, { kind: 'add' }) };
    case 'renew':
      return { page: proofPage(context, { kind: 'renew' }) };
    case 'lost':
      return { page: { kind: 'lost' } };
    case 'remove':
      return { page: removalPage(context, message.methodId) };
    case 'removeLost':
      return { page: removalPage(context, message.methodId, message.methodId) };
    case 'rename':
      return update(context, { tfa_method_id: message.methodId, label: checkedLabel(message.label) });
    case 'makePrimary':
      return update(context, { tfa_method_id: message.methodId, is_primary: true });
    case 'chooseWay':
      return chooseWay(page, message.way);
    case 'send':
    case 'resend':
      return send(context, page, message.kind === 'resend');
    case 'prove':
      return page.kind === 'proof' ? prove(context, page, message.code) : {};
    case 'setUp':
      return { page: await setUp(context, message.method) };
    case 'sendToNumber':
      if (page.kind === 'sms') page.sent = await sendToNumber(context, page, message.phone);
      return {};
    case 'otherNumber':
      return { page: { kind: 'sms', phone: '' } };
    case 'confirm':
      return page.kind === 'totp' || page.kind === 'sms' ? confirm(context, page, message) : {};
  }
}

/** What helps within the panel; undefined for what lies outside of it. */
export async function help(context: Context, page: PageState, kind: Help): Promise<Next> {
  switch (kind) {
    case 'resend':
      return send(context, page, true);
    case 'authorize':
      return { page: proofPage(context, { kind: 'add' }) };
    case 'removeAndSetUpAnew': {
      const broken = context.known.status.methods.find(({ method }) => method === 'totp');
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
  // A legacy account has no method to name: the call itself switches it off (specification, DELETE tfa).
  if (stateOf(context.known) === 'legacy' && context.known.status.methods.length === 0)
    return proofPage(context, { kind: 'remove', label: l10n.t('Number on file'), last: true });
  return proofPage(context, removal(context, methodId), lost);
}

async function update(
  { client }: Context,
  request: { tfa_method_id: number; label?: string; is_primary?: boolean },
): Promise<Next> {
  await client.twoFactor.updateMethod(request);
  return { changed: true, notice: { tone: 'info', text: l10n.t('Changed.') } };
}

function chooseWay(page: PageState, id: string): Next {
  const way = page.kind === 'proof' ? page.ways.find((one) => one.id === id) : undefined;
  if (page.kind !== 'proof' || !way) return {};
  // The page stays the same one: a new one would take the focus from the list in which the person is choosing.
  Object.assign(page, { way, sent: undefined, begun: undefined });
  return {};
}

async function send(context: Context, page: PageState, again: boolean): Promise<Next> {
  if (page.kind === 'proof') page.sent = await sendProof(context, page, again);
  if (page.kind === 'sms') page.sent = await resendToNumber(context, page);
  const text = l10n.t('Sent again. Only the newest code counts.');
  return again ? { notice: { tone: 'info', text } } : {};
}
