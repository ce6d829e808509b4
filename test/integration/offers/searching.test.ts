import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { systemClock } from '../../../src/clock';
import { silent } from '../../../src/log/log';
import { OfferWizard, type SearchLimits } from '../../../src/prompts/offers/chooseOffer';
import { SeenGpus } from '../../../src/stores/offers/seenGpus';
import { ReadOnlyTexts } from '../../../src/views/texts/readOnlyTexts';
import { drawn, Person } from '../support/accountsPerson';
import { sandbox, until } from '../support/inHost';
import { memento, openAccount } from '../support/rentingAccount';

/** A person who types into the filters and the results of a search. */
describe('a person who searches', () => {
  let folder: string;
  let account: Awaited<ReturnType<typeof openAccount>>;
  let person: Person;
  let texts: ReadOnlyTexts;
  let globalState: vscode.Memento;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gpu-rental-'));
    account = await openAccount(folder);
    person = new Person();
    texts = new ReadOnlyTexts();
    globalState = memento();
    await sandbox.clearRequests();
  });
  afterEach(async () => {
    await person.leave();
    texts.dispose();
    await sandbox.clearFailures();
    await rm(folder, { recursive: true, maxRetries: 5 });
  });

  const choose = (limits: SearchLimits = {}) => {
    const { offers } = account;
    const gpus = new SeenGpus(globalState, silent);
    return new OfferWizard({ offers, gpus, globalState, texts, clock: systemClock }, limits).choose();
  };
  const input = () => person.inputs.at(-1) as vscode.QuickPick<vscode.QuickPickItem>;
  const labels = () => (input()?.items ?? []).map(({ label }) => label);
  const isTitled = (title: RegExp) => title.test(input()?.title ?? '');
  const until64 = () => until(() => isTitled(/^First 64 offers/), 'the results');
  /**
   * Types as a person does: what is typed is heard of. Rows that are drawn before it is heard take it away, as they know
   * what was typed before; a person's own letters are heard first.
   */
  const type = async (text: string) => {
    await vscode.commands.executeCommand('workbench.action.focusQuickOpen');
    let heard: string | undefined;
    const hearing = input().onDidChangeValue((value) => (heard = value));
    await until(async () => {
      if (heard !== text && input().value !== text) input().value = text;
      await new Promise((resolve) => setTimeout(resolve, 20));
      // What was drawn before is heard of later.
      if (heard === text) await drawn();
      return heard === text;
    }, `“${text}” is heard of`);
    hearing.dispose();
  };
  const remembered = () => globalState.get<{ disk: number; filters: object }>('gpuRental.lastSearch');

  it('finds by a line of text, and is led there again by what is remembered', async () => {
    const chosen = choose();
    await until(() => isTitled(/^Search Offers$/), 'the filters');
    await type('1x 24gb 99% europe cuda>=12 disk>=100');
    await until(
      () => input().items[0]?.description?.startsWith('1 GPU · ') === true,
      'the search that is typed',
    );
    await person.pressEnterUntil(() =>
      isTitled(/offers: 1 GPU · ≥ 24 GB VRAM · ≥ 99% reliable · CUDA ≥ 12 · Europe/),
    );
    let isChosen = false;
    void chosen.finally(() => (isChosen = true));
    await person.pressEnterUntil(() => isChosen);
    const { found, disk } = (await chosen)!;
    equal(disk, 100);
    const { num_gpus, gpu_ram = 0, reliability = 0, cuda_max_good = 0, disk_space = 0 } = found.offer;
    ok(
      num_gpus === 1 && gpu_ram >= 24_000 && reliability >= 0.99 && cuda_max_good >= 12 && disk_space >= 100,
    );
    const { filters } = found.query;
    deepEqual([filters.num_gpus, filters.cuda_max_good], [{ eq: 1 }, { gte: 12 }]);
    equal(remembered()?.disk, 100);
    deepEqual(Object.keys(remembered()?.filters ?? {}).sort(), [
      'cuda_max_good',
      'geolocation',
      'gpu_ram',
      'num_gpus',
      'reliability',
      'verified',
    ]);
  });

  it('leaves nothing of a template in what the search remembers', async () => {
    const chosen = choose({ disk: 60, defaults: { gpu_ram: { gte: 20_000 } } });
    await until(() => isTitled(/^Search Offers$/), 'the filters');
    await person.pressEnterUntil(() => isTitled(/^First 64 offers/));
    ok(isTitled(/60 GB disk · template filters$/));
    await type('verified 4090 ');
    await until(() => isTitled(/offers: RTX 4090/), 'the typed filter');
    let isChosen = false;
    void chosen.finally(() => (isChosen = true));
    await person.pressEnterUntil(() => isChosen);
    const { found, disk } = (await chosen)!;
    deepEqual([found.query.filters.gpu_ram, disk], [{ gte: 20_000 }, 60]);
    deepEqual(remembered()?.filters, { gpu_name: { eq: 'RTX 4090' }, verified: { eq: true } });
    equal(remembered()?.disk, 20);
  });

  it('reads why words are no filters, and which filter finds nothing', async () => {
    const chosen = choose();
    await until(() => isTitled(/^Search Offers$/), 'the filters');
    await type('zzyzx ');
    await until(
      () => labels().some((label) => label.includes('“zzyzx” isn’t a filter')),
      'the reason in the filters',
    );
    await type('');
    await person.pressEnterUntil(() => isTitled(/^First 64 offers/));
    await type('verified 4090 zzyzx ');
    await until(() => labels().some((label) => label.includes('“zzyzx” isn’t a filter')), 'the reason');
    await type('t4 kp ');
    await until(
      () => labels().some((label) => label.includes('in North Korea right now')),
      'who is to blame',
    );
    ok(labels().includes('$(close) Drop North Korea'));
    const searches = (await sandbox.requests()).filter(({ path }) => path.startsWith('/api/v0/bundles'));
    // The first one, one for the typed text, one for an empty result, and one for the market.
    ok(searches.length <= 4, `${searches.length} searches`);
    await person.pressEscape();
    equal(await chosen, undefined);
  });

  it('is told when the first search fails, and keeps the rows when a later one does', async () => {
    const chosen = choose();
    await until(() => isTitled(/^Search Offers$/), 'the filters');
    await sandbox.failNext({ method: 'POST', path: '/bundles/', status: 500, count: 100 });
    const failed = rejects(chosen, /HTTP 500/);
    let isOver = false;
    void failed.finally(() => (isOver = true));
    await person.pressEnterUntil(() => isOver);
    await failed;
    await sandbox.clearFailures();
    const again = choose();
    await until(() => isTitled(/^Search Offers$/), 'the filters');
    await person.pressEnterUntil(() => isTitled(/^First 64 offers/));
    await until64();
    await sandbox.failNext({ method: 'POST', path: '/bundles/', status: 500, count: 100 });
    await type('1x ');
    await until(() => labels().some((label) => label.startsWith('$(error)')), 'the failure');
    match(labels()[0] ?? '', /^\$[\d.]+\/h/);
    await person.pressEscape();
    equal(await again, undefined);
  });

  it('sees every GPU that was ever found among those to choose from', async () => {
    const gpus = new SeenGpus(globalState, silent);
    gpus.add([
      { id: 1, gpu_name: 'Quantum 9' },
      { id: 2, gpu_name: '$(x) no name' },
      { id: 3, gpu_name: 'RTX 4090' },
    ]);
    const later = new SeenGpus(globalState, silent).names;
    deepEqual(later.find('quantum9'), ['Quantum 9']);
    deepEqual(
      later.all.filter((name) => name.includes('$(')),
      [],
    );
    deepEqual(globalState.get('gpuRental.seenGpus'), ['Quantum 9']);
  });
});
