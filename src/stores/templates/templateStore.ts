import * as vscode from 'vscode';
import { isOutcomeUnknown, lostAs } from '../../api/errors';
import { LocalError, signedIn } from '../../api/localError';
import type { CreateTemplateRequest, EditTemplateRequest } from '../../api/endpoints/templates';
import type { Filters } from '../../api/http/requests';
import type { Template } from '../../api/schemas/templates/template';
import { omitUndefined } from '../../domain/omitUndefined';
import type { Clock } from '../../clock';
import type { AccountStore } from '../account/accountStore';
import { Poller } from '../polling/poller';
import { hasWords } from '../../domain/templates/templateSearch';
import { ignore, type Log, silent } from '../../log/log';
import { type TemplateList, type TemplateListName, TemplateLists } from './templateLists';

/** Identifies a template by its id, which stays, or its hash, which changes with every edit. */
export interface TemplateKey {
  templateId?: number | undefined;
  hashId?: string | undefined;
}

export interface TemplateSearch {
  filters: Filters;
  /** Each of them occurs in the name, description, image, tag or repository. */
  words?: string;
}

/** Milliseconds until a failed list is asked for again; each further failure doubles it, up to five minutes. */
const retryInterval = 15_000;

/** The account's templates, the recommended ones, and the last search. */
export class TemplateStore implements vscode.Disposable {
  readonly #accounts: AccountStore;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  readonly #lists = new TemplateLists(() => this.#listsChanged());
  #search: TemplateSearch | undefined;
  #accountId: string | undefined;
  #loading: Promise<void> | undefined;
  #isWatched = false;
  /** Asks again for lists that failed, as long as somebody looks at them. */
  readonly #poller: Poller;

  readonly onDidChange = this.#changed.event;

