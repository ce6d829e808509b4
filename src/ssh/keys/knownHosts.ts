import { hash as digest } from 'node:crypto';
import { aliasOf } from '../alias';
import { endOfLine } from '../../domain/lines';

/** Whose host key is that of the machine which gives out the disk of a stopped instance. */
export const diskAliasOf = (id: number): string => `gpu-rental-disk-${id}`;

/** Our known_hosts without the keys of one host. `text` is the file decoded as latin1. */
export function withoutHost(text: string, alias: string): string {
  let kept = '';
  let copied = 0;
  for (let from = 0, to: number; from < text.length; from = to) {
    to = Math.min(endOfLine(text, from) + 1, text.length);
    const hosts = hostsAt(text, from);
    if (!hosts || !(isHashed(hosts) ? isHashOf(hosts, alias) : isAmong(hosts, alias))) continue;
    kept += text.slice(copied, from);
    copied = to;
  }
  return kept + text.slice(copied);
}

/** The keys that our known_hosts has of an instance, such as "ssh-ed25519 AAAA…", without revoked ones. */
export function keysOf(text: string, instanceId: number): string[] {
  const alias = aliasOf(instanceId);
  return text.split(/\r?\n/).flatMap((line) => {
    const [, hosts = '', key] = /^\s*([^\s#@]\S*)\s+([\w@.-]+\s+[A-Za-z0-9+/=]+)/.exec(line) ?? [];
    return key !== undefined && (isHashed(hosts) ? isHashOf(hosts, alias) : isAmong(hosts, alias))
      ? [key]
      : [];
  });
}

/** After a marker such as `@revoked`, the names come second. */
const beginning = /[^\S\n]*(?:@\S*[^\S\n]+([^\s#]\S*)|([^\s#@]\S*))/y;

/** The host names of the line that begins there; undefined for a blank line and for a comment. */
function hostsAt(text: string, from: number): string | undefined {
  beginning.lastIndex = from;
  const [, second, first] = beginning.exec(text) ?? [];
  return second ?? first;
}

/** Without a list of the names where there is nothing to find: a file may have thousands of lines. */
const isAmong = (hosts: string, alias: string): boolean =>
  hosts.includes(alias) && hosts.split(',').includes(alias);

function isHashed(hosts: string): boolean {
  return hosts.startsWith('|1|');
}

function isHashOf(hashed: string, host: string): boolean {
  const [, , salt = '', hash = ''] = hashed.split('|');
  // A hash of another length would take time for nothing.
  if (hash.length !== lengthOfHash) return false;
  return hmac(Buffer.from(salt, 'base64'), Buffer.from(host)) === hash;
}

/** HMAC-SHA1 as base64. `createHmac` takes three times as long, and a file may have thousands of lines. */
function hmac(key: Buffer, text: Buffer): string {
  if (key.length > blockSize) return '';
  const inner = Buffer.alloc(blockSize + text.length, 0x36);
  const outer = Buffer.alloc(blockSize + 20, 0x5c);
  for (const [at, byte] of key.entries()) {
    inner[at] = byte ^ 0x36;
    outer[at] = byte ^ 0x5c;
  }
  text.copy(inner, blockSize);
  digest('sha1', inner, 'buffer').copy(outer, blockSize);
  return digest('sha1', outer, 'base64');
}

/** Bytes. ssh's own salts have 20. */
const blockSize = 64;

/** Of 20 bytes as base64. */
const lengthOfHash = 28;
