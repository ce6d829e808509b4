import { expect, it } from 'vitest';
import { menuActions } from '../../../../src/webviews/offers/protocol';
import { commands, menuCommand, menus } from '../support/nativeMenu';

const named = (list: readonly { command: string }[]): string[] =>
  list.flatMap(({ command }) => (command.startsWith(menuCommand) ? [command.replace(menuCommand, '')] : []));

it('the menus have exactly the commands that the panel registers, and the palette has none of them', () => {
  expect(named(commands)).toEqual([...menuActions]);
  expect(named(menus['webview/context'])).toEqual([...menuActions]);
  const hidden = menus.commandPalette.filter(({ when }) => when === 'false');
  expect(named(hidden)).toEqual([...menuActions]);
});
