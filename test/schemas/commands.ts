import { readFile } from 'node:fs/promises';
import { contributionsByNoun } from '../../src/commands/contributions';
import {
  and,
  type CommandContribution,
  type Contribution,
  type MenuName,
  type Place,
  type Submenu,
  signedIn,
  someIn,
  submenus,
} from '../../src/contribution';
import { menuContributions } from '../../src/webviews/offers/contributions';
import { formatted } from './formatted';
import { halves } from './settingsTable';

const start = '// commands: written by npm run schemas\n';
const end = '// commands: end\n';

interface Described {
  name: string;
  noun: string;
  contribution: CommandContribution;
}

const described: readonly Described[] = Object.entries(contributionsByNoun).flatMap(([noun, all]) =>
  Object.entries(all).map(([name, contribution]) => ({ name, noun, contribution })),
);
const menuNames: readonly MenuName[] = [
  'view/title',
  'view/item/context',
  'statusBar/remoteIndicator',
  'editor/title',
  'editor/title/run',
  'explorer/context',
  'webview/context',
  ...Object.keys(submenus).map((name): MenuName => `gpuRental.${name as Submenu}`),
];

/** What the manifest says of commands. @throws Error if two folders have a command of the same name */
export function commandsOfManifest(): {
  commands: object[];
  menus: object;
  submenus: object[];
  keybindings: object[];
} {
  const all: (readonly [name: string, Contribution])[] = [
    ...described.map(({ name, contribution }) => [name, whole(contribution)] as const),
    ...Object.entries(menuContributions).map(
      ([action, contribution]) => [`offersPanel.${action}`, contribution] as const,
    ),
  ];
  const twice = all.find(([name], index) => all.findIndex(([other]) => other === name) < index);
  if (twice) throw new Error(`There are two commands ${twice[0]}`);
  const menu = (menuName: MenuName): object[] =>
    all.flatMap(([name, { menus }]) =>
      (menus?.[menuName] ?? []).map(([when, group]) => ({ command: id(name), when, group })),
    );
  const commandPalette = all.flatMap(([name, { palette: when }]) =>
    when === undefined ? [] : [{ command: id(name), when }],
  );
  return {
    commands: all.map(command),
    menus: {
      ...Object.fromEntries(menuNames.map((name) => [name, [...menu(name), ...submenusIn(name)]])),
      commandPalette,
    },
    submenus: Object.keys(submenus).map((name) => ({ id: id(name), label: `%submenu.${name}%` })),
    keybindings: all.flatMap(([name, { keys }]) =>
      (keys ?? []).map((key) => ({ command: id(name), ...key })),
    ),
  };
}

/** With the conditions that most commands have, as `CommandContribution` says. */
function whole(contribution: CommandContribution): Contribution {
  const { about, signedOut, enablement, menus = {} } = contribution;
  const thing = about === 'instance' || about === 'volume' ? { palette: someIn(`${about}s`) } : {};
  if (signedOut) return { ...thing, ...contribution };
  const titles = menus['view/title']?.map(([when, group]): Place => {
    const [view = '', ...others] = when.split(' && ');
    return [and(view, signedIn, ...others), group];
  });
  return {
    ...thing,
    ...contribution,
    enablement: enablement === undefined ? signedIn : and(signedIn, enablement),
    menus: { ...menus, ...(titles ? { 'view/title': titles } : {}) },
  };
}

const submenusIn = (menuName: MenuName): object[] =>
  menuName === 'view/item/context'
    ? Object.entries(submenus).map(([name, [when, group]]) => ({ submenu: id(name), when, group }))
    : [];

const id = (name: string): string => `gpuRental.${name}`;

const command = ([name, { icon, enablement }]: readonly [string, Contribution]): object => ({
  command: id(name),
  title: `%command.${name}%`,
  category: 'GPU Rental',
  ...(icon === undefined ? {} : { icon: `$(${icon})` }),
  ...(enablement === undefined ? {} : { enablement }),
});

/** The source with the names and the table of all commands between their marks, by its path in the repository. */
export async function commandSources(): Promise<Map<string, string>> {
  const names = described.map(({ name }) => `'${name}',\n`);
  const rows = described.map(({ name, noun, contribution: { file = name, repeatable, form } }) => {
    const rules = [...(repeatable ? ['repeatable: true'] : []), ...(form ? ['form: true'] : [])];
    return `${name}: { ${[`load: () => import('./${noun}/${file}')`, ...rules].join(', ')} },\n`;
  });
  return new Map([await written('src/commandNames.ts', names), await written('src/commands/index.ts', rows)]);
}

async function written(path: string, lines: readonly string[]): Promise<[string, string]> {
  const [before, rest] = halves(await readFile(path, 'utf8'), start);
  const [, after] = halves(rest, end);
  return [path, await formatted(path, `${before}${start}${lines.join('')}${end}${after}`)];
}
