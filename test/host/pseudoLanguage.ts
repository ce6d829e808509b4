/**
 * A language that no one speaks: each text of ours is between ⟦ and ⟧ and 40 % longer, as in a language with long words.
 * What is shown without the marks can't be translated. Each form of a plural and each line is marked, since each is
 * shown by itself.
 */
export const pseudoText = (text: string): string =>
  text
    .split(/(\||\n)/)
    .map((part) => (part.trim() === '' || part === '|' ? part : `⟦${part} ${'~'.repeat(added(part))}⟧`))
    .join('');

const added = (text: string): number => Math.max(1, Math.ceil(text.length * 0.4) - 3);
