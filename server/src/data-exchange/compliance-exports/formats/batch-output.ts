import type {Readable} from 'node:stream';
import {safeEntryName} from '../../../platform/formats/zip-entry-name.ts';
import type {FileRecord, MessageRecord} from '../batch.ts';

/** Where a format puts what it makes of a batch. */
export interface BatchOutput {
  /** Puts an entry into the archive. `rows` says how many records it holds, and is asked once all of it is in. */
  add(name: string, content: Readable | Buffer | AsyncIterable<Buffer>, rows?: () => number): Promise<void>;
  /** Opens a file that was sent; undefined, and a warning, if the file store does not have it. */
  open(file: FileRecord): Promise<Readable | undefined>;
  /** Notes what somebody should look at: in `warning.txt`, and as the job's outcome. */
  warn(text: string): void;
  /** An email that is ready, in the formats that make emails. */
  deliver(name: string, envelope: {from: string; to: readonly string[]}, content: Readable): Promise<void>;
}

/** The path of a file in an archive (docs/specification.md#csv). */
export function fileEntry({postId, fileId, name}: FileRecord): string {
  return `files/${postId}/${fileId}-${safeEntryName(name)}`;
}

/** Whether a record tells of a file whose content belongs to the export. */
export function hasContent(record: MessageRecord | FileRecord): record is FileRecord {
  return record.kind === 'file' && !record.deleted;
}

/** Puts the content of files into the archive. */
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
