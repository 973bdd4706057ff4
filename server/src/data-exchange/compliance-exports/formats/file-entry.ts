import {safeEntryName} from '../../../platform/zip/entry-name.ts';
import type {FileRecord, MessageRecord} from '../batch.ts';
import type {BatchOutput} from './formats.ts';

/** Where an archive has the content of a file (reference facts, section 2.7). */
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
