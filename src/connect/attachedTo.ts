import * as vscode from 'vscode';
import type { Volume } from '../api/schemas/volume';
import type { SharedInstance } from '../domain/instances/sharedInstance';
import { instancesOf } from '../stores/volumes/attachments';
import type { InstanceStore } from '../stores/instances/instanceStore';
import { instanceName } from '../ask/instanceName';

/** Names of the instances that a volume is attached to. */
export function attachedTo(
  volume: Volume,
  { state }: Pick<InstanceStore, 'state'>,
  nameOf: (instance: SharedInstance) => string = instanceName,
): string[] {
  return instancesOf(volume, state).map((id) => {
    const instance = state.instances.get(id);
    return instance ? nameOf(instance) : vscode.l10n.t('instance {0}', id);
  });
}
