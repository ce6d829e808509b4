import * as vscode from 'vscode';
import type { Instance } from '../api/schemas/instance';
import type { Connected } from '../connect/connectInstance';
import type { Services } from './services';

/** What other extensions get from this one's `exports`. */
export interface PublicApi {
  apiVersion: 1;
  /** The account's instances as last known, in the service's field names. */
  instances(): readonly Instance[];
  onDidChangeInstances: vscode.Event<void>;
  /** As the command does it, with all its questions to the person. */
  connect(instanceId: number): Promise<Connected | undefined>;
}

export function createPublicApi({ instances }: Services): PublicApi {
  return {
    apiVersion: 1,
    instances: () => [...instances.state.instances.values()].map((instance) => ({ ...instance })),
    onDidChangeInstances: (listener, ...rest) => instances.onDidChange(() => void listener(), ...rest),
    connect: async (instanceId) =>
      vscode.commands.executeCommand<Connected | undefined>('gpuRental.connect', { instanceId }),
  };
}
