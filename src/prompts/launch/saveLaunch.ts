import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { showStatus } from '../../ask/notify';
import { defined } from '../../domain/defined';
import type { FormState } from '../../domain/launch/form/state';
import type { SavedLaunch } from '../../domain/launch/launchFile';
import type { FoundOffer } from '../../stores/offers/offerStore';
import { ask } from '../steps';
import type { Services } from '../services';

/**
 * Saves a form's launch under a name that the person types, with the search that found its offer. A launch with the
 * same name is replaced only with consent.
 */
export async function saveLaunch(
  { launches, dialogs }: Pick<Services, 'dialogs' | 'launches'>,
  found: FoundOffer,
  state: FormState,
): Promise<void> {
  const { draft, template } = state;
  const taken = new Set(launches.saved.map(({ name }) => name));
  const step = await ask({
    title: vscode.l10n.t('Save Launch'),
    prompt: vscode.l10n.t('Launch name. Secrets aren’t included; they stay in the system’s secret storage'),
    value: plainText(draft.label ?? template?.name ?? draft.image ?? '', 60),
    back: true,
    validate: (text) => (text.trim() === '' ? vscode.l10n.t('Enter a name.') : undefined),
  });
  if (step.kind !== 'done') return;
  const name = step.value.trim();
  const replaced = taken.has(name);
  const question = {
    message: vscode.l10n.t('Replace saved launch {0}?', plainText(name, 60)),
    detail: vscode.l10n.t('The launch saved under this name will be lost.'),
    yes: vscode.l10n.t('Replace'),
    warns: true,
  };
  if (replaced && !(await dialogs.confirm(question))) return;
  await launches.save(launchOf(name, found, state));
  showStatus(
    'check',
    replaced
      ? vscode.l10n.t('Launch {0} replaced', plainText(name, 60))
      : vscode.l10n.t('Launch {0} saved', plainText(name, 60)),
    5000,
  );
}

function launchOf(name: string, { query }: FoundOffer, { draft, template }: FormState): SavedLaunch {
  const { filters, order, type } = query;
  // A search for one offer by its id finds nothing once it is rented.
  const { id: _, ...lasting } = filters;
  return {
    name,
    launch: { ...draft, ...defined({ template_hash_id: template?.hash_id }) },
    ...defined({
      templateId: template?.id,
      offers: Object.keys(lasting).length > 0 ? { filters: lasting, ...defined({ order, type }) } : undefined,
    }),
  };
}
