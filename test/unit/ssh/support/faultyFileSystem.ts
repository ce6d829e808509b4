import { nodeFileSystem, type FileSystem, type NewFile } from '../../../../src/ssh/files/fileSystem';

/** What goes wrong at the step: it fails once, or from there on nothing works any more, as when the machine stops. */
export type Fault = 'fails' | 'stops';

export interface FaultyFileSystem extends FileSystem {
  /** The steps taken so far, by name. */
  readonly steps: string[];
}

/** Without a stack, as Node's own have none, and thousands of them cost seconds. */
export function systemError(code: string): Error {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const error = Object.assign(new Error(code), { code });
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}

/** The real file system without the two looks that take other programs: for thousands of writes. */
export const quickFileSystem: FileSystem = {
  ...nodeFileSystem,
  copyAttributes: () => Promise.resolve(),
  isOpenForWriting: () => Promise.resolve(false),
};

/** That file system up to step `at` (from 0), where it fails; a write gets half of its bytes to the disk first. */
export function faultyFileSystem(at: number, fault: Fault, code = 'EIO'): FaultyFileSystem {
  const steps: string[] = [];
  const step = async <T>(name: string, act: () => Promise<T>, half?: () => Promise<void>): Promise<T> => {
    const number = steps.push(name) - 1;
    if (number === at) await half?.();
    if (number === at || (fault === 'stops' && number > at)) throw systemError(code);
    return act();
  };
  const real = quickFileSystem;
  const newFile = (file: NewFile): NewFile => ({
    write: (content) =>
      step(
        'write',
        () => file.write(content),
        () => file.write(content.subarray(0, content.length / 2)),
      ),
    chmod: (mode) => step('fchmod', () => file.chmod(mode)),
    chown: (uid, gid) => step('fchown', () => file.chown(uid, gid)),
    sync: () => step('fsync', () => file.sync()),
    touch: () => step('futimes', () => file.touch()),
    // The descriptor goes with the process, whatever becomes of the step.
    close: async () => {
      await file.close();
      await step('close', async () => undefined);
    },
  });
  return {
    steps,
    readFile: (path) => step('read', () => real.readFile(path)),
    stat: (path) => step('stat', () => real.stat(path)),
    lstat: (path) => step('lstat', () => real.lstat(path)),
    readlink: (path) => step('readlink', () => real.readlink(path)),
    realpath: (path) => step('realpath', () => real.realpath(path)),
    checkWritable: (path) => step('access', () => real.checkWritable(path)),
    readdir: (path) => step('readdir', () => real.readdir(path)),
    createExclusive: async (path, mode) =>
      newFile(await step('create', () => real.createExclusive(path, mode))),
    overwrite: (path, content) =>
      step(
        'overwrite',
        () => real.overwrite(path, content),
        async () => {
          const half = content.length / 2;
          const old = await real.readFile(path);
          await real.overwrite(path, Buffer.concat([content.subarray(0, half), old.subarray(half)]));
        },
      ),
    copyAttributes: (from, to) => step('copy attributes', () => real.copyAttributes(from, to)),
    isOpenForWriting: (path) => step('open files', () => real.isOpenForWriting(path)),
    link: (path, newPath) => step('link', () => real.link(path, newPath)),
    rename: (from, to) => step('rename', () => real.rename(from, to)),
    unlink: (path) => step('unlink', () => real.unlink(path)),
    mkdir: (path, mode) => step('mkdir', () => real.mkdir(path, mode)),
    rmdir: (path) => step('rmdir', () => real.rmdir(path)),
    chmod: (path, mode) => step('chmod', () => real.chmod(path, mode)),
    ownerOnly: (folder) => real.ownerOnly(folder),
    syncDirectory: (path) => step('sync directory', () => real.syncDirectory(path)),
  };
}
