import * as vscode from 'vscode';
import type { Instance } from '../../api/schemas/instances/instance';
import { withCancellableProgress } from '../../prompts/connectProgress';
import type { AccountInUse } from '../../stores/account/accountInUse';
import type { Services } from '../../prompts/services';
import { knownInstance } from './targetInstance';

/** An instance with all that the service tells of it, secrets as well; undefined when the person stopped waiting. */
export async function wholeInstance(
  services: Pick<Services, 'instances'>,
  { client }: AccountInUse,
  id: number,
): Promise<Instance | undefined> {
  await knownInstance(services, id);
  return withCancellableProgress(vscode.l10n.t('Loading instance {0}', id), ({ signal }) =>
    client.instances.get(id, { signal }),
  );
}
