import { deepEqual, equal, rejects } from 'node:assert/strict';
import * as vscode from 'vscode';
import { systemClock } from '../../../src/clock';
import { ApiError } from '../../../src/api/errors';
import type { Filters } from '../../../src/api/http/requests';
import type { Template } from '../../../src/api/schemas/templates/template';
import { targetTemplate } from '../../../src/commands/templates/targetTemplate';
import type { Services } from '../../../src/prompts/services';
import type { AccountStore } from '../../../src/stores/account/accountStore';
import { TemplateStore } from '../../../src/stores/templates/templateStore';
import { silent } from '../../../src/log/log';

type Search = (filters: Filters) => Promise<Template[]>;

/** Lists of templates from a service that is slow or does not answer. */
describe('the lists of templates', () => {
  const named = (id: number) => [{ id, hash_id: `${id}` } as Template];

  it('show the later of two searches, whichever is answered last', async () => {
    let answerFirst: (found: Template[]) => void = () => undefined;
    const first = new Promise<Template[]>((resolve) => (answerFirst = resolve));
    const store = storeWith((filters) => (filters.name ? first : Promise.resolve(named(2))));
    const earlier = store.search({ filters: { name: { eq: 'x' } } });
    deepEqual(await store.search({ filters: { image: { eq: 'y' } } }), named(2));
    answerFirst(named(1));
    deepEqual(await earlier, named(1));
    deepEqual(
      [store.list('found').templates, store.lastSearch],
      [named(2), { filters: { image: { eq: 'y' } } }],
    );
  });

  it('say why there is nothing to choose from', async () => {
    const error = new ApiError('server_error', 'The service is out of order.', { status: 500 });
    const templates = storeWith(() => Promise.reject(error));
    const call = { instanceIds: [], confirmed: false, interactive: false, arguments: {} };
    await rejects(targetTemplate({ templates, log: silent } as unknown as Services, call, 'Rent'), error);
    equal(templates.list('mine').error, error);
  });

  function storeWith(search: Search): TemplateStore {
    const { event } = new vscode.EventEmitter<void>();
    const accounts = {
      active: { id: 'a', userId: 1 },
      client: { templates: { search } },
      onDidChange: event,
    };
    return new TemplateStore(accounts as unknown as AccountStore, systemClock);
  }
});
