import { createHmac } from 'node:crypto';
import { aliasOf, idOfAlias } from './alias';

/**
 * Our known_hosts without the keys of instances that are gone. `text` is the file decoded as latin1; `keepIds` are the
 * instances that exist. Lines that are not about an instance stay.
 */
export function withoutForgottenHosts(text: string, keepIds: readonly number[]): string {
  const keep = new Set(keepIds);
  return filterLines(text, (hosts) => {
    // Debian's default HashKnownHosts writes only a hash of the alias.
    if (isHashed(hosts)) return [...keep].some((id) => isHashOf(hosts, aliasOf(id)));
    const ids = hosts.split(',').map(idOfAlias);
    return ids.some((id) => id === undefined || keep.has(id));
  });
}

/** Our known_hosts without the keys of one instance. `text` is the file decoded as latin1. */
export function withoutHost(text: string, instanceId: number): string {
  const alias = aliasOf(instanceId);
  return filterLines(text, (hosts) =>
    isHashed(hosts) ? !isHashOf(hosts, alias) : !hosts.split(',').includes(alias),
  );
}

/** Keeps blank lines and comments, and of the others those whose host names pass. */
function filterLines(text: string, passes: (hosts: string) => boolean): string {
  const kept = text.split(/(?<=\n)/).filter((line) => {
    const fields = line.trim().split(/\s+/);
    const hosts = fields[0]?.startsWith('@') ? fields[1] : fields[0];
    return !hosts || hosts.startsWith('#') || passes(hosts);
  });
  return kept.join('');
}

function isHashed(hosts: string): boolean {
  return hosts.startsWith('|1|');
}

function isHashOf(hashed: string, host: string): boolean {
  const [, , salt = '', hash = ''] = hashed.split('|');
  return createHmac('sha1', Buffer.from(salt, 'base64')).update(host).digest('base64') === hash;
}
