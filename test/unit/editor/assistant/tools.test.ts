import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { invokeTool } from '../../../../src/editor/assistant/tools';
import { commandServices } from '../../support/commandServices';
import { clearScreen, fakeVscode } from '../../support/fakeVscode';

vi.mock('vscode', async () => (await import('../../support/fakeVscode')).fakeVscode);

class LanguageModelTextPart {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}
class LanguageModelToolResult {
  readonly content: readonly LanguageModelTextPart[];
  constructor(content: readonly LanguageModelTextPart[]) {
    this.content = content;
  }
}
Object.assign(fakeVscode, { LanguageModelTextPart, LanguageModelToolResult });
const folders = { workspaceFolders: [{ uri: { scheme: 'file', fsPath: '/f' } }] };
Object.assign(fakeVscode.workspace, folders);
afterAll(() => Object.assign(fakeVscode.workspace, { workspaceFolders: undefined }));
beforeEach(clearScreen);

const stopped = { id: 7, actual_status: 'exited', intended_status: 'stopped', dph_total: 1 };
const loading = { ...stopped, actual_status: 'loading', intended_status: 'running', cur_state: 'running' };

/** What a model reads of a command that resolved to nothing, with an instance that is so by then. */
async function afterNo(name: 'connect' | 'runOnGpu', instance: typeof stopped, isListed = true) {
  const { services } = commandServices(instance);
  const { instances } = services;
  const refresh = () => (isListed ? Promise.resolve() : Promise.reject(new Error('offline')));
  Object.assign(services, { ready: Promise.resolve() });
  Object.assign(instances, { refresh });
  const given = { instanceId: 7, command: 'python train.py' };
  const token = { onCancellationRequested: () => ({ dispose: () => undefined }) };
  const { content } = await invokeTool(services, name, given, token as never);
  const [, , data = ''] = (content[0] as LanguageModelTextPart).value.split('\n');
  return JSON.parse(data) as { reason: string; instance?: object };
}

it.each(['connect', 'runOnGpu'] as const)(
  'a model isn’t told that %s changed nothing where the instance may have been started',
  async (name) => {
    expect((await afterNo(name, stopped)).reason).toBe('The person said no. Nothing was changed.');
    const { reason, instance } = await afterNo(name, loading);
    expect(reason).toContain('costs money until it is stopped');
    expect(instance).toMatchObject({ id: 7, state: 'loading', dollars_per_hour_running: 1 });
    const unknown = await afterNo(name, stopped, false);
    expect(unknown.reason).toBe(reason);
    expect(unknown.instance).toBeUndefined();
  },
);
