import { ApiError } from '../../api/errors';
import type { Template } from '../../api/schemas/templates/template';
import type { EpochMs } from '../../clock';

/** One list of templates. After a failure the last one stays, with the error. */
export interface TemplateList {
  templates: readonly Template[];
  /** Number of rows that can't be read. */
  unreadable?: number;
  /** Undefined before the first answer. */
  fetchedAt?: EpochMs;
  error?: unknown;
}

export type TemplateListName = 'mine' | 'recommended' | 'found';

const nothing: TemplateList = { templates: [] };

/** The lists of an account. A template may be in several of them. */
export class TemplateLists {
  readonly #lists = new Map<TemplateListName, TemplateList>();
  readonly #changed: () => void;

  /** @param changed called after each change of a list */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get(name: TemplateListName): TemplateList {
    return this.#lists.get(name) ?? nothing;
  }

  /** Every template in any list, each once. */
  known(): Template[] {
    const all = [...this.#lists.values()].flatMap(({ templates }) => templates);
    return [...new Map(all.map((template) => [template.id, template])).values()];
  }

  /** Whether a list failed for a reason that may pass by itself. */
  mayWorkAgain(): boolean {
    return [...this.#lists.values()].some(({ error }) => error !== undefined && mayPass(error));
  }

  set(name: TemplateListName, list: TemplateList): void {
    this.#lists.set(name, list);
    this.#changed();
  }

  change(name: TemplateListName, change: (templates: readonly Template[]) => readonly Template[]): void {
    this.set(name, { ...this.get(name), templates: change(this.get(name).templates) });
  }

  /** Updates it in every list that contains another version of it. */
  update(template: Template): void {
    const isOlder = ({ id, hash_id }: Template): boolean =>
      id === template.id && hash_id !== template.hash_id;
    for (const [name, { templates }] of this.#lists)
      if (templates.some(isOlder))
        this.change(name, (all) => all.map((one) => (isOlder(one) ? template : one)));
  }

  /** Takes a template out of every list. */
  remove(id: number): void {
    for (const name of this.#lists.keys())
      this.change(name, (templates) => templates.filter((one) => one.id !== id));
  }

  delete(name: TemplateListName): void {
    this.#lists.delete(name);
  }

  /** Forgets all lists. */
  clear(): void {
    this.#lists.clear();
  }
}

/** What needs the person, such as another key, is not asked for again by itself. */
const mayPass = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === undefined || error.status === 429 || error.status >= 500);
