import type * as z from 'zod/mini';
import * as l10n from '@vscode/l10n';
import { ApiError } from '../errors';
import { LastAnswer } from '../http/lastAnswer';
import type { CallOptions } from '../http/requests';
import type { Transport } from '../http/transport';
import { instancePageSchema, type Instance } from '../schemas/instances/instance';
import { identified, type Unreadable } from '../schemas/rows';

const pageSize = 25;
/** More than any account has. A list that goes on longer doesn't end, and would fill the memory. */
const maxRows = 10_000;
const maxPages = maxRows / pageSize;

/** The list of instances by pages, for a service whose whole list has moved (specification, Instances). */
export class PagedInstances {
  readonly #transport: Transport;
  readonly #incomplete: () => ApiError;
  /** By token. */
  #lastPages = new Map<string | undefined, LastAnswer<Page>>();

  /** @param incomplete the error for a list of which a part is missing */
  constructor(transport: Transport, incomplete: () => ApiError) {
    this.#transport = transport;
    this.#incomplete = incomplete;
  }

  /** Follows `next_token` to the end. If one page fails, the list fails: half a list would mislead. */
  async pages(options?: CallOptions): Promise<readonly Page[]> {
    const pages: Page[] = [];
    const last = new Map<string | undefined, LastAnswer<Page>>();
    const budget = this.#transport.newBudget();
    let rows = 0;
    let token: string | undefined;
    do {
      const answer = this.#lastPages.get(token) ?? new LastAnswer<Page>();
      last.set(token, answer);
      // The list is as old as its first page.
      const onSend = pages.length === 0 ? options?.onSend : undefined;
      const page = await this.#page(token, budget, answer, { ...options, onSend });
      pages.push(page);
      rows += page.instances.length;
      token = page.next_token?.toString() || undefined;
      if (rows > maxRows || pages.length > maxPages) throw tooLong();
      if (token !== undefined && last.has(token)) throw this.#incomplete();
    } while (token !== undefined);
    this.#lastPages = last;
    return pages;
  }

  joined(pages: readonly Page[]): Instance[] {
    const byId = new Map<number, Instance>();
    const nameless: Unreadable[] = [];
    for (const row of pages.flatMap(({ instances }) => instances)) {
      if (row.id === undefined) nameless.push({ unreadable: true });
      else byId.set(row.id, { ...row, id: row.id });
    }
    const { total_instances, instances_found } = pages.at(-1) ?? {};
    // Only the last page's: `instances_found` can be the count of the page or of the whole list, which may have changed.
    if (byId.size + nameless.length < (total_instances ?? instances_found ?? 0)) throw this.#incomplete();
    return [...byId.values(), ...identified<Instance>(nameless)];
  }

  #page(
    token: string | undefined,
    budget: { bytes: number },
    last: LastAnswer<Page>,
    options?: CallOptions,
  ): Promise<Page> {
    const query = { limit: String(pageSize), ...(token === undefined ? {} : { after_token: token }) };
    const call = {
      endpoint: 'instances.list',
      version: 'v1',
      method: 'GET',
      path: 'instances/',
      query,
      read: true,
      budget,
    } as const;
    return this.#transport.call(call, instancePageSchema, options, last);
  }
}

type Page = z.infer<typeof instancePageSchema>;

function tooLong(): ApiError {
  const message = l10n.t(
    'The list of instances has more than {0} rows or doesn’t end. It wasn’t read, so the instances shown may be out of date.',
    maxRows,
  );
  return new ApiError('invalid_response', message, { status: 200 });
}
