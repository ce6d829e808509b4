import * as l10n from '@vscode/l10n';
import type { Next, PageState } from './state';
import type { Known } from './known';
import { storedKind } from './state';
import { switchedOff } from './proof';

/**
 * The next page after a step whose answer was lost, found by comparing the account before and after; undefined if the
 * step wasn't carried out and can be tried again.
 */
export function reconcileLostResponse(page: PageState, before: Known, after: Known): Next | undefined {
  if (page.kind === 'secret' || page.kind === 'phone') {
    const known = new Set(before.status.methods.map(({ id }) => id));
    const isNew = after.status.methods.some(
      (method) => storedKind(method) === page.method && !known.has(method.id),
    );
    if (!isNew) return undefined;
    return warn(
      before.status.methods.length === 0
        ? l10n.t(
            'The method is set up, but the response with its backup codes was lost. Create new backup codes now.',
          )
        : l10n.t('The method is set up, although the service’s response was lost.'),
    );
  }
  if (page.kind !== 'proof') return undefined;
  const { purpose } = page;
  switch (purpose.kind) {
    case 'renew':
      return { page: { kind: 'overview' }, notice: perhapsReplaced() };
    case 'remove':
      if (!after.status.tfa_enabled) return { page: { kind: 'overview' }, notice: switchedOff() };
      return after.status.methods.some(({ id }) => id === purpose.methodId)
        ? undefined
        : warn(l10n.t('“{0}” was removed, although the service’s response was lost.', purpose.label));
    case 'add':
      return after.status.new_method_authorized ? { page: { kind: 'choose' } } : undefined;
  }
}

export const perhapsReplaced = (): NonNullable<Next['notice']> => ({
  tone: 'warning',
  text: l10n.t(
    'The service’s response was lost. Your backup codes may have been replaced by ones you haven’t seen. Create new backup codes.',
  ),
});

function warn(text: string): Next {
  return { page: { kind: 'overview' }, notice: { tone: 'warning', text } };
}
