import * as vscode from 'vscode';
import { isOfferGone } from '../api/errors';
import { withProgress } from '../ask/notify';

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

/** Shows that the price is being looked up, unless it is known at once. */
export async function showingPrice<T>(looking: () => Promise<T>): Promise<T> {
  const looked = looking();
  const first = await Promise.race([looked, new Promise((resolve) => setTimeout(resolve, 50, pending))]);
  if (first !== pending) return looked;
  return withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Checking the price…') },
    () => looked,
  );
}

const pending = Symbol('pending');
