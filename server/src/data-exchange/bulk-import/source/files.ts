import {createReadStream} from 'node:fs';
import {access, constants, stat} from 'node:fs/promises';
import path from 'node:path';
import type {Readable} from 'node:stream';
import type {Archive, ArchiveEntry} from '../../../platform/formats/read-zip.ts';

/** The files that lines refer to: attachments and pictures. */
export interface ImportFiles {
  /** The size of a file, or why it cannot be read. */
  find(name: string): Promise<{size: number} | {problem: string}>;
  /** The content of a file that exists. */
  read(name: string): Promise<Readable>;
}

/**
 * Files by path, absolute or relative to the working directory. With a directory, all paths are relative to it and
 * cannot leave it.
 */
export function filesInDirectory(directory?: string): ImportFiles {
  const locate = (name: string) =>
    directory === undefined ? path.resolve(name) : path.join(directory, name);

  return {
    async find(name) {
      const absolute = locate(name);
      if (directory !== undefined && !isWithin(path.resolve(directory), path.resolve(absolute))) {
        return {problem: `${name} is outside ${directory}.`};
      }
      try {
        const facts = await stat(absolute);
        if (!facts.isFile()) return {problem: `${absolute} is not a file.`};
        await access(absolute, constants.R_OK);
        return {size: facts.size};
      } catch (error) {
        return {problem: problemWith(absolute, error as NodeJS.ErrnoException)};
      }
    },
    read: async (name) => createReadStream(locate(name)),
  };
}

/** The files of a bundle, under `data/`. The names may include that folder or not. */
export function filesInArchive(archive: Archive, archiveName: string): ImportFiles {
  function locate(name: string): ArchiveEntry | undefined {
    const plain = path.posix.normalize(name.normalize('NFC').replaceAll('\\', '/'));
    return archive.entries.get(`data/${plain}`) ?? archive.entries.get(plain);
  }
  return {
    async find(name) {
      const entry = locate(name);
      return entry ? {size: entry.size} : {problem: `${archiveName} has no file data/${name}.`};
    },
    read: async (name) => archive.read(locate(name)!),
  };
}

export const noFiles: ImportFiles = {
  find: async () => ({
    problem: 'Lines without a bundle cannot refer to files. Upload a zip bundle.',
  }),
  read: async () => {
    throw new Error('There are no files.');
  },
};

function isWithin(directory: string, file: string): boolean {
  return file.startsWith(directory.endsWith(path.sep) ? directory : directory + path.sep);
}

/** Why this process cannot read a file, as a sentence. */
export function problemWith(absolute: string, {code, message}: NodeJS.ErrnoException): string {
  const who = `User ${process.getuid?.() ?? '?'}`;
  if (code === 'ENOENT') return `${absolute} does not exist.`;
  if (code === 'EACCES' || code === 'EPERM') return `${who} is not allowed to read ${absolute}.`;
  return `${who} cannot read ${absolute}: ${message}.`;
}
