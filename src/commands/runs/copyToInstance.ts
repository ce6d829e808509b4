import * as vscode from 'vscode';
import { confirmFor } from '../../ask/confirmFor';
import { prepareSsh } from '../../connect/prepareSsh';
import { copyQuestion } from '../../prompts/runs/copyQuestion';
import { withCancellableProgress } from '../../prompts/connectProgress';
import { accountInUse } from '../../stores/account/accountInUse';
import { settings } from '../../stores/settings';
import { nearTree } from '../../ssh/transfer/nearTree';
import { checkSpace, planUpload, upload } from '../../ssh/transfer/upload';
import type { Call } from '../call';
import type { Services } from '../../prompts/services';
import { nameOf } from '../instances/eachInstance';
import { targetInstance } from '../instances/targetInstance';
import { copyOutcome, inTurn, localFiles, pickFiles, reportTo, givenTarget } from './copying';

/**
 * Copies files and folders of this computer into a folder of an instance, `/root` if nothing else is said. Resolves to
 * the number of files sent and of those that were there already, and to the bytes sent; undefined if the person said
 * no.
 */
export async function copyToInstance(
  services: Services,
  call: Call,
): Promise<{ sent: number; unchanged: number; bytes: number } | undefined> {
  const who = accountInUse(services.accounts);
  const files = localFiles(call) ?? (await pickFiles(vscode.l10n.t('Copy to Instance')));
  if (!files) return undefined;
  const title = vscode.l10n.t('Copy to Instance');
  const id = await targetInstance(services, call, title, ({ can }) => can.connect);
  if (id === undefined) return undefined;
  const to = givenTarget(call) ?? settings.connect.remoteFolder ?? '~';
  const name = nameOf(services, id);
  const { confirmed, interactive } = call;
  const looked = await withCancellableProgress(vscode.l10n.t('Copying to {0}', name), async (progress) => {
    const prepared = await prepareSsh(services, id, { ...progress, confirmed, interactive });
    if (!prepared) return undefined;
    progress.report(vscode.l10n.t('comparing files'));
    const { signal } = progress;
    const { remote } = prepared;
    const near = await nearTree({ files }, { signal });
    const plan = await planUpload(remote, near, to, { signal, who: vscode.env.machineId });
    return { remote, plan };
  });
  if (!looked) return undefined;
  const { remote, plan } = looked;
  if (plan.added.length === 0 && plan.replaced.length === 0)
    return outcome(copyOutcome(call, plan, undefined, name));
  checkSpace(plan);
  const ends = { name, from: files.join(', '), to: plan.far.root, freeBytes: plan.far.freeBytes };
  if (!(await confirmFor(services, who, { ...copyQuestion(plan, 'to', ends), confirmed }))) return undefined;
  const result = await inTurn(`${id} ${plan.far.root}`, () =>
    withCancellableProgress(vscode.l10n.t('Copying to {0}', name), ({ signal, report }) =>
      upload(remote, plan, { signal, report: reportTo(report, services.clock) }),
    ),
  );
  return result && outcome(copyOutcome(call, plan, result, name));
}

const outcome = ({ copied, unchanged, bytes }: { copied: number; unchanged: number; bytes: number }) => ({
  sent: copied,
  unchanged,
  bytes,
});
