import type { SandboxControl } from './control';

/** The control of a sandbox in another process: the same methods, each answering a promise. */
export type RemoteControl = {
  [Name in keyof SandboxControl]: (
    ...args: Parameters<SandboxControl[Name]>
  ) => Promise<Awaited<ReturnType<SandboxControl[Name]>>>;
};

/** @param url the sandbox's URL */
export function connectControl(url: string): RemoteControl {
  const call = async (name: string, args: unknown[]) => {
    const response = await fetch(`${url}/_sandbox/${name}`, { method: 'POST', body: JSON.stringify(args) });
    const answer: unknown = await response.json();
    const member = (key: string) => new Map(Object.entries(answer ?? {})).get(key) as unknown;
    if (!response.ok) throw new Error(`${name}: ${String(member('msg'))}`);
    return member('result');
  };
  // The answers are the other side's own results, so their types are those of the control.
  return new Proxy({} as RemoteControl, {
    get: (_target, name) =>
      typeof name === 'string' && name !== 'then' ? (...args: unknown[]) => call(name, args) : undefined,
  });
}
