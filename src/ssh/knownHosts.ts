import { createHmac } from 'node:crypto';
import { aliasOf } from './alias';

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
