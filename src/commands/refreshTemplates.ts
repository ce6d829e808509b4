import type { Template } from '../api/schemas/template';
import type { Services } from './services';

/** Asks for all lists of templates anew; resolves to what they have. */
export async function refreshTemplates({ templates }: Services): Promise<Template[]> {
  await templates.refresh();
  return templates.known();
}
