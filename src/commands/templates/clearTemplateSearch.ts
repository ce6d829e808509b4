import type { Services } from '../services';
import { keepLastSearch } from '../../prompts/templates/lastSearch';

/** Removes the last search and its result from the view. */
export async function clearTemplateSearch({ templates, globalState }: Services): Promise<void> {
  templates.clearSearch();
  await keepLastSearch(globalState, undefined);
}
