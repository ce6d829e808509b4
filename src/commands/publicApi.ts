import * as vscode from 'vscode';
import type { SharedInstance } from '../domain/instances/sharedInstance';
import type { Connected } from '../connect/connectInstance';
import type { InstanceStore } from '../stores/instances/instanceStore';
import { callCommand } from '../commandNames';

/** The `exports` of this extension, for other extensions. */
export interface PublicApi {
  apiVersion: 1;
  /**
   * The value for a command's `confirmed`, instead of asking the person; different for each activation. Any other
   * value, even `true`, asks.
   */
  readonly consent: string;
  /** The account's instances as last known, in the service's field names; `unreadable` where an answer could not be read. */
  instances(): readonly SharedInstance[];
  onDidChangeInstances: vscode.Event<void>;
  /** Like the command, with all its questions to the person. */
  connect(instanceId: number): Promise<Connected | undefined>;
}

interface Known {
  instances: Pick<InstanceStore, 'state' | 'onDidChange'>;
}

/** @param stores built on the first call @param built the stores, once they are built */
export function createPublicApi(
  consent: () => string,
  stores: () => Promise<Known>,
  built: () => Known | undefined,
): PublicApi {
  return {
    apiVersion: 1,
    get consent() {
      return consent();
    },
    instances: () => {
      const known = built();
      const listed = known ? [...known.instances.state.instances.values()] : [];
      return listed.flatMap((instance) => (instance.id < 0 ? [] : { ...instance }));
    },
    onDidChangeInstances: (listener, thisArg: unknown, disposables) => {
      let subscription: vscode.Disposable | undefined;
      const ended = new AbortController();
      void stores().then(({ instances }) => {
        if (!ended.signal.aborted) subscription = instances.onDidChange(() => void listener.call(thisArg));
      });
      const disposable = new vscode.Disposable(() => {
        ended.abort();
        subscription?.dispose();
      });
      disposables?.push(disposable);
      return disposable;
    },
    connect: async (instanceId) => callCommand<Connected | undefined>('connect', { instanceId }),
  };
}
