const command = 'command:workbench.action.openSettings';
const hex = (...codes: number[]): string => String.fromCodePoint(...codes);

/**
 * Names as somebody would write them who wants a click of a person, or to pass for something else: links that VS Code
 * or Markdown would draw, icons, and characters that hide, turn or overflow.
 */
export const hostileTexts: readonly string[] = [
  `[x](${command})`,
  `[Update now](${command}?%5B%22a%22%5D "Safe")`,
  `[x](COMMAND:workbench.action.openSettings)`,
  '[x](https://example.com)',
  '[x](file:///etc/passwd)',
  `[x]${hex(0x200b)}(${command})`,
  `[x]${hex(0)}(${command})`,
  `[x]${hex(0xfe0f)}(${command})`,
  `[[x]](${command})`,
  `](${command})`,
  `[x`,
  `![x](https://example.com/seen.png)`,
  `[x][y]`,
  `[y]: ${command}`,
  `<${command}>`,
  `<https://example.com>`,
  `<a href="${command}">x</a>`,
  '$(flame)',
  '$(flame~spin)',
  '\\$(flame)',
  `$${hex(0x200d)}(flame)`,
  '$(fl',
  'a$',
  '**bold** `code` # head',
  `safe${hex(0x202e)}gnp.exe`,
  `${hex(0x2066)}x${hex(0x2069)}${hex(0x200f)}`,
  `${hex(0x3164)}${hex(0x2800)}${hex(0x115f)}`,
  `${hex(0xe0041)}${hex(0xe007f)}`,
  `${hex(0xeb05)} flame`,
  `z${hex(0x0301).repeat(40)}`,
  `line${hex(0x0a)}[x](${command})${hex(0x0d)}${hex(0x2028)}$(flame)`,
  `${hex(0x1b)}]8;;${command}${hex(0x07)}x${hex(0x1b)}[31m`,
  hex(0xd83d),
  `${'a'.repeat(300)}[x](${command})`,
];
