import { createHmac } from 'node:crypto';
import { aliasOf, idOfAlias } from './alias';

/**
 * Our known_hosts without the keys of instances that are gone. `text` is the file decoded as latin1; `keepIds` are the
 * instances that exist. Lines that are not about an instance stay.
 */
export function withoutForgottenHosts(text: string, keepIds: readonly number[]): string {
  const keep = new Set(keepIds);
  return text
    .split(/(?<=\n)/)
    .filter((line) => isKept(line, keep))
    .join('');
}

function isKept(line: string, keep: ReadonlySet<number>): boolean {
  const fields = line.trim().split(/\s+/);
  const hosts = fields[0]?.startsWith('@') ? fields[1] : fields[0];
  if (!hosts || hosts.startsWith('#')) return true;
  // Debian's default HashKnownHosts writes only a hash of the alias.
  if (hosts.startsWith('|1|')) return [...keep].some((id) => isHashOf(hosts, aliasOf(id)));
  const ids = hosts.split(',').map(idOfAlias);
  return ids.some((id) => id === undefined || keep.has(id));
}

function isHashOf(hashed: string, host: string): boolean {
  const [, , salt = '', hash = ''] = hashed.split('|');
  return createHmac('sha1', Buffer.from(salt, 'base64')).update(host).digest('base64') === hash;
}
