import * as vscode from 'vscode';
import type { Services } from '../prompts/services';
import { toolId, toolNames } from './assistant/toolNames';
import { whenNotebooksOpen } from './jupyter/whenNotebooksOpen';

/** Tells VS Code's own parts what we add to them. @param services built on the first use of one */
export function registerEditorParts(services: () => Promise<Services>): vscode.Disposable {
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
    whenNotebooksOpen(services),
    ...toolNames.map((name) =>
      vscode.lm.registerTool<unknown>(toolId(name), {
        prepareInvocation: async ({ input }) => (await import('./assistant/tools')).prepareTool(name, input),
        invoke: async ({ input }, token) => {
          const [{ invokeTool }, built] = await Promise.all([import('./assistant/tools'), services()]);
          return invokeTool(built, name, input, token);
        },
      }),
    ),
  );
}
