import { createHash } from 'node:crypto';
import type { Account } from '../accounts/account';
import type { Clock } from '../clock';
import type { Random } from '../random';
import { seededTemplates } from './seededTemplates';
import type { Template, TemplateContent } from './template';

/** The creator of the templates that the service itself offers. */
const SERVICE_ACCOUNT = 1;

/** All templates of all accounts. */
export class Templates {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #templates = new Map<number, Template>();
  #lastId = 200_000;

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
    for (const content of seededTemplates) {
      const template = this.#add(SERVICE_ACCOUNT, content);
      template.recommended = true;
      template.countCreated = random.integer(50, 40_000);
    }
  }

  /** What an account sees: its own and the public ones. */
  visibleTo(account: Account): Template[] {
    return [...this.#templates.values()].filter(
      (template) => template.creatorId === account.id || !template.content.private,
    );
  }

  all(): Template[] {
    return [...this.#templates.values()];
  }

  findByHash(account: Account, hashId: string): Template | undefined {
    return this.visibleTo(account).find((template) => template.hashId === hashId);
  }

  create(account: Account, content: TemplateContent): Template {
    return this.#add(account.id, content);
  }

  edit(template: Template, changes: Partial<TemplateContent>): void {
    template.content = { ...template.content, ...changes };
    template.revision += 1;
    template.hashId = hashOf(template);
  }

  /** The account's template with this numeric id goes; false when it has none. */
  delete(account: Account, id: number): boolean {
    const template = this.#templates.get(id);
    return template?.creatorId === account.id && this.#templates.delete(id);
  }

  countUse(template: Template): void {
    template.countCreated += 1;
    template.recentCreateDate = this.#clock.now();
  }

  #add(creatorId: number, content: TemplateContent): Template {
    this.#lastId += this.#random.integer(1, 20);
    const template: Template = {
      id: this.#lastId,
      hashId: '',
      creatorId,
      createdAt: this.#clock.now(),
      recentCreateDate: undefined,
      countCreated: 0,
      recommended: false,
      revision: 1,
      content,
    };
    template.hashId = hashOf(template);
    this.#templates.set(template.id, template);
    return template;
  }
}

function hashOf({ id, revision, content }: Template): string {
  const text = JSON.stringify([
    id,
    revision,
    Object.entries(content).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
