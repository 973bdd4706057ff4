import {safeEntryName} from '../../../platform/zip/entry-name.ts';
import type {FileRecord} from '../batch.ts';

/** Where an archive has the content of a file (reference facts, section 2.7). */
export function fileEntry({postId, fileId, name}: FileRecord): string {
  return `files/${postId}/${fileId}-${safeEntryName(name)}`;
}
