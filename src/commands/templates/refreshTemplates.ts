import type { Template } from '../../api/schemas/templates/template';
import type { Services } from '../services';

/** Loads all lists of templates again. Resolves to their templates. */
export async function refreshTemplates({ templates }: Services): Promise<Template[]> {
  await templates.refresh();
  return templates.known();
}
