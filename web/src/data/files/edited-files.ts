import {useLayoutEffect, useState} from 'react';
import {uniqueId} from '../../lib/unique-id.ts';
import {changeDraft, clearDraft, EDITED, useDraft} from '../drafts/drafts.ts';
import type {DraftFile} from '../drafts/voice-messages.ts';
import {$uploads, cancelUpload, useUploads} from './uploads.ts';

/**
 * The files of a message while it is edited. They are those of a draft that isn't stored, so that files are attached to
 * it and removed from it as in the composer. The same message can be edited in two places, so the draft belongs to this
 * editor. It ends with it, and so do uploads that aren't finished.
 */
export function useEditedFiles(files: readonly DraftFile[]) {
  const [placeId] = useState(() => EDITED + uniqueId());
  // Before the first paint.
  useLayoutEffect(() => {
    changeDraft(placeId, {files});
    return () => {
      for (const upload of $uploads(placeId).get()) cancelUpload(placeId, upload);
      clearDraft(placeId);
    };
  }, [placeId]);
  return {placeId, files: useDraft(placeId).files, uploads: useUploads(placeId)};
}
