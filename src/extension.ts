import * as vscode from 'vscode';
import { systemClock } from './clock';
import { registerCommands } from './commands/register';
import { createPublicApi, type PublicApi } from './commands/publicApi';
import type { Services } from './commands/services';
import { followWindow, isOnInstance } from './connect/followWindow';
import { registerEditorParts } from './editor/register';
import { KeptLog } from './log/keptLog';
import { hasAccounts } from './stores/accountIndex';
import { createEarlyViews } from './views/earlyViews';

/**
 * Tells VS Code what there is. What draws and does it is built when it is needed: somebody is or gets signed in,
 * looks at a view, runs a command, opens a link, or the window is on one of our instances.
 */
export async function activate(context: vscode.ExtensionContext): Promise<PublicApi> {
  const channel = vscode.window.createOutputChannel('GPU Rental', { log: true });
  const log = new KeptLog(channel, systemClock);
  let agreed: string | undefined;
  const consent = (): string =>
    (agreed ??= Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url'));
  let building: Promise<Services> | undefined;
  let built: Services | undefined;
  const services = () =>
    (building ??= import('./compose').then(
      ({ compose }) =>
        (built = compose({
          context,
          log,
          clock: systemClock,
          showLog: () => channel.show(),
          early,
          consent: consent(),
        })),
    ));
  const early = createEarlyViews(services);
  context.subscriptions.push(
    channel,
    early.all,
    registerCommands(services),
    registerEditorParts(services),
    vscode.window.registerUriHandler({
      handleUri: async (uri) => {
        const [{ UriHandler, runCommand }, { dialogs }] = await Promise.all([
          import('./commands/uriHandler'),
          services(),
        ]);
        await new UriHandler(dialogs, runCommand).handleUri(uri);
      },
    }),
    // Another window may have signed in.
    context.secrets.onDidChange(() => void services()),
  );
  if (isOnInstance()) await followWindow(await services());
  else
    void hasAccounts(context.globalStorageUri.fsPath).then((may) => {
      if (may) void services();
    });
  return createPublicApi(consent, services, () => built);
}
