import { promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const writing = [
  ...['writeFile', 'appendFile', 'copyFile', 'truncate', 'utimes'],
  ...['rename', 'link', 'unlink', 'rm', 'rmdir', 'mkdir'],
] as const;

/** Counts from now on what changes files, in all modules of this process. */
export function countWrites(): { take: () => number } {
  let count = 0;
  const counted = (name: string, isWrite: (args: unknown[]) => boolean): void => {
    const original = Reflect.get(promises, name) as (...args: unknown[]) => unknown;
    const counting = (...args: unknown[]): unknown => {
      if (isWrite(args)) count += 1;
      return original.apply(promises, args);
    };
    Reflect.set(promises, name, counting);
  };
  for (const name of writing) counted(name, () => true);
  counted('open', ([, flags]) => flags !== undefined && flags !== 'r');
  syncBuiltinESMExports();
  return {
    take: () => {
      const taken = count;
      count = 0;
      return taken;
    },
  };
}
