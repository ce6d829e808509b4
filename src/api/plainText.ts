// White space, and a blank character that `\s` doesn't match.
const blank = /[\s\u2800]/gu;
// Control characters, characters that change the writing direction or join or hide text, half characters, and those of
// icon fonts.
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{DI}]/gu;
// More marks than any language puts on one letter would cover the lines above and below.
const heapOfMarks = /(\p{M}{4})\p{M}+/gu;
// Where VS Code starts a link (which may run a command), an image, an address or an icon: `[text](…`, `<command:…`,
// `$(name)`. A space keeps it text. Each rule looks at two neighboring characters only, so that texts that are cut or
// joined stay plain.
const markup = /\](?=[([])|\$(?=\()|<(?=[a-z][a-z\d+.-]*:)/giu;
// A modal dialog draws no icons, and `$(` is where a shell runs a command.
const markupOfModals = /\](?=[([])|<(?=[a-z][a-z\d+.-]*:)/giu;

/** Maximum length of a sentence that a person sees; VS Code doesn't show more. */
export const sentenceLimit = 1000;

/**
 * Text from outside as one harmless line of at most `limit` characters; the rest becomes an ellipsis. Applying it twice
 * changes nothing.
 */
export const plainText = (text: string, limit = 200): string => oneLine(text, limit, markup);

/** The same for a modal dialog, where `$(` is shown as it is. */
export const modalText = (text: string, limit = 200): string => oneLine(text, limit, markupOfModals);

function oneLine(text: string, limit: number, broken: RegExp): string {
  // Limit the length first: the sender decides how long the text is.
  const line = text
    .slice(0, 20_000)
    .replace(blank, ' ')
    .replace(unsafe, '')
    .replace(/ {2,}/g, ' ')
    .replace(heapOfMarks, '$1')
    .replace(broken, '$& ')
    .trim();
  const characters = Array.from(line);
  return characters.length <= limit ? line : `${characters.slice(0, limit - 1).join('')}…`;
}

/** The same for a text of several lines, of at most `limit` characters in all. */
export function plainLines(text: string, limit: number, line = plainText): string {
  const lines = text
    .slice(0, 20_000)
    .split('\n')
    .map((one) => line(one, limit))
    .join('\n');
  const characters = Array.from(lines);
  return characters.length <= limit ? lines : `${characters.slice(0, limit - 1).join('')}…`;
}
