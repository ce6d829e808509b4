import type { Workbench } from './workbench';

/** The steps of renting as a person goes through them, where a story is about something else. */

/** Two prices, running and stopped: an example of a filter may have one. */
export const offerRow = /\/h.*\/h/;

/** Opens the search with the filters it proposes and waits for its rows. */
export async function searchOffers(window: Workbench): Promise<void> {
  await window.runCommand('GPU Rental: Search Offers…');
  await window.quickInput.waitFor(/^Search Offers$/);
  await window.quickInput.pick('search Search,');
  await window.quickInput.rows(offerRow).first().waitFor();
}

/** From an offer that was picked to the question what it may cost, with a label and else every proposal as it is. */
export async function acceptLaunch(window: Workbench, label: string): Promise<void> {
  await fillIn(window, 'Label', label);
  await window.quickInput.pick(/Rent for \$/);
}

/** Fills in one field of the launch form that takes a line of text. */
export async function fillIn(window: Workbench, field: string, text: string): Promise<void> {
  await openField(window, field);
  await window.quickInput.waitFor(new RegExp(`^Rent: ${field}$`, 'i'));
  await window.quickInput.accept(text);
  await window.quickInput.waitFor('Rent, or change a field');
}

/** Opens a field of the launch form; typing its name brings its row into sight. */
export async function openField(window: Workbench, field: string): Promise<void> {
  await window.quickInput.waitFor('Rent, or change a field');
  await window.quickInput.type(field);
  await window.quickInput.pick(` ${field},`);
  // The rows of the form may hold the same words as those of the field.
  await window.quickInput.waitUntilGone('Rent, or change a field');
}
