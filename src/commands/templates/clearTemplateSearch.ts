import type { Services } from '../../prompts/services';
import { keepLastSearch } from '../../prompts/templates/lastSearch';

/** Removes the last search and its result from the view. */
export async function clearTemplateSearch({
  templates,
  globalState,
}: Pick<Services, 'globalState' | 'templates'>): Promise<void> {
  templates.clearSearch();
  await keepLastSearch(globalState, undefined);
}
