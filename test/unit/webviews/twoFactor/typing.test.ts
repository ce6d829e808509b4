import type { Browser, Locator } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page, View } from '../../../../src/webviews/twoFactor/protocol';
import { PanelPage } from '../support/panelPage';
import { sharedBrowser } from '../support/sharedBrowser';

let browser: Browser;
let panel: PanelPage;
beforeAll(async () => {
  browser = await sharedBrowser();
});
beforeEach(async () => {
  panel = await PanelPage.open(browser, { panel: 'twoFactor', framesByHand: true });
});
afterEach(() => panel.close());

const phone: Page = { kind: 'phone', method: 'sms', phone: '' };
const proof = (chosen: string): Page => ({
  kind: 'proof',
  purpose: { kind: 'renew' },
  options: [
    { id: 'app', kind: 'totp', label: 'Authenticator app' },
    { id: 'phone', kind: 'sms', label: 'Phone' },
    { id: 'backup', kind: 'backup', label: 'Backup code' },
  ],
  chosen,
});
const problem: View['problem'] = { field: 'phone', message: 'Leave out the 0.', remedies: [] };

function view(turn: number, page: Page, more: Partial<View> = {}) {
  return { kind: 'view', view: { turn, account: 'a@b.c', busy: false, page, ...more } };
}

const field = (): Locator => panel.page.getByRole('textbox', { name: 'Phone number' });
const heard = { kind: 'heard' };
const working = view(1, phone, { busy: true });
const refused = view(1, phone, { problem });

/** Fills in what will be refused, and sends it. */
async function sendNumber(): Promise<void> {
  await panel.receive(view(1, phone));
  await panel.drawFrame();
  await field().focus();
  await panel.page.keyboard.type('+49');
  await panel.page.keyboard.press('Enter');
}

/** At which key a view arrives, and at which one the next frame is drawn. */
const typed = '+44';
const points = Array.from({ length: typed.length + 1 }, (_, index) => index);
const moments = points.flatMap((arrives) =>
  points.filter((drawn) => drawn >= arrives).map((drawn) => ({ arrives, drawn })),
);

async function typeWhile(happens: (point: number) => Promise<void>): Promise<void> {
  for (const point of points) {
    await happens(point);
    const key = typed[point];
    if (key) await panel.page.keyboard.press(key);
  }
}

describe('what is typed while the host answers', () => {
  it.each(moments)('stays when a refusal arrives at key $arrives and is drawn at $drawn', async (at) => {
    await sendNumber();
    await panel.receive(working, heard);

    await typeWhile(async (point) => {
      if (point === at.arrives) await panel.receive(refused);
      if (point === at.drawn) await panel.drawFrame();
    });

    // The refused text is selected for whoever types after the refusal only.
    expect(await field().inputValue()).toBe(at.arrives === 0 ? typed : `+49${typed}`);
  });

  it.each(points)('stays when the panel begins to work at key %i', async (at) => {
    await sendNumber();

    await typeWhile(async (point) => {
      if (point === at) await panel.receive(working, heard, refused);
      await panel.drawFrame();
    });

    expect(await field().inputValue()).toBe(at === 0 ? typed : `+49${typed}`);
  });

  it('stays when the panel tells something else meanwhile', async () => {
    await panel.receive(view(1, phone));
    await field().focus();
    await panel.page.keyboard.type(typed);
    await panel.receive(view(1, phone, { notice: { tone: 'info', text: 'Done.' } }));
    await panel.drawFrame();

    expect(await field().inputValue()).toBe(typed);
  });
});

describe('a new page', () => {
  it('begins at its heading, at once', async () => {
    await panel.receive(view(1, { kind: 'overview' }), view(2, proof('app')));

    expect(await panel.page.locator('h2:focus').innerText()).toBe('Create new backup codes');
  });

  it('leaves the focus where the person has moved it since', async () => {
    await panel.receive(view(1, { kind: 'overview' }), view(2, proof('app')));
    await panel.page.getByRole('radio', { name: 'Authenticator app' }).focus();
    await panel.drawFrame();
    await panel.page.keyboard.press('ArrowDown');

    expect(await panel.sent()).toContainEqual({ kind: 'chooseOption', option: 'phone' });
  });

  it('takes two keys in a row in a list, before the host has heard of the first', async () => {
    await panel.receive(view(1, { kind: 'overview' }), view(2, proof('app')));
    await panel.page.getByRole('radio', { name: 'Authenticator app' }).focus();
    await panel.drawFrame();
    await panel.page.keyboard.press('ArrowDown');
    await panel.drawFrame();
    await panel.page.keyboard.press('ArrowDown');

    expect((await panel.sent()) as unknown[]).toEqual(
      expect.arrayContaining([
        { kind: 'chooseOption', option: 'phone' },
        { kind: 'chooseOption', option: 'backup' },
      ]),
    );
  });

  it('keeps the focus in a list when another of its rows was chosen', async () => {
    await panel.receive(view(1, { kind: 'overview' }), view(2, proof('app')));
    await panel.page.getByRole('radio', { name: 'Authenticator app' }).focus();
    await panel.page.keyboard.press('ArrowDown');
    await panel.receive(view(2, proof('app'), { busy: true }), heard);
    await panel.drawFrame();
    await panel.receive(view(2, proof('phone')));

    expect(
      await panel.page.getByRole('radio', { name: 'Phone' }).and(panel.page.locator(':focus')).count(),
    ).toBe(1);
  });
});
