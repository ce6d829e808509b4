import type { Template } from '../../api/schemas/templates/template';
import type { Services } from '../../prompts/services';

/** Loads all lists of templates again. Resolves to their templates. */
export async function refreshTemplates({ templates }: Pick<Services, 'templates'>): Promise<Template[]> {
  await templates.refresh();
  return templates.known();
}
