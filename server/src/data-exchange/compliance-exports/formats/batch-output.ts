import type {Readable} from 'node:stream';
import {safeEntryName} from '../../../platform/formats/zip-entry-name.ts';
import type {FileRecord, MessageRecord} from '../batch.ts';

/** Receives the output of a format. */
export interface BatchOutput {
  /**
   * Adds an entry to the archive. `rows` returns its number of records, and is called after the content has been read.
   */
  add(name: string, content: Readable | Buffer | AsyncIterable<Buffer>, rows?: () => number): Promise<void>;
  /** Opens an attachment; undefined, with a warning, if the file store does not have it. */
  open(file: FileRecord): Promise<Readable | undefined>;
  /** Adds a warning to `warning.txt` and to the job's result. */
  warn(text: string): void;
  /** Delivers an email, for formats that create emails. */
  deliver(name: string, envelope: {from: string; to: readonly string[]}, content: Readable): Promise<void>;
}

/** The path of a file in an archive (docs/specification.md#csv). */
export function fileEntry({postId, fileId, name}: FileRecord): string {
  return `files/${postId}/${fileId}-${safeEntryName(name)}`;
}

/** Whether a record is a file whose content is exported. */
export function hasContent(record: MessageRecord | FileRecord): record is FileRecord {
  return record.kind === 'file' && !record.deleted;
}

/** Adds the content of files to the archive. */
export async function addFiles(
  files: readonly FileRecord[],
  output: BatchOutput,
  entryOf: (file: FileRecord) => string = fileEntry,
): Promise<void> {
  for (const file of files) {
    const content = await output.open(file);
    if (content) await output.add(entryOf(file), content);
  }
}
