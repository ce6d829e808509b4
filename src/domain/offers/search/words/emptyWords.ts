import * as l10n from '@vscode/l10n';
import type { Blame } from '../narrowing';
import { counted } from '../../../format';

/**
 * Why a search finds nothing, as a sentence. `blame` is undefined while the market is not known; `wordsOf` has the
 * words of a field's filter.
 */
export function emptySentence(
  blame: readonly Blame[] | undefined,
  wordsOf: (field: string) => string,
): string {
  const [best, second] = blame ?? [];
  const nowhere = blame?.find(({ alone }) => alone === 0);
  if (nowhere?.field === 'geolocation')
    return l10n.t('No GPUs are offered in {0} right now', wordsOf(nowhere.field));
  if (nowhere) return l10n.t('No offers match {0}', wordsOf(nowhere.field));
  if (best && best.without > 0 && (second?.without ?? 0) === 0)
    return l10n.t('No offers match because of {0}', wordsOf(best.field));
  if (best?.without === 0) return l10n.t('No offers match; drop more than one filter');
  return l10n.t('No offers match all these filters');
}

/** What dropping a filter does; empty while nobody knows. `isCut`: the market has more offers than are known. */
export function effectWords({ without, alone }: Partial<Blame>, isCut: boolean): string {
  if (without === undefined) return '';
  if (without === 0) return alone === 0 ? l10n.t('no offer has it') : l10n.t('still no offers');
  return counted(
    without,
    isCut
      ? l10n.t('then at least {0} offer|then at least {0} offers')
      : l10n.t('then {0} offer|then {0} offers'),
  );
}

/** The button that does without a filter. */
export const dropWords = (words: string): string => l10n.t('Drop {0}', words);
