import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a window on an instance needs to know. */
export interface InstanceWindow {
  alias: string;
  /** What the addresses of all its requests begin with. */
  path: string;
  /** Where the person's settings and the storage of extensions are: one folder for all their windows. */
  userDataPath: string;
}

/**
 * VS Code's own page and script, changed so that they can show a window on `ssh-remote+<alias>`: they were built for a
 * server that is one machine, the one in the address bar.
 */
const instanceWindow = readFileSync(join(import.meta.dirname, 'instanceWindow.mjs'), 'utf8');

/** The page of a window on an instance; that of a window on this computer stays as it is. */
export function editPage(page: string, window: InstanceWindow): string {
  const nonce = /<script nonce="([^"]*)">/.exec(page)?.[1] ?? '';
  const given = JSON.stringify(window).replaceAll('"', '&quot;');
  const script = `<script nonce="${nonce}" data-window="${given}">${instanceWindow}</script>`;
  return replaceOnce(page, /<body /, () => `${script}\n<body `);
}

/**
 * The workbench's script: which machine the window is on comes from the page, if it says so, and the address of a
 * folder on another machine keeps that machine.
 *
 * @throws if the script isn't like those of the releases that are known
 */
export function editScript(script: string): string {
  const edited = replaceOnce(
    script,
    /remoteAuthority:location\.host\}/,
    () => 'remoteAuthority:location.host,...globalThis.remoteWindow}',
  );
  return replaceOnce(
    edited,
    // Of `encodeWorkspacePath`, whose name and fields the oldest release has shortened.
    /\((\w+)\)\{return (this\.\w+\.remoteAuthority)&&(?=\1\.scheme===)/,
    (found, uri, authority) => `${found}${uri}.authority===${authority}&&`,
  );
}

function replaceOnce(text: string, pattern: RegExp, replacement: (...found: string[]) => string): string {
  const found = text.match(new RegExp(pattern, 'g'))?.length ?? 0;
  if (found !== 1) throw new Error(`VS Code's page has ${found} places like ${pattern.source}, and not one.`);
  return text.replace(pattern, replacement);
}
