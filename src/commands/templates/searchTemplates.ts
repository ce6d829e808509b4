import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { type Template, templateFiltersSchema } from '../../api/schemas/templates/template';
import { withProgress } from '../../ask/notify';
import { showView } from '../../commandNames';
import { type Call, read } from '../call';
import { omitUndefined } from '../../domain/omitUndefined';
import type { Services } from '../../prompts/services';
import { askSearch, keepLastSearch, lastSearch } from '../../prompts/templates/templateFilters';

/**
 * With `filters` or `words`: returns the templates that match. For a person: asks for words or filters and shows the
 * result in the view.
 */
export async function searchTemplates(
  services: Pick<Services, 'globalState' | 'templates'>,
  call: Call,
): Promise<readonly Template[] | undefined> {
  const given = read(call.arguments, 'filters', z.optional(templateFiltersSchema));
  const words = read(call.arguments, 'words', z.optional(z.string()));
  if (given !== undefined || words !== undefined)
    return services.templates.search({ filters: given ?? {}, ...omitUndefined({ words }) });
  const { globalState } = services;
  const search = await askSearch(lastSearch(globalState), (changed) => keepLastSearch(globalState, changed));
  if (!search) return undefined;
  const found = await withProgress(
    { location: { viewId: 'gpuRental.templates' }, title: vscode.l10n.t('Searching templates…') },
    () => services.templates.search(search),
  );
  await showView('templates');
  return found;
}

/** Removes the last search and its result from the view. */
export async function clearTemplateSearch({
  templates,
  globalState,
}: Pick<Services, 'globalState' | 'templates'>): Promise<void> {
  templates.clearSearch();
  await keepLastSearch(globalState, undefined);
}

/** Loads all lists of templates again. Resolves to their templates. */
export async function refreshTemplates({ templates }: Pick<Services, 'templates'>): Promise<Template[]> {
  await templates.refresh();
  return templates.known();
}
