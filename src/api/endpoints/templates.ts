import { done } from '../schemas/fields';
import { identified } from '../schemas/rows';
import { savedTemplateSchema, templatesSchema, type Template } from '../schemas/templates/template';
import type { TemplateFields } from '../schemas/templates/templateFields';
import type { CallOptions, Filters } from '../http/requests';
import { EndpointGroup } from './endpointGroup';

/** Creating requires the registry's fields too: empty strings if there is no registry. */
export type CreateTemplateRequest = TemplateFields &
  Required<Pick<TemplateFields, 'docker_login_repo' | 'docker_login_user' | 'docker_login_pass'>>;

/** `hash_id` names the template; the other fields are the changes. */
export type EditTemplateRequest = Partial<TemplateFields> & { hash_id: string };

/** Specification, Templates. */
export class Templates extends EndpointGroup {
  /**
   * Searches by the template's fields, not by free text. Needs the permission `user_read`. Rows may be `unreadable`.
   */
  async search(filters: Filters): Promise<Template[]> {
    const query = { select_filters: JSON.stringify(filters) };
    const call = { endpoint: 'templates', method: 'GET', path: 'template/', query, read: true } as const;
    const { templates } = await this.transport.call(call, templatesSchema);
    return identified(templates).map((row) => ('hash_id' in row ? row : { ...row, hash_id: '' }));
  }

  async create(request: CreateTemplateRequest): Promise<Template> {
    return this.#save('POST', request);
  }

  /** The template that comes back has another `hash_id`. */
  async edit(request: EditTemplateRequest): Promise<Template> {
    return this.#save('PUT', request);
  }

  /** @param id the numeric id, not the hash_id */
  async delete(id: number): Promise<void> {
    const body = { template_id: id };
    const call = { endpoint: 'templates', method: 'DELETE', path: 'template/', body } as const;
    await this.transport.call(call, done);
  }

  async #save(method: 'POST' | 'PUT', body: object, options?: CallOptions): Promise<Template> {
    const call = { endpoint: 'templates', method, path: 'template/', body } as const;
    return (await this.transport.call(call, savedTemplateSchema, options)).template;
  }
}
