import type { Frame, Page } from 'playwright-core';

/**
 * All words on the screen: what is drawn, also what the screen reader is told of it, in every frame and shadow tree.
 * The app's secret and the backup codes are left out where their own page of the panel shows them, which is what that
 * page is for (a picture covers the same elements), and what a password field draws as dots; anywhere else they count.
 */
export async function words(page: Page): Promise<string> {
  const texts = await Promise.all(page.frames().map((frame) => wordsOf(frame).catch(() => '')));
  return texts.join('\n');
}

/** What the panel has to show, and no picture may hold. */
export const shownSecrets = 'code.secret, ol.codes, .qr';

async function wordsOf(frame: Frame): Promise<string> {
  const body = frame.locator('body');
  const drawn = await body.innerText();
  const spoken = await body.ariaSnapshot();
  const allowed = [
    ...(await frame.locator('code.secret, ol.codes code').allInnerTexts()),
    ...(await typedAsDots(frame)),
  ];
  // Each once, so that the same words at a second place are found.
  return `${drawn}\n${allowed.reduce((text, secret) => text.replace(secret, ''), spoken)}`;
}

function typedAsDots(frame: Frame): Promise<string[]> {
  return frame
    .locator('input[type="password"]')
    .evaluateAll((fields) => fields.flatMap((field) => ('value' in field ? String(field.value) : [])));
}
