/** What a link from outside asks for. */
export type Link = { kind: 'connect'; instanceId: number } | { kind: 'rent'; hashId: string };

/** Reads `/connect?instance=<id>` and `/rent?template=<hash_id>`; undefined for any other link. */
export function readLink({ path, query }: { path: string; query: string }): Link | undefined {
  const values = new URLSearchParams(query);
  const instance = values.get('instance') ?? '';
  const hashId = values.get('template') ?? '';
  if (path === '/connect' && /^[1-9]\d{0,14}$/.test(instance))
    return { kind: 'connect', instanceId: Number(instance) };
  if (path === '/rent' && /^[\w-]{1,128}$/.test(hashId)) return { kind: 'rent', hashId };
  return undefined;
}
