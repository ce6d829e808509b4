/** A menu of VS Code. @see https://code.visualstudio.com/api/references/contribution-points#contributes.menus */
export type MenuName =
  | 'view/title'
  | 'view/item/context'
  | 'statusBar/remoteIndicator'
  | 'editor/title'
  | 'editor/title/run'
  | 'explorer/context'
  | 'webview/context'
  | `gpuRental.${Submenu}`;

/** One place in a menu. */
export type Place = readonly [when: string, group: string];

export interface Key {
  key: string;
  when: string;
  /** What the command is called with. */
  args: object;
}

/** What package.json says of a command, from which `npm run schemas` writes it. Its title is in package.nls.json. */
export interface Contribution {
  /** A product icon of VS Code. */
  icon?: string;
  /** When it can be called; elsewhere it is grey, or not in the Command Palette. Always if there is no condition. */
  enablement?: string;
  /** When the Command Palette has it, besides; `never` if what it needs is in a row alone. */
  palette?: string;
  menus?: Readonly<Partial<Record<MenuName, readonly Place[]>>>;
  keys?: readonly Key[];
}

/**
 * What a program's call needs: `nothing`; `consent`, in place of which a dialog asks; or a `dialog` or form, whatever it
 * gives. With `consentToConnect` consent is needed only to start the instance and to edit the ssh config.
 */
export type Needed = 'nothing' | 'consent' | 'consentToConnect' | 'dialog';

/**
 * A command, which a file beside this exports under its name. It needs an account in use, besides what `enablement` and
 * its places in titles of views say; and the Command Palette has it if there is something that it is `about`, unless
 * `palette` says otherwise.
 */
export interface CommandContribution extends Contribution {
  /** It is there for somebody who isn't signed in, too. */
  signedOut?: true;
  /** The file's name without its ending, if it isn't the command's: commands of one subject share a file. */
  file?: string;
  /** What it works on. A person is asked which one. */
  about?: 'instance' | 'template' | 'volume';
  /** SECURITY.md has a table of this, and a test calls each command. */
  program: Needed;
  /** It only reads, or asks before it changes anything, so it is repeated automatically after a login. */
  repeatable?: true;
  /**
   * It leads to the launch form before anything is agreed to. Without arguments nobody knows who called it, but what is
   * done in the form is done by the person.
   */
  form?: true;
}

/** By the last part of their ids, in the order of package.json. */
export type CommandContributions = Readonly<Record<string, CommandContribution>>;

export const signedIn = 'gpuRental.signedIn';
/** Not in the Command Palette. */
export const never = 'false';

export const and = (...conditions: readonly string[]): string => conditions.join(' && ');

type View = 'instances' | 'runs' | 'account' | 'templates' | 'volumes';

export const inView = (view: View): string => `view == gpuRental.${view}`;

/** A row with these words, a regular expression. */
export const hasWords = (words: string): string => `viewItem =~ /;${words};/`;

/** A row of the view that has these words, a regular expression. */
export const onRow = (view: View, words: string): string => and(inView(view), hasWords(words));

/** Only for one row: not while several are selected. */
export const onlyOne = '!listMultiSelection';

export const onOneRow = (view: View, words: string): string => and(onRow(view, words), onlyOne);

/** Any other instance while several are selected, of which one has the word. */
export const onOthersSelected = (word: string): string =>
  and(
    onRow('instances', 'instance'),
    `!(${hasWords(word)})`,
    'listMultiSelection',
    `gpuRental.instances.selection =~ /;${word};/`,
  );

/** The service has this part of its interface. */
export const served = (part: string): string => `!gpuRental.missing.${part}`;

/** There is at least one of these. */
export const someIn = (view: 'instances' | 'volumes'): string => `gpuRental.${view}.state == some`;

/** There is one of these, or nobody knows. */
export const maybe = (thing: string): string => `!gpuRental.no.${thing}`;

/** A key on the row that has the focus. What it does there is in `src/commands/rowKeys.ts`. */
export const rowKey = (key: string, view: View): Key => ({
  key,
  when: and(
    `focusedView == gpuRental.${view}`,
    'listFocus && !inputFocus && !treestickyScrollFocused',
    signedIn,
  ),
  args: { focusedRow: view },
});

export function deleteKeys(view: View): Key[] {
  const onMac = rowKey('cmd+backspace', view);
  return [rowKey('delete', view), { ...onMac, when: and('isMac', onMac.when) }];
}

/** In the menu of an instance, so that it has no more entries than a person looks through. Their titles are in package.nls.json. */
export type Submenu = 'files' | 'connection' | 'scheduledStop' | 'restart' | 'rental';

/** Where they are. A menu without entries isn't shown. */
export const submenus: Readonly<Record<Submenu, Place>> = {
  files: [onRow('instances', 'instance'), '1_connect@4'],
  connection: [onRow('instances', 'instance'), '1_connect@5'],
  scheduledStop: [onRow('instances', 'scheduled'), '2_power@3'],
  restart: [onRow('instances', 'instance'), '2_power@4'],
  rental: [onRow('instances', 'instance'), '3_edit@1'],
};
