// Control characters, the marks that turn the writing direction or hide text, and half characters.
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
// Where a notification would begin a link (which may run a command), and a row an icon: a space keeps it text.
const markup = /\](?=\()|\$(?=\()/g;

/** Text from outside as one harmless line of at most `limit` characters; the rest becomes an ellipsis. */
export function plainText(text: string, limit = 200): string {
  // Bounded first: whoever sent it decided how long it is.
  const line = text.slice(0, 20_000).replace(/\s+/gu, ' ').replace(unsafe, '').replace(markup, '$& ').trim();
  const characters = Array.from(line);
  return characters.length <= limit ? line : `${characters.slice(0, limit - 1).join('')}…`;
}
