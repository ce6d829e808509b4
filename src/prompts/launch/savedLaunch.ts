import { isNotFound } from '../../api/errors';
import type { Template } from '../../api/schemas/templates/template';
import type { SavedLaunch } from '../../domain/launch/launchFile';
import type { TemplateStore } from '../../stores/templates/templateStore';
import type { Services } from '../services';
import type { LaunchStart } from './launchState';

/** What the launch form begins with for a saved launch. */
export async function startOf(
  { templates }: Pick<Services, 'templates'>,
  { launch: saved, templateId }: SavedLaunch,
): Promise<LaunchStart> {
  const { template_hash_id: hashId, ...draft } = saved;
  const template = hashId === undefined ? undefined : await templateOf(templates, hashId, templateId);
  const disk = draft.disk ?? template?.recommended_disk_space;
  return { template, draft, disk };
}

/** The current version: an edit gives a template another hash. */
async function templateOf(
  templates: TemplateStore,
  hashId: string,
  templateId: number | undefined,
): Promise<Template> {
  return templates.ask({ hashId }).catch((error: unknown) => {
    if (templateId === undefined || !isNotFound(error)) throw error;
    return templates.ask({ templateId });
  });
}
