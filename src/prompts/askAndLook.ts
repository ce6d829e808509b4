import * as vscode from 'vscode';
import { isOfferGone } from '../api/errors';
import { sayLate } from '../ask/notify';

/**
 * Asks a person about something that `look` returned, and looks again while they read, because a question must not wait
 * for what can be checked meanwhile. Resolves to the result of the second look, or of another one if that failed or is
 * too old when they agree; undefined if they said no. @throws what `ask` and the last look throw
 */
export async function askAndLook<T>(
  ask: () => Promise<boolean>,
  look: (signal?: AbortSignal) => Promise<T>,
  isFresh: (seen: T) => boolean,
): Promise<T | undefined> {
  const abort = new AbortController();
  const behind = look(abort.signal).then(
    (seen) => ({ seen }),
    (error: unknown) => ({ error }),
  );
  try {
    if (!(await ask())) return undefined;
    return await showingPrice(async () => {
      const looked = await behind;
      if ('error' in looked && isOfferGone(looked.error)) throw looked.error;
      return 'seen' in looked && isFresh(looked.seen) ? looked.seen : look();
    });
  } finally {
    abort.abort();
  }
}

/** Shows that the price is being looked up. */
export const showingPrice = <T>(looking: () => Promise<T>): Promise<T> =>
  sayLate(vscode.l10n.t('Checking the price…'), looking());
