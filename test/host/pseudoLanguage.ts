/**
 * A language that no one speaks: each text of ours is between ⟦ and ⟧ and 40 % longer, as in a language with long words.
 * What is shown without the marks can't be translated. Each form of a plural and each line is marked, since each is
 * shown by itself.
 */
export const pseudoText = (text: string): string =>
  text
    .split(/(\||\n)/)
    .map((part) => (part.trim() === '' || part === '|' ? part : marked(part)))
    .join('');

/** VS Code draws a line that is a link alone as a button. */
const marked = (part: string): string =>
  /^\[.*\]\(.*\)$/.test(part)
    ? part.replace(/^\[(.*)\]/, (_, label: string) => `[${marked(label)}]`)
    : `⟦${part} ${'~'.repeat(added(part))}⟧`;

const added = (text: string): number => Math.max(1, Math.ceil(text.length * 0.4) - 3);
