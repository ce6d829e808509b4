import * as l10n from '@vscode/l10n';
import { plainText } from '../../api/plainText';
import { LocalError } from '../../api/localError';
import type { SharedInstance } from './sharedInstance';
import { formatList } from '../format';

/**
 * The id of the instance that a person means by its id or its label. Text that is a number is an id, unless there is
 * such a label. @throws LocalError 'not_found' if there is none, 'invalid_input' if there are several
 */
export function namedInstance(
  instances: Iterable<Pick<SharedInstance, 'id' | 'label'>>,
  name: number | string,
): number {
  if (typeof name === 'number') return name;
  const wanted = name.trim();
  const found = [...instances].filter(({ id, label }) => id >= 0 && label?.trim() === wanted);
  const [first] = found;
  if (found.length > 1) {
    throw new LocalError(
      'invalid_input',
      l10n.t(
        'Several instances are labeled “{0}”. Use an ID instead: {1}.',
        plainText(wanted, 60),
        formatList(found.map(({ id }) => String(id))),
      ),
    );
  }
  if (first) return first.id;
  if (/^[1-9]\d{0,14}$/.test(wanted)) return Number(wanted);
  throw new LocalError('not_found', l10n.t('No instance is labeled “{0}”.', plainText(wanted, 60)));
}
