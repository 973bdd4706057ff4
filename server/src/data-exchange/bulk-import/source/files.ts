import {createReadStream} from 'node:fs';
import {access, constants, stat} from 'node:fs/promises';
import path from 'node:path';
import type {Readable} from 'node:stream';
import type {Archive, ArchiveEntry} from '../../../platform/formats/read-zip.ts';

/** The files that lines name: attachments and pictures. */
export interface ImportFiles {
  /** Bytes of a file; or, in words, why there is none. */
  find(name: string): Promise<{size: number} | {problem: string}>;
  /** The content of a file that was found. */
  read(name: string): Promise<Readable>;
}

/**
 * Files by path: absolute, or relative to the working directory. With a directory, every path is taken to begin
 * there, and none leads out of it.
 */
export function filesInDirectory(directory?: string): ImportFiles {
  const locate = (name: string) =>
    directory === undefined ? path.resolve(name) : path.join(directory, name);

  return {
    async find(name) {
      const absolute = locate(name);
      if (directory !== undefined && !isWithin(path.resolve(directory), path.resolve(absolute))) {
        return {problem: `${name} leads out of ${directory}.`};
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

/** Files of a bundle: under `data/`, with that word before their path or without. */
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

/** No files at all. */
export const noFiles: ImportFiles = {
  find: async () => ({
    problem: 'Lines that are uploaded by themselves can bring no files: upload a zip bundle.',
  }),
  read: async () => {
    throw new Error('There are no files.');
  },
};

function isWithin(directory: string, file: string): boolean {
  return file.startsWith(directory.endsWith(path.sep) ? directory : directory + path.sep);
}

function problemWith(absolute: string, {code, message}: NodeJS.ErrnoException): string {
  const who = `user ${process.getuid?.() ?? '?'}`;
  if (code === 'ENOENT') return `There is no file ${absolute}.`;
  if (code === 'EACCES' || code === 'EPERM') return `${absolute} may not be read by ${who}.`;
  return `${absolute} cannot be read by ${who}: ${message}.`;
}
