import * as l10n from '@vscode/l10n';
import { plainText } from '../../../api/plainText';
import { entryOf, kindOf, type Ledger } from './ledger';
import { older } from './reckoning';

/** What a person calls an instance, a volume, or what only a bill knows; plain, also after it is gone. */
export function nameOfSource(ledger: Ledger, source: string): string {
  if (source === older) return l10n.t('Ended long ago');
  const entry = entryOf(ledger, source);
  const [, id = ''] = /^(?:instance|volume)-(\d+)$/.exec(source) ?? [];
  const title = plainText(entry?.title ?? '', 60);
  if (id === '') return title || plainText(source, 60) || l10n.t('Unnamed');
  if (kindOf(source) === 'volume')
    return title === '' || title === id ? l10n.t('Volume {0}', id) : l10n.t('{0} (volume {1})', title, id);
  return title === '' ? l10n.t('Instance {0}', id) : `${title} (${id})`;
}
