import * as l10n from '@vscode/l10n';

/**
 * What every call that takes a signal throws when the signal is aborted. A person never sees it as an error. Questions
 * to a person return `undefined` instead when they cancel.
 */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
  /** True once a byte of a request may have reached the service. */
  readonly sent: boolean;

  constructor({ message, sent = false, cause }: { message?: string; sent?: boolean; cause?: unknown } = {}) {
    super(message ?? l10n.t('Canceled.'), { cause });
    this.sent = sent;
  }
}

/** @throws CancelledError when the signal was aborted */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CancelledError();
}
