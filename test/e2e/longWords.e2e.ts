import { describe, expect, rentElsewhere, sandbox, story } from './support';
import { completionsOf } from '../../src/domain/offers/search/completions';
import { GpuNames } from '../../src/domain/offers/search/vocabulary/gpuNames';
import { wordsIn } from '../host/shownTexts';
import { serviceWords, unmarked } from './support/unmarked';
import { pseudoLanguage } from '../host/displayLanguage';
import type { Workbench } from './support/workbench';
import { offerRow } from './support/wizard';

describe('a language with long words', () => {
  story('has every text', { signedIn: true, language: pseudoLanguage }, async (window) => {
    const names = await serviceWords();
    names.add('training').add('debian');
    // A search is typed in English words, so its examples are.
    for (const { words } of completionsOf('', new GpuNames([]), 20))
      for (const word of wordsIn(words)) names.add(word);
    const found: string[] = [];
    const look = async (where: string) => {
      const texts = await unmarked(window.page, names);
      found.push(...texts.map((text) => `${where}: ${text}`));
    };
    await lookAtViews(window, look);
    await lookAtSearch(window, look);
    expect(found).toEqual([]);
  });
});

type Look = (where: string) => Promise<void>;

async function lookAtViews(window: Workbench, look: Look): Promise<void> {
  const { text } = window;
  const instances = window.view(text('Instances'));
  await instances.welcomeButton(text('Search Offers')).waitFor();
  await look('no instances');
  const id = await rentElsewhere({ label: 'training', image: 'debian:12' });
  await sandbox().advance(300);
  await sandbox().setInstanceStatus(id, 'running', 'debian:12');
  await instances.rows(new RegExp(`training.*${text('running')}`)).waitFor();
  await instances.expand('training');
  for (const title of ['Templates', 'Account']) {
    await window.view(text(title)).show();
    await window.view(text(title)).rows().first().waitFor();
  }
  await look('views');
  await instances.openMenu('training');
  await look('menu');
  await instances.closeMenu();
  await instances.inlineAction('training', text('Stop Instance'));
  await window.dialog.box.waitFor();
  await look('stop');
  await window.dialog.cancel();
}

async function lookAtSearch(window: Workbench, look: Look): Promise<void> {
  const { text, quickInput } = window;
  await window.runCommand(`GPU Rental: ${text('Search Offers…')}`);
  await quickInput.waitFor(text('Search Offers'));
  await look('search');
  await quickInput.pick(`search ${text('Search')},`);
  await quickInput.rows(offerRow).first().waitFor();
  await look('offers found');
  await quickInput.pick(offerRow);
  await quickInput.waitFor(text('Rent, or change a field'));
  await look('launch form');
  await quickInput.cancel();
}