  constructor(accounts: AccountStore, clock: Clock, log: Log = silent) {
    this.#clock = clock;
    this.#log = log;
    this.#accounts = accounts;
    this.#accountId = accounts.active?.id;
    this.#poller = new Poller({
      clock,
      poll: () =>
        this.refresh().then(
          () => 'done' as const,
          () => 'failed' as const,
        ),
      interval: () => (this.#isWatched && this.#lists.mayWorkAgain() ? retryInterval : undefined),
    });
    this.#subscription = accounts.onDidChange(() => {
      if (this.#accountId !== accounts.active?.id) this.#forget();
      this.#changed.fire();
    });
  }

  /** The last search; undefined if there was none. */
  get lastSearch(): TemplateSearch | undefined {
    return this.#search;
  }

  list(name: TemplateListName): TemplateList {
    return this.#lists.get(name);
  }

  /** Every template in any list, each once. */
  known(): Template[] {
    return this.#lists.known();
  }

  isMine({ creator_id: creator }: Template): boolean {
    return creator !== undefined && creator === this.#accounts.active?.userId;
  }

  /** Whether somebody looks at the lists. */
  watch(isWatched: boolean): void {
    this.#isWatched = isWatched;
    this.#poller.wake();
  }

  /** Loads the lists that were never loaded. Failures are kept in the lists. */
  load(): Promise<void> {
    if (this.list('mine').fetchedAt !== undefined && this.list('recommended').fetchedAt !== undefined)
      return Promise.resolve();
    this.#loading ??= this.refresh()
      .catch(ignore(this.#log, 'the lists contain the error'))
      .finally(() => {
        this.#loading = undefined;
      });
    return this.#loading;
  }

  /** Loads all lists again. Rejects with the first failure, after trying all. */
  async refresh(): Promise<void> {
    const { userId } = this.#signedInAccount();
    const results = await Promise.allSettled([
      this.#fetch('mine', { filters: { creator_id: { eq: userId } } }),
      this.#fetch('recommended', { filters: { recommended: { eq: true } } }),
      ...(this.#search ? [this.#fetch('found', this.#search)] : []),
    ]);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** The service filters by fields (specification, Templates); words are looked for in what it answers. */
  async search(search: TemplateSearch): Promise<readonly Template[]> {
    this.#signedInAccount();
    this.#search = search;
    return this.#fetch('found', search);
  }

  clearSearch(): void {
    this.#search = undefined;
    this.#lists.delete('found');
    this.#changed.fire();
  }

  /** From the lists, else from the service. @throws LocalError 'not_found' */
  async find(key: TemplateKey): Promise<Template> {
    return this.known().find((template) => isMeant(template, key)) ?? this.ask(key);
  }

  /**
   * The current template from the service, which also updates the lists. @throws LocalError 'not_found' if it is gone,
   * or was edited since this hash
   */
  async ask(key: TemplateKey): Promise<Template> {
    const filters: Filters =
      key.templateId === undefined ? { hash_id: { eq: key.hashId ?? '' } } : { id: { eq: key.templateId } };
    const { templates } = await this.#ask({ filters });
    const template = templates.find((one) => isMeant(one, key));
    if (template) {
      this.#lists.update(template);
      return template;
    }
    throw new LocalError(
      'not_found',
      vscode.l10n.t('Template not found. It may have been edited or deleted.'),
    );
  }

  /** @throws ApiError 'outcome_unknown' if the answer is lost; the list then shows whether it was created */
  async create(request: CreateTemplateRequest): Promise<Template> {
    const { docker_login_pass: _, ...fields } = request;
    const account = this.#accountId;
    const { userId } = this.#signedInAccount();
    const answer = await signedIn(this.#accounts)
      .templates.create(request)
      .catch((error: unknown) => {
        if (isOutcomeUnknown(error))
          void this.refresh().catch(ignore(this.#log, 'the lists contain the error'));
        const lost = vscode.l10n.t(
          'The service’s response was lost, and the template may have been created. Look at your templates before you save it again.',
        );
        throw lostAs(error, lost);
      });
    const saved = completed({ creator_id: userId, ...fields }, answer);
    if (account === this.#accountId) this.#lists.change('mine', (templates) => [saved, ...templates]);
    return saved;
  }

  /** `before` completes the answer if the service returns only a part. */
  async edit(before: Template, changes: Omit<EditTemplateRequest, 'hash_id'>): Promise<Template> {
    const answer = await signedIn(this.#accounts).templates.edit({ ...changes, hash_id: before.hash_id });
    const { docker_login_pass: _, ...visible } = changes;
    const saved = completed({ ...before, ...visible }, answer);
    this.#lists.update(saved);
    return saved;
  }

  async delete(id: number): Promise<void> {
    await signedIn(this.#accounts).templates.delete(id);
    this.#lists.remove(id);
  }

  dispose(): void {
    this.#poller.dispose();
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #fetch(name: TemplateListName, search: TemplateSearch): Promise<readonly Template[]> {
    const account = this.#accountId;
    // Of two searches at the same time, the later one wins, whichever is answered last.
    const isWanted = (): boolean =>
      account === this.#accountId && (name !== 'found' || search === this.#search);
    try {
      const answer = await this.#ask(search);
      if (isWanted()) this.#lists.set(name, { ...answer, fetchedAt: this.#clock.now() });
      return answer.templates;
    } catch (error) {
      if (isWanted()) this.#lists.set(name, { ...this.list(name), error });
      throw error;
    }
  }

  /** A template that can't be read can't be rented or edited, so it is only counted. */
  async #ask({ filters, words }: TemplateSearch): Promise<{ templates: Template[]; unreadable: number }> {
    const rows = await signedIn(this.#accounts).templates.search(filters);
    const templates = rows.filter(({ unreadable }) => !unreadable);
    const unreadable = rows.length - templates.length;
    return { templates: words ? templates.filter((one) => hasWords(one, words)) : templates, unreadable };
  }

  #listsChanged(): void {
    if (!this.#lists.mayWorkAgain()) this.#poller.succeeded();
    this.#poller.wake();
    this.#changed.fire();
  }

  #forget(): void {
    this.#accountId = this.#accounts.active?.id;
    this.#lists.clear();
    this.#search = undefined;
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

/** The answer to a change may contain only id, hash_id and name; the rest is what was sent. */
function completed(sent: object, answer: Template): Template {
  return { ...sent, ...omitUndefined(answer), id: answer.id, hash_id: answer.hash_id };
}
