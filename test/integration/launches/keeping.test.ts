import { deepEqual, equal } from 'node:assert/strict';
import type * as vscode from 'vscode';
import { saveLaunch } from '../../../src/prompts/launch/savedLaunch';
import type { Services } from '../../../src/prompts/services';
import type { Question } from '../../../src/ask/dialogs';
import { systemClock } from '../../../src/clock';
import { silent } from '../../../src/log/log';
import { LaunchStore } from '../../../src/stores/launch/launchStore';
import { type FoundOffer, OfferStore } from '../../../src/stores/offers/offerStore';
import { ReadOnlyTexts } from '../../../src/views/texts/readOnlyTexts';
import { SeenGpus } from '../../../src/stores/offers/seenGpus';
import { OfferWizard } from '../../../src/prompts/offers/chooseOffer';
import { Person } from '../support/accountsPerson';
import { memento } from '../support/rentingAccount';
import { until } from '../support/inHost';

/** Inputs that are answered, or closed by Escape. */
describe('what a person filled in', () => {
  let person: Person;
  beforeEach(() => {
    person = new Person();
  });
  afterEach(() => person.leave());

  it('takes the place of a saved launch only with consent', async () => {
    const launches = new LaunchStore(memento(), memento());
    const asked: Question[] = [];
    const save = async (image: string, answer: boolean) => {
      const confirm = (question: Question) => {
        asked.push(question);
        return Promise.resolve(answer);
      };
      const badMachines = { list: () => Promise.resolve([]) };
      const hidden = { list: () => Promise.resolve({ machine: [], host: [] }) };
      const services = { badMachines, hidden, launches, dialogs: { confirm } } as unknown as Services;
      const found = { offer: { id: 1 }, isBid: false, query: { filters: {} } } as FoundOffer;
      let isSaved = false;
      const state = { draft: { label: 'train', image }, count: 1, typed: {} };
      const saving = saveLaunch(services, 'a', { found, state }).finally(() => (isSaved = true));
      await Promise.all([saving, person.pressEnterUntil(() => isSaved)]);
      return launches.saved.map(({ launch }) => launch.image);
    };
    deepEqual(await save('one', false), ['one']);
    equal(asked.length, 0);
    deepEqual(await save('two', false), ['one']);
    deepEqual(await save('two', true), ['two']);
    equal(asked.length, 2);
  });

  it('of a search’s filters is there again after Escape', async () => {
    const globalState = memento();
    const texts = new ReadOnlyTexts();
    const choose = () =>
      new OfferWizard({
        offers: new OfferStore({ client: undefined, active: undefined }, systemClock),
        gpus: new SeenGpus(globalState, silent),
        globalState,
        texts,
        clock: systemClock,
      }).choose();
    const rows = (): readonly vscode.QuickPickItem[] => {
      const input = person.inputs.at(-1);
      return input && 'items' in input ? input.items : [];
    };
    const removable = () => rows().filter(({ label }) => label.startsWith('$(close)'));
    const first = choose();
    await until(() => removable().length > 0, 'the filters');
    const input = person.inputs.at(-1) as vscode.QuickPick<vscode.QuickPickItem>;
    const [removed] = removable();
    const isActive = new Promise<void>((resolve) =>
      input.onDidChangeActive(([row]) => row?.label === removed?.label && resolve()),
    );
    input.activeItems = input.items.filter(({ label }) => label === removed?.label);
    await isActive;
    const isThere = () => removable().some(({ label }) => label === removed?.label);
    await person.pressEnterUntil(() => !isThere());
    await person.pressEscape();
    equal(await first, undefined);
    const second = choose();
    await until(() => person.inputs.at(-1) !== input && rows().length > 0, 'the filters as they were left');
    equal(isThere(), false);
    await person.pressEscape();
    equal(await second, undefined);
    texts.dispose();
  });
});
