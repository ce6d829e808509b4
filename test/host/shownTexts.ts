import type { Frame, Page } from 'playwright-core';

/** Names and units that are the same in every language, and what `Intl` writes. */
const alike = `
  gpu gpus rental rtx dlperf cuda vram ram cpu ssh jupyter api id gb mb tb tflops pcie ms mbps mb udp utc am pm
  hour hours day days ago jan feb mar apr may jun jul aug sep oct nov dec
  january february march april june july august september october november december
  mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday
`;

/** The words of a text, in lower case. */
export const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];

/**
 * The texts on the screen that are not marked as translated into the pseudo-language, each once.
 *
 * @param within selectors of what is looked at, if not all of the page
 * @param data words that nobody has to translate: names, and what the service says
 */
export async function unmarkedTexts(
  frame: Frame | Page,
  data: ReadonlySet<string>,
  within?: readonly string[],
): Promise<string[]> {
  const known = new Set([...alike.trim().split(/\s+/), ...data]);
  const texts = await shownIn(frame, within);
  return [...new Set(texts)].filter((text) => wordsIn(bare(text)).some((word) => !known.has(word)));
}

/** Without what is marked; a text that was shortened has lost its last mark. */
function bare(text: string): string {
  const less = text.replace(/⟦[^⟦⟧]*⟧/g, ' ');
  return less === text ? text.replace(/⟦.*$/su, ' ') : bare(less);
}

/** Every text that is drawn, or said by a screen reader; each of `wanted` as one, since VS Code draws it in pieces. */
function shownIn(frame: Frame | Page, wanted: readonly string[] | undefined): Promise<string[]> {
  return frame.evaluate((wanted) => {
    const attributes = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'label'];
    const names: string[] = [];
    const drawnIn = (node: Node): string[] => {
      if (node.nodeType === Node.TEXT_NODE) return [node.textContent ?? ''];
      if (node instanceof Element) {
        if (!node.checkVisibility() || ['STYLE', 'SCRIPT', 'CODE'].includes(node.tagName)) return [];
        for (const name of attributes) names.push(node.getAttribute(name) ?? '');
      }
      const within = node instanceof Element && node.shadowRoot ? [node.shadowRoot] : [];
      return [...within, ...node.childNodes].flatMap(drawnIn);
    };
    const roots = wanted ? [...document.querySelectorAll(wanted.join())] : [document.body];
    const pieces = roots.map(drawnIn);
    const texts = wanted ? pieces.map((some) => some.join(' ')) : pieces.flat();
    return [...texts, ...names].map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter(Boolean);
  }, wanted);
}

/** What shows less text than it holds, in a few words each. @param wanted a selector of what is looked at */
export function cutOffTexts(frame: Frame | Page, wanted = '*'): Promise<string[]> {
  return frame.evaluate((wanted) => {
    const found = new Set<string>();
    const canvas = document.createElement('canvas').getContext('2d');
    const visit = (root: Document | ShadowRoot): void => {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) visit(element.shadowRoot);
        if (!element.matches(wanted)) continue;
        if (!element.checkVisibility() || element.clientWidth < 2) continue;
        const text = element.matches('input, select') ? typed(element) : (element.textContent ?? '');
        if (text.trim() === '' || !isCut(element, text)) continue;
        const words = text.replaceAll(/\s+/g, ' ').trim().slice(0, 80);
        found.add(`${element.localName}.${element.className}: ${words}`);
      }
    };
    const typed = (element: Element): string =>
      element instanceof HTMLSelectElement
        ? (element.selectedOptions[0]?.text ?? '')
        : element instanceof HTMLInputElement
          ? element.value || element.placeholder
          : '';
    const isCut = (element: Element, text: string): boolean => {
      const { overflowX, textOverflow, paddingLeft, paddingRight, font } = getComputedStyle(element);
      const { clientWidth, scrollWidth } = element;
      if (element.matches('[type="checkbox"], [type="radio"]')) return false;
      if (element.matches('input, select')) {
        if (!canvas) throw new Error('There is no canvas to measure with.');
        canvas.font = font;
        // What a list shows beside its text to be opened with.
        const arrow = element.matches('select') ? 16 : 0;
        const room = clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - arrow;
        return canvas.measureText(text).width > room + 1;
      }
      const isHidden = overflowX === 'hidden' || overflowX === 'clip';
      // A cell may end in "…" where its whole text is at hand.
      const isShortened = textOverflow === 'ellipsis' && element.closest('[title]') !== null;
      return isHidden && !isShortened && scrollWidth > clientWidth + 1;
    };
    visit(document);
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth + 1) found.add(`the page is ${scrollWidth - clientWidth} pixels too wide`);
    return [...found];
  }, wanted);
}
