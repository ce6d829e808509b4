import { ensureBrowser } from '../../host/browser';
import { ensureNamespaces } from '../../host/namespaces';
import { ensureCopyPrograms, ensureSshd } from '../../host/sshd';

/** Before the first file looks for them: tests without sshd are left out. */
export default async function setup(): Promise<void> {
  await ensureSshd();
  await ensureCopyPrograms();
  await ensureNamespaces();
  await ensureBrowser();
}
