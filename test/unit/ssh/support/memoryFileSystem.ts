import * as path from 'node:path';
import type { FileInfo, FileSystem } from '../../../../src/ssh/files/fileSystem';
import { systemError } from './faultyFileSystem';

interface MemoryFile {
  content: Buffer;
  mode: number;
}

/** A file system in memory, without symbolic links, that starts with one folder: for thousands of short lives. */
export function memoryFileSystem(root: string): FileSystem {
  const files = new Map<string, MemoryFile>();
  const folders = new Map<string, number>([[root, 0o700]]);

  const file = (name: string): MemoryFile => {
    const found = files.get(name);
    if (!found) throw systemError(folders.has(name) ? 'EISDIR' : 'ENOENT');
    return found;
  };
  const claim = (name: string): void => {
    if (files.has(name) || folders.has(name)) throw systemError('EEXIST');
    if (!folders.has(path.dirname(name))) throw systemError('ENOENT');
  };
  const children = (folder: string): string[] => {
    if (!folders.has(folder)) throw systemError('ENOENT');
    return [...files.keys(), ...folders.keys()].filter(
      (name) => path.dirname(name) === folder && name !== folder,
    );
  };
  const info = (name: string): FileInfo => {
    const mode = folders.get(name);
    return {
      kind: mode === undefined ? 'file' : 'directory',
      mode: mode ?? file(name).mode,
      uid: 0,
      gid: 0,
      links: 1,
      modifiedMs: Date.now(),
    };
  };
  return {
    readFile: async (name) => file(name).content,
    stat: async (name) => info(name),
    lstat: async (name) => info(name),
    readlink: async () => Promise.reject(systemError('EINVAL')),
    realpath: async (name) => name,
    checkWritable: async () => undefined,
    readdir: async (folder) => children(folder).map((name) => path.basename(name)),
    createExclusive: async (name, mode) => {
      claim(name);
      const created: MemoryFile = { content: Buffer.alloc(0), mode };
      files.set(name, created);
      return {
        write: async (content) => void (created.content = Buffer.from(content)),
        chmod: async (newMode) => void (created.mode = newMode),
        chown: async () => undefined,
        sync: async () => undefined,
        touch: async () => undefined,
        close: async () => undefined,
      };
    },
    overwrite: async (name, content) => void (file(name).content = Buffer.from(content)),
    copyAttributes: async () => undefined,
    isOpenForWriting: async () => false,
    link: async (name, newName) => {
      claim(newName);
      files.set(newName, file(name));
    },
    rename: async (from, to) => {
      files.set(to, file(from));
      files.delete(from);
    },
    unlink: async (name) => {
      file(name);
      files.delete(name);
    },
    mkdir: async (name, mode) => {
      claim(name);
      folders.set(name, mode);
    },
    rmdir: async (folder) => {
      if (children(folder).length > 0) throw systemError('ENOTEMPTY');
      folders.delete(folder);
    },
    ownerOnly: () => Promise.resolve(),
    chmod: async (name, mode) => {
      if (folders.has(name)) folders.set(name, mode);
      else file(name).mode = mode;
    },
    syncDirectory: async () => undefined,
  };
}
