import type { ServiceSide } from './service';

/** The service side, from another process. */
export type RemoteService = {
  [Name in keyof ServiceSide]: (
    ...args: Parameters<ServiceSide[Name]>
  ) => Promise<Awaited<ReturnType<ServiceSide[Name]>>>;
};

export function connectService(port: number): RemoteService {
  const call = async (name: string, args: unknown[]): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}/${name}`, {
      method: 'POST',
      body: JSON.stringify(args),
    });
    if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
    return answer.json();
  };
  return new Proxy({} as RemoteService, {
    get: (_target, name) =>
      typeof name === 'string' && name !== 'then' ? (...args: unknown[]) => call(name, args) : undefined,
  });
}
