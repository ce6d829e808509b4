import { done } from '../schemas/fields';
import { savedTemplateSchema, templatesSchema, type Template } from '../schemas/template';
import type { CallOptions, Filters, VolumeInfo } from '../requests';
import type { Transport } from '../transport';

/** What a template may hold (specification, Template). */
export interface TemplateFields {
  name: string;
  image: string;
  /** Default `latest`. */
  tag?: string;
  desc?: string;
  readme?: string;
  /** Docker flags in one string; an instance's creation takes an object instead. */
  env?: string;
  onstart?: string;
  runtype?: 'ssh' | 'jupyter' | 'args';
  args_str?: string;
  ssh_direct?: boolean;
  use_ssh?: boolean;
  jup_direct?: boolean;
  jupyter_dir?: string | null;
  use_jupyter_lab?: boolean;
  docker_login_repo?: string;
  docker_login_user?: string;
  docker_login_pass?: string;
  href?: string;
  repo?: string;
  extra_filters?: Filters;
  /** GB; default 8. */
  recommended_disk_space?: number;
  private?: boolean;
  /** A hint for a form only. */
  volume_info?: VolumeInfo | null;
}

/** Creating needs the registry's fields too; empty strings where there is none. */
export type CreateTemplateRequest = TemplateFields &
  Required<Pick<TemplateFields, 'docker_login_repo' | 'docker_login_user' | 'docker_login_pass'>>;

/** `hash_id` says which; the rest is what changes. */
export type EditTemplateRequest = Partial<TemplateFields> & { hash_id: string };

/** Specification, Templates. */
export class Templates {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** By fields of the template, not by free text. Needs the permission `user_read`. */
  async search(filters: Filters, options?: CallOptions): Promise<Template[]> {
    const query = { select_filters: JSON.stringify(filters) };
    const call = { endpoint: 'templates', method: 'GET', path: 'template/', query, read: true } as const;
    return (await this.#transport.call(call, templatesSchema, options)).templates;
  }

  async create(request: CreateTemplateRequest, options?: CallOptions): Promise<Template> {
    return this.#save('POST', request, options);
  }

  /** The template that comes back has another `hash_id`. */
  async edit(request: EditTemplateRequest, options?: CallOptions): Promise<Template> {
    return this.#save('PUT', request, options);
  }

  /** @param id the numeric id, not the hash_id */
  async delete(id: number, options?: CallOptions): Promise<void> {
    const body = { template_id: id };
    const call = { endpoint: 'templates', method: 'DELETE', path: 'template/', body } as const;
    await this.#transport.call(call, done, options);
  }

  async #save(method: 'POST' | 'PUT', body: object, options?: CallOptions): Promise<Template> {
    const call = { endpoint: 'templates', method, path: 'template/', body } as const;
    return (await this.#transport.call(call, savedTemplateSchema, options)).template;
  }
}
