import * as vscode from 'vscode';
import { ignore, type Log } from '../log/log';
import type { Services } from '../prompts/services';
import { toolId, toolNames } from './assistant/toolNames';
import type { JupyterServers } from './jupyter/jupyterServers';

/** Tells VS Code's own parts what we add to them. @param services built on the first use of one */
export function registerEditorParts(services: () => Promise<Services>, log: Log): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.window.registerTerminalProfileProvider('gpuRental.shell', {
      provideTerminalProfile: async () => {
        const [{ shellProfile }, built] = await Promise.all([import('./shellProfile'), services()]);
        return shellProfile(built);
      },
    }),
    vscode.tasks.registerTaskProvider('gpuRental', {
      // A person writes them: whatever we could guess would stand in every list of tasks.
      provideTasks: () => [],
      resolveTask: async (task) => {
        const [{ resolveTask }, built] = await Promise.all([import('./tasks/resolveTask'), services()]);
        return resolveTask(built, task);
      },
    }),
    whenNotebooksOpen(services, log),
    ...toolNames.map((name) =>
      vscode.lm.registerTool<unknown>(toolId(name), {
        prepareInvocation: async ({ input }) =>
          (await import('./assistant/prepareTool')).prepareTool(name, input),
        invoke: async ({ input }, token) => {
          const [{ invokeTool }, built] = await Promise.all([import('./assistant/tools'), services()]);
          return invokeTool(built, name, input, token);
        },
      }),
    ),
  );
}

/**
 * Offers our Jupyter servers once a notebook is open. Not before: it activates the Jupyter extension, which does that by
 * itself then.
 */
function whenNotebooksOpen(services: () => Promise<Services>, log: Log): vscode.Disposable {
  let offering: Promise<JupyterServers | undefined> | undefined;
  const offer = async (): Promise<void> => {
    if (!vscode.extensions.getExtension('ms-toolsai.jupyter')) return;
    offering ??= Promise.all([import('./jupyter/jupyterServers'), services()]).then(
      ([{ offerServers }, built]) => offerServers(built),
    );
    // It may be updated while the window is open.
    if (!(await offering.catch(ignore(log, 'tried later')))) offering = undefined;
  };
  const subscription = vscode.workspace.onDidOpenNotebookDocument(() => void offer());
  if (vscode.workspace.notebookDocuments.length > 0) void offer();
  return new vscode.Disposable(() => {
    subscription.dispose();
    void offering?.then((offered) => offered?.dispose());
  });
}

/** The panels that come back when the window is reloaded. Never the one for two-factor login, which shows secrets. */
const restoredPanels = { 'gpuRental.offers': 'offersPanel', 'gpuRental.spending': 'spendingPanel' } as const;

type PanelName = (typeof restoredPanels)[keyof typeof restoredPanels];

interface Restoring {
  restore(panel: vscode.WebviewPanel, state: unknown): Promise<void>;
}

/** Fills these panels again after a reload. @param services built when there is one to fill */
export function restorePanels(
  services: () => Promise<Pick<Services, 'ready'> & Record<PanelName, Restoring>>,
  log: Log,
): vscode.Disposable {
  const restore = async (name: PanelName, panel: vscode.WebviewPanel, state: unknown) => {
    const built = await services();
    await built.ready;
    await built[name].restore(panel, state);
  };
  return vscode.Disposable.from(
    ...Object.entries(restoredPanels).map(([type, name]) =>
      vscode.window.registerWebviewPanelSerializer(type, {
        deserializeWebviewPanel: (panel, state: unknown) =>
          restore(name, panel, state).catch((error: unknown) => {
            panel.dispose();
            ignore(log, 'a panel without an account in use is closed')(error);
          }),
      }),
    ),
  );
}
