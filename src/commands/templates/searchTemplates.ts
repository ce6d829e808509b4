import * as z from 'zod/mini';
import { type Template, templateFiltersSchema } from '../../api/schemas/templates/template';
import { inView } from '../../ask/notify';
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
  await showView('templates');
  return inView('templates', () => services.templates.search(search));
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
export async function refreshTemplates(
  { templates }: Pick<Services, 'templates'>,
  { interactive }: Call,
): Promise<Template[]> {
  await inView(interactive && 'templates', () => templates.refresh());
  return templates.known();
}
