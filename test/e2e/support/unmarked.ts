import type { Frame, Page } from 'playwright-core';
import { cutOffTexts, unmarkedTexts, wordsIn } from '../../host/shownTexts';
import { service } from './scene';

/** Where VS Code shows texts of ours; what else is on the screen is its own. */
const ours = [
  '.sidebar .pane-header h3.title',
  '.sidebar .pane-body .monaco-list-row',
  '.sidebar .welcome-view-content',
  '.sidebar .pane-body .message',
  '.statusbar-item[id^="gpu-rental"]',
  '.quick-input-title',
  '.quick-input-box',
  '.quick-input-list .quick-input-list-entry',
  '.monaco-menu',
  '.monaco-dialog-box .dialog-message-row',
  '.notification-list-item-message',
  '.notification-list-item-buttons-container .monaco-button',
];

/** What VS Code says beside them: what a toolbar or a region is for, the icon of a dialog. */
const itsOwn = /^Actions for |^Welcome$|^Info$/;
const keys = ['enter', 'del', 'ctrl', 'control', 'shift', 'alt'];

/** The texts of ours on the screen that are not marked as translated. */
export async function unmarked(page: Page, data: ReadonlySet<string>): Promise<string[]> {
  const texts = await Promise.all([
    unmarkedTexts(page.mainFrame(), new Set([...data, ...keys]), ours),
    ...panelsOf(page).map((frame) => unmarkedTexts(frame, data)),
  ]);
  return texts.flat().filter((text) => !itsOwn.test(text));
}

/** What the panels show less of than there is. */
export async function cutOff(page: Page): Promise<string[]> {
  return (await Promise.all(panelsOf(page).map((frame) => cutOffTexts(frame)))).flat();
}

/** What the field of the quick input shows less of than there is. VS Code itself shortens rows, with "…". */
export const cutOffInField = (page: Page): Promise<string[]> =>
  cutOffTexts(page.mainFrame(), '.quick-input-box input');

/** A panel is a frame within a frame. */
const panelsOf = (page: Page): Frame[] =>
  page.frames().filter((frame) => frame.parentFrame()?.parentFrame() === page.mainFrame());

/** The words of what the service says, which nobody translates, in lower case. */
export async function serviceWords(): Promise<Set<string>> {
  const answers = await Promise.all([
    service('POST', '/api/v0/bundles/', { limit: 10_000 }),
    service('GET', '/api/v0/template/'),
    service('GET', '/api/v0/users/current/'),
  ]);
  return new Set(answers.flatMap(stringsIn).flatMap(wordsIn));
}

/** Every text in an answer; the names of fields are not shown. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value ? Object.values(value).flatMap(stringsIn) : [];
}
