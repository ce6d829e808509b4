import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { canInstallByApt, installByApt } from './apt';
import { findProgram, say } from './commandLine';

const hasIp = (): boolean => findProgram('ip') !== undefined && findProgram('nsenter') !== undefined;

/** Begins the names of all that tests make. The process follows, so that the next one finds what a killed one has left. */
export const ownNamespaces = 'gpu-rental-';

/** Whether network namespaces can be made here: Linux, root, and a container that lets it. */
export function canMakeNamespaces(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !hasIp()) return false;
  const name = `${ownNamespaces}${process.pid}-probe`;
  try {
    execFileSync('ip', ['netns', 'add', name], { stdio: 'ignore' });
    execFileSync('ip', ['-n', name, 'link', 'add', 'probe', 'type', 'bridge'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    if (existsSync(`/run/netns/${name}`)) execFileSync('ip', ['netns', 'del', name], { stdio: 'ignore' });
  }
}

/**
 * Sees to it that machines can have addresses of their own here. Else one printed line says that they can't: tests that
 * need them are left out.
 */
export async function ensureNamespaces(): Promise<void> {
  if (!hasIp() && canInstallByApt())
    await installByApt(['iproute2'], hasIp).catch((error: unknown) => say(String(error)));
  if (!canMakeNamespaces())
    say(
      'No network namespaces here (Linux, root, iproute2): machines with addresses of their own aren’t played.',
    );
}
