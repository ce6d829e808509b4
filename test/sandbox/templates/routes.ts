import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { authorize } from '../accounts/authorize';
import { compileFilters } from '../filters';
import { filtersOf, optional, parseBody } from '../http/body';
import { invalidArgs, notFound } from '../serviceError';
import type { World } from '../world';
import type { Template } from './template';
import { parseTemplateCreation, parseTemplateEdit } from './templateRequest';

/** Fields that a search may compare (specification, Templates), each with a value of its type. */
const sample = {
  creator_id: 0,
  created_at: 0,
  count_created: 0,
  default_tag: '',
  docker_login_repo: '',
  id: 0,
  image: '',
  jup_direct: false,
  hash_id: '',
  name: '',
  recent_create_date: 0,
  recommended_disk_space: 0,
  recommended: false,
  ssh_direct: false,
  tag: '',
  use_ssh: false,
};

/** The vendor's client names one of the two. */
const deletion = z.object({
  template_id: optional(z.int().check(z.positive())),
  hash_id: optional(z.string()),
});

export function registerTemplateRoutes(app: FastifyInstance, world: World): void {
  const { accounts, templates } = world;

  app.get<{ Querystring: Record<string, unknown> }>('/api/v0/template/', async (request) => {
    const { account } = authorize(accounts, request, 'user_read');
    const filters = filtersOf(request.query.select_filters);
    const views = templates.visibleTo(account).map(viewTemplate);
    const matches = compileFilters<TemplateView>(filters, sample, readField);
    const found = views.filter(matches);
    return { success: true, templates_found: found.length, templates: found };
  });

  app.post('/api/v0/template/', async (request) => {
    const { account } = authorize(accounts, request, 'user_write');
    const template = templates.create(account, parseTemplateCreation(request.body));
    return { success: true, msg: 'Template created.', template: viewTemplate(template) };
  });

  app.put('/api/v0/template/', async (request) => {
    const { account } = authorize(accounts, request, 'user_write');
    const { hashId, changes } = parseTemplateEdit(request.body);
    const template = templates.findByHash(account, hashId);
    if (template?.creatorId !== account.id) throw notFound('You have no template with this hash_id.');
    templates.edit(template, changes);
    return { success: true, msg: 'Template updated.', template: viewTemplate(template) };
  });

  app.delete('/api/v0/template/', async (request) => {
    const { account } = authorize(accounts, request, 'user_write');
    const { template_id: given, hash_id: hashId } = parseBody(deletion, request.body);
    const id = given ?? (hashId === undefined ? undefined : (templates.findByHash(account, hashId)?.id ?? 0));
    if (id === undefined) throw invalidArgs('template_id: is required');
    if (!templates.delete(account, id)) throw notFound('You have no template with this template_id.');
    return { success: true, msg: 'Template deleted.' };
  });
}

type TemplateView = ReturnType<typeof viewTemplate>;

/** A template as it is answered: the registry password never leaves the service. */
function viewTemplate(template: Template) {
  const { docker_login_pass: password, ...content } = template.content;
  return {
    id: template.id,
    hash_id: template.hashId,
    ...content,
    docker_login_pass: password === '' ? '' : '********',
    creator_id: template.creatorId,
    created_at: template.createdAt,
    count_created: template.countCreated,
    default_tag: content.tag,
    recent_create_date: template.recentCreateDate ?? null,
    recommended: template.recommended,
  };
}

function readField(view: TemplateView, field: string): unknown {
  return new Map<string, unknown>(Object.entries(view)).get(field);
}
