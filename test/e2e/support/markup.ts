import type { Frame, Page } from 'playwright-core';

/** Where texts of ours stand; an editor shows a document as it is. */
const places = [
  '.notifications-toasts',
  '.notifications-center',
  '.quick-input-widget',
  '.monaco-dialog-box',
  '.monaco-hover',
  '.sidebar',
  '.statusbar',
  'main',
].join(',');

/**
 * What VS Code made of texts that are not ours, in a line each: links that run a command or open a file, pictures from
 * elsewhere, the icon `flame`, which we use nowhere, and characters that turn the writing direction.
 */
export async function markup(page: Page): Promise<string[]> {
  const found = await Promise.all(page.frames().map((frame) => markupIn(frame).catch(() => [])));
  return found.flat();
}

function markupIn(frame: Frame): Promise<string[]> {
  return frame.evaluate((selector) => {
    const found: string[] = [];
    const look = (root: ParentNode): void => {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) look(element.shadowRoot);
        // The welcome text of an empty view is ours.
        if (element.closest('.welcome-view-content')) continue;
        const targets = ['href', 'data-href'].map((name) => element.getAttribute(name) ?? '');
        const isLink = element.tagName === 'A' && targets.some((target) => /^(command|file):/i.test(target));
        const isPicture = element.tagName === 'IMG' && element.getAttribute('src')?.includes('example.com');
        if (isLink || isPicture || element.classList.contains('codicon-flame'))
          found.push(`${element.parentElement?.className}: ${element.outerHTML}`);
      }
    };
    look(document);
    for (const place of document.querySelectorAll<HTMLElement>(selector))
      if (/[\u202a-\u202e\u2066-\u2069\u200f]/.test(place.innerText)) found.push(place.innerText);
    return found;
  }, places);
}
