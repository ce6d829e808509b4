/** What a request does to an instance or a volume that a person has to agree to. */
export function deedOf(
  method: string,
  path: string,
  body: Readonly<Record<string, unknown>>,
): string | undefined {
  if (method === 'DELETE' && /\/instances\/\d+\/?$/.test(path)) return 'destroy';
  if (method === 'DELETE' && path.endsWith('/volumes/')) return 'delete volume';
  if (method === 'PUT' && path.includes('/bid_price/')) return 'bid';
  if (method === 'PUT' && /\/instances\/\d+\/?$/.test(path)) {
    if (body.state === 'running') return 'start';
    if (body.state === 'stopped') return 'stop';
  }
  return undefined;
}
