import { expect, it, vi } from 'vitest';
import { registerEditorParts } from '../../../src/editor/register';
import { silent } from '../../../src/log/log';
import type { Services } from '../../../src/prompts/services';
import { eventually } from '../support/eventually';

const opened: (() => void)[] = [];
vi.mock('vscode', () => {
  class Disposable {
    static readonly from = () => new Disposable();
    readonly dispose = () => undefined;
  }
  const register = () => new Disposable();
  return {
    Disposable,
    extensions: { getExtension: () => ({}) },
    lm: { registerTool: register },
    tasks: { registerTaskProvider: register },
    window: { registerTerminalProfileProvider: register },
    workspace: {
      notebookDocuments: [],
      onDidOpenNotebookDocument: (listener: () => void) => {
        opened.push(listener);
        return new Disposable();
      },
    },
  };
});
vi.mock('../../../src/editor/jupyter/jupyterServers', () => ({ offerServers: () => Promise.resolve({}) }));

it('offers Jupyter servers with the next notebook where it failed before', async () => {
  const services = vi.fn<() => Promise<Services>>();
  services.mockRejectedValueOnce(new Error('Not built.')).mockResolvedValue({} as Services);
  registerEditorParts(services, silent);
  opened[0]!();
  await eventually(() => expect(services).toHaveBeenCalledTimes(1));
  await eventually(() => {
    opened[0]!();
    expect(services).toHaveBeenCalledTimes(2);
  });
});
