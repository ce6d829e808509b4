import * as vscode from 'vscode';
import { plainText } from '../api/plainText';
import type { SavedLaunch } from '../domain/launchFile';
import type { FoundOffer } from '../stores/offerStore';
import type { FormState } from '../views/launch/formState';
import { ask } from '../views/wizard/steps';
import type { Services } from './services';

/**
 * Keeps a form's launch under a name that the person gives, with the search that found its offer. One of the same name
 * is replaced only with consent.
 */
export async function saveLaunch(
  { launches, dialogs }: Services,
  found: FoundOffer,
  state: FormState,
): Promise<void> {
  const { draft, template } = state;
  const taken = new Set(launches.saved.map(({ name }) => name));
  const step = await ask({
    title: vscode.l10n.t('Save Launch'),
    prompt: vscode.l10n.t(
      'A name for it. Secrets are not part of it: they stay in the system’s secret storage',
    ),
    value: plainText(draft.label ?? template?.name ?? draft.image ?? '', 60),
    back: true,
    validate: (text) => (text.trim() === '' ? vscode.l10n.t('A name is needed.') : undefined),
  });
  if (step.kind !== 'done') return;
  const name = step.value.trim();
  const replaced = taken.has(name);
  const question = {
    message: vscode.l10n.t('Replace the saved launch {0}?', plainText(name, 60)),
    detail: vscode.l10n.t('What was saved under this name will be lost.'),
    yes: vscode.l10n.t('Replace'),
  };
  if (replaced && !(await dialogs.confirm(question))) return;
  await launches.save(launchOf(name, found, state));
  vscode.window.setStatusBarMessage(
    replaced
      ? vscode.l10n.t('$(check) The launch {0} was replaced', name)
      : vscode.l10n.t('$(check) The launch {0} is saved', name),
    5000,
  );
}

function launchOf(name: string, { query }: FoundOffer, { draft, template }: FormState): SavedLaunch {
  const { filters, order, type } = query;
  // A search for one offer by its id finds nothing any more once it is rented.
  const { id: _, ...lasting } = filters;
  return {
    name,
    launch: { ...draft, ...(template ? { template_hash_id: template.hash_id } : {}) },
    ...(template ? { templateId: template.id } : {}),
    ...(Object.keys(lasting).length > 0
      ? { offers: { filters: lasting, ...(order ? { order } : {}), ...(type ? { type } : {}) } }
      : {}),
  };
}
