import * as vscode from 'vscode';
import { ApiError } from '../api/errors';
import type { CreateTemplateRequest, EditTemplateRequest } from '../api/endpoints/templates';
import type { Filters } from '../api/requests';
import type { Template } from '../api/schemas/template';
import type { AccountStore } from './accountStore';
import { signedIn } from './signedIn';

/** One list of templates. After a failure the last one stays, with the error. */
export interface TemplateList {
  templates: readonly Template[];
  /** Milliseconds since the epoch; undefined before the first answer. */
  fetchedAt?: number;
  error?: unknown;
}

export type TemplateListName = 'mine' | 'recommended' | 'found';

/** Which template is meant: by the id that stays or the hash that changes with every edit. */
export interface TemplateKey {
  templateId?: number | undefined;
  hashId?: string | undefined;
}

const nothing: TemplateList = { templates: [] };

/** The templates of the account, those that the service recommends, and what was searched for last. */
export class TemplateStore implements vscode.Disposable {
  readonly #accounts: AccountStore;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  readonly #lists = new Map<TemplateListName, TemplateList>();
  #filters: Filters | undefined;
  #accountId: string | undefined;
  #loading: Promise<void> | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(accounts: AccountStore) {
    this.#accounts = accounts;
    this.#accountId = accounts.active?.id;
    this.#subscription = accounts.onDidChange(() => {
      if (this.#accountId !== accounts.active?.id) this.#forget();
      this.#changed.fire();
    });
  }

  /** What the last search was for; undefined when there was none. */
  get filters(): Filters | undefined {
    return this.#filters;
  }

  list(name: TemplateListName): TemplateList {
    return this.#lists.get(name) ?? nothing;
  }

  /** Every template that some list has, each once. */
  known(): Template[] {
    const all = [...this.#lists.values()].flatMap(({ templates }) => templates);
    return [...new Map(all.map((template) => [template.id, template])).values()];
  }

  isMine({ creator_id: creator }: Template): boolean {
    return creator !== undefined && creator === this.#accounts.active?.userId;
  }

  /** Asks for the lists that were never answered. Failures are kept in the lists. */
  load(): Promise<void> {
    if (this.list('mine').fetchedAt !== undefined && this.list('recommended').fetchedAt !== undefined)
      return Promise.resolve();
    this.#loading ??= this.refresh()
      .catch(() => undefined)
      .finally(() => {
        this.#loading = undefined;
      });
    return this.#loading;
  }

  /** Asks for all lists anew. Rejects with the first failure, after all have been tried. */
  async refresh(): Promise<void> {
    const { userId } = this.#signedInAccount();
    const results = await Promise.allSettled([
      this.#fetch('mine', { creator_id: { eq: userId } }),
      this.#fetch('recommended', { recommended: { eq: true } }),
      ...(this.#filters ? [this.#fetch('found', this.#filters)] : []),
    ]);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** By fields of the template, not by free text (specification, Templates). */
  async search(filters: Filters): Promise<readonly Template[]> {
    this.#signedInAccount();
    this.#filters = filters;
    return this.#fetch('found', filters);
  }

  clearSearch(): void {
    this.#filters = undefined;
    this.#lists.delete('found');
    this.#changed.fire();
  }

  /** From the lists, else from the service. @throws ApiError 'not_found' */
  async find(key: TemplateKey): Promise<Template> {
    return this.known().find((template) => isMeant(template, key)) ?? this.ask(key);
  }

  /** As the service has it now, which the lists then have, too. @throws ApiError 'not_found' when it is gone, or was edited since this hash */
  async ask(key: TemplateKey): Promise<Template> {
    const filters: Filters =
      key.templateId === undefined ? { hash_id: { eq: key.hashId ?? '' } } : { id: { eq: key.templateId } };
    const found = await signedIn(this.#accounts).templates.search(filters);
    const template = found.find((one) => isMeant(one, key));
    if (template) {
      this.#update(template);
      return template;
    }
    throw new ApiError(
      'not_found',
      vscode.l10n.t('There is no such template. It may have been edited or deleted.'),
    );
  }

  async create(request: CreateTemplateRequest): Promise<Template> {
    const { docker_login_pass: _, ...fields } = request;
    const answer = await signedIn(this.#accounts).templates.create(request);
    const saved = completed({ creator_id: this.#accounts.active?.userId, ...fields }, answer);
    this.#change('mine', (templates) => [saved, ...templates]);
    return saved;
  }

  /** `before` is what the answer is completed from, should the service answer with little. */
  async edit(before: Template, changes: Omit<EditTemplateRequest, 'hash_id'>): Promise<Template> {
    const answer = await signedIn(this.#accounts).templates.edit({ ...changes, hash_id: before.hash_id });
    const { docker_login_pass: _, ...visible } = changes;
    const saved = completed({ ...before, ...visible }, answer);
    this.#update(saved);
    return saved;
  }

  async delete(id: number): Promise<void> {
    await signedIn(this.#accounts).templates.delete(id);
    for (const name of this.#lists.keys())
      this.#change(name, (templates) => templates.filter((one) => one.id !== id));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #fetch(name: TemplateListName, filters: Filters): Promise<readonly Template[]> {
    const account = this.#accountId;
    // Of two searches at a time the list is the later one's, whichever is answered last.
    const isWanted = (): boolean =>
      account === this.#accountId && (name !== 'found' || filters === this.#filters);
    try {
      const templates = await signedIn(this.#accounts).templates.search(filters);
      if (isWanted()) this.#set(name, { templates, fetchedAt: Date.now() });
      return templates;
    } catch (error) {
      if (isWanted()) this.#set(name, { ...this.list(name), error });
      throw error;
    }
  }

  /** In every list that has it, in another version. */
  #update(template: Template): void {
    const isOlder = ({ id, hash_id }: Template): boolean =>
      id === template.id && hash_id !== template.hash_id;
    for (const [name, { templates }] of this.#lists)
      if (templates.some(isOlder))
        this.#change(name, (all) => all.map((one) => (isOlder(one) ? template : one)));
  }

  #change(name: TemplateListName, change: (templates: readonly Template[]) => readonly Template[]): void {
    this.#set(name, { ...this.list(name), templates: change(this.list(name).templates) });
  }

  #set(name: TemplateListName, list: TemplateList): void {
    this.#lists.set(name, list);
    this.#changed.fire();
  }

  #forget(): void {
    this.#accountId = this.#accounts.active?.id;
    this.#lists.clear();
    this.#filters = undefined;
    this.#loading = undefined;
  }

  #signedInAccount(): { userId: number } {
    signedIn(this.#accounts);
    return { userId: this.#accounts.active?.userId ?? 0 };
  }
}

function isMeant(template: Template, { templateId, hashId }: TemplateKey): boolean {
  return templateId === undefined ? template.hash_id === hashId : template.id === templateId;
}

/** The answer to a change must only carry id, hash_id and name; the rest is what was sent. */
function completed(sent: object, answer: Template): Template {
  const told = Object.entries(answer).filter(([, value]) => value !== undefined);
  return { ...sent, ...Object.fromEntries(told), id: answer.id, hash_id: answer.hash_id };
}
