import * as vscode from 'vscode';
import { systemClock } from './clock';
import { registerCommands } from './commands/register';
import { createPublicApi, type PublicApi } from './commands/publicApi';
import type { Background } from './background';
import type { Services } from './prompts/services';
import { followWindow, isOnInstance } from './connect/window/followWindow';
import { mayHoldKeys } from './connect/window/remoteKind';
import { registerEditorParts, restorePanels } from './editor/register';
import { KeptLog } from './log/keptLog';
import { hasAccounts } from './stores/account/accountIndex';
import { createEarlyViews } from './views/earlyViews';

/**
 * Tells VS Code what there is. What works in the background starts when somebody is or gets signed in, or the window is
 * on one of our instances; the rest is built when somebody looks at a view, runs a command or opens a link.
 */
export async function activate(context: vscode.ExtensionContext): Promise<PublicApi> {
  const channel = vscode.window.createOutputChannel('GPU Rental', { log: true });
  const log = new KeptLog(channel, systemClock);
  let agreed: string | undefined;
  const consent = (): string => (agreed ??= randomText());
  const ground = () => ({
    ...{ context, log, clock: systemClock, early, consent: consent() },
    showLog: () => channel.show(),
  });
  let starting: Promise<Background> | undefined;
  let running: Background | undefined;
  let building: Promise<Services> | undefined;
  const mayRun = mayRunHere(context.extension);
  const start = async (): Promise<Background> => {
    if (!mayRun) return refuse();
    const { startBackground } = await import('./background');
    return (running = startBackground(ground(), services));
  };
  const background = () => (starting ??= start());
  const build = async (): Promise<Services> => {
    const [known, { compose }] = await Promise.all([background(), import('./compose')]);
    return compose(ground(), known, await known.sshEntries());
  };
  const services = () => (building ??= build());
  const early = createEarlyViews(services, rowSecret(context.globalState));
  context.subscriptions.push(
    channel,
    early.all,
    registerCommands(services),
    registerEditorParts(services, log),
    restorePanels(services, log),
    vscode.window.registerUriHandler({
      handleUri: async (uri) => {
        const [{ UriHandler, runCommand }, { dialogs }] = await Promise.all([
          import('./commands/uriHandler'),
          services(),
        ]);
        await new UriHandler(dialogs, runCommand).handleUri(uri);
      },
    }),
  );
  const api = createPublicApi(consent, background, () => running);
  if (!mayRun) return api;
  // Another window may have signed in.
  context.subscriptions.push(context.secrets.onDidChange(() => void background()));
  if (isOnInstance()) {
    const known = await background();
    await followWindow({ ...known, sshEntries: await known.sshEntries() });
  } else
    void hasAccounts(context.globalStorageUri.fsPath).then((may) => {
      if (may) void background();
    });
  return api;
}

const mayRunHere = ({ extensionKind }: vscode.Extension<unknown>): boolean =>
  mayHoldKeys({
    remoteName: vscode.env.remoteName,
    isOnRemote: extensionKind === vscode.ExtensionKind.Workspace,
    isInBrowser: vscode.env.uiKind === vscode.UIKind.Web,
  });

/** VS Code hands a secret to whatever machine the extension runs on. */
async function refuse(): Promise<never> {
  const sentence = vscode.l10n.t(
    'GPU Rental runs on the remote machine of this window, where your API keys could be read, so it does nothing here. Install it on your own computer, and remove it from the setting {0} if it is listed there.',
    'remote.extensionKind',
  );
  const { showWarning } = await import('./ask/notify');
  void showWarning(sentence);
  throw new Error(sentence);
}

const randomText = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');

/** The same after a restart, so that rows stay unfolded. */
function rowSecret(memory: vscode.Memento): string {
  const known = memory.get<string>('rowSecret');
  const secret = known ?? randomText();
  if (known === undefined) void memory.update('rowSecret', secret);
  return secret;
}
