import * as l10n from '@vscode/l10n';
import type { Known, Next, PageState } from './state';
import { storedKind } from './state';
import { switchedOff } from './proof';

/**
 * Where a step leads whose answer never came although the service may have carried it out, told by what is known
 * before and after; undefined when it was not carried out, so that it may be tried again.
 */
export function afterLostAnswer(page: PageState, before: Known, after: Known): Next | undefined {
  if (page.kind === 'totp' || page.kind === 'sms') {
    const isThere = (known: Known) => known.status.methods.some((method) => storedKind(method) === page.kind);
    if (isThere(before) || !isThere(after)) return undefined;
    return warn(
      before.status.methods.length === 0
        ? l10n.t(
            'The method is set up, but the answer with its backup codes was lost. Make new backup codes now.',
          )
        : l10n.t('The method is set up, although the service’s answer was lost.'),
    );
  }
  if (page.kind !== 'proof') return undefined;
  const { purpose } = page;
  switch (purpose.kind) {
    case 'renew':
      return warn(
        l10n.t(
          'The service’s answer was lost. It may have replaced your backup codes by ones that nobody has seen: make new backup codes.',
        ),
      );
    case 'remove':
      if (!after.status.tfa_enabled) return { page: { kind: 'overview' }, notice: switchedOff() };
      return after.status.methods.some(({ id }) => id === purpose.methodId)
        ? undefined
        : warn(l10n.t('“{0}” was removed, although the service’s answer was lost.', purpose.label));
    case 'add':
      return after.status.new_method_authorized ? { page: { kind: 'choose' } } : undefined;
  }
}

function warn(text: string): Next {
  return { page: { kind: 'overview' }, notice: { tone: 'warning', text } };
}
