import * as l10n from '@vscode/l10n';
import { type Known, type Next, type PageState, storedKind, told, type SessionOptions } from './state';
import { switchedOff } from './proof';
import type { Action } from './action';

/** The page after a lost answer, by the account before and after; undefined if nothing was done. */
export function reconcileLostResponse(page: PageState, before: Known, after: Known): Next | undefined {
  if (page.kind === 'secret' || page.kind === 'phone') {
    const known = new Set(before.status.methods.map(({ id }) => id));
    const isNew = after.status.methods.some(
      (method) => storedKind(method) === page.method && !known.has(method.id),
    );
    if (!isNew) return undefined;
    return warn(
      before.status.methods.length === 0
        ? withoutCodes()
        : l10n.t('The method is set up, although the service’s response was lost.'),
    );
  }
  if (page.kind !== 'proof') return undefined;
  const { purpose } = page;
  switch (purpose.kind) {
    case 'renew':
      return { page: { kind: 'overview' }, ...perhapsReplaced() };
    case 'remove':
      if (!after.status.tfa_enabled) return { page: { kind: 'overview' }, ...switchedOff() };
      // A legacy account has no method to miss: nothing was done while it is on.
      return purpose.methodId === undefined || after.status.methods.some(({ id }) => id === purpose.methodId)
        ? undefined
        : warn(l10n.t('“{0}” was removed, although the service’s response was lost.', purpose.label));
    case 'add':
      return after.status.new_method_authorized ? { page: { kind: 'choose' } } : undefined;
  }
}

export const perhapsReplaced = (): ReturnType<typeof told> =>
  told(
    l10n.t(
      'The service’s response was lost. Your backup codes may have been replaced by ones you haven’t seen. Create new backup codes.',
    ),
    'warning',
  );

/** The first method is there, and what came with it isn't. */
export const withoutCodes = (): string =>
  l10n.t(
    'The method is set up, but the response with its backup codes was lost. Create new backup codes now.',
  );

export const warn = (text: string): Next => ({ page: { kind: 'overview' }, ...told(text, 'warning') });

/** Whether the service answers this with backup codes, which come only once. */
export function makesCodes(message: Action, page: PageState, known: Known | undefined): boolean {
  if (message.kind === 'prove') return page.kind === 'proof' && page.purpose.kind === 'renew';
  return message.kind === 'confirm' && known?.status.methods.length === 0;
}

/** New backup codes that were asked for and may have been made, although nobody has heard the answer. */
export class AwaitedCodes {
  readonly #kept: SessionOptions['kept'];
  /** Nobody was told yet that they may have been made. */
  isOpen = false;

  constructor(kept: SessionOptions['kept']) {
    this.#kept = kept;
  }

  /** Noted before they are asked for: the window may be gone before the answer comes. */
  async begin(): Promise<void> {
    this.isOpen = true;
    await this.#kept.await();
  }

  /** None were made, or the person is told that they may have been. */
  end(): void {
    if (this.isOpen) this.#kept.awaitNoMore();
    this.isOpen = false;
  }
}
