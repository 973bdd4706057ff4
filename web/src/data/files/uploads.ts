import type {FileInfo} from '@mattermost/types/files';
import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {atomFamily} from '../../lib/atom-family.ts';
import {changeDraft, getDraft} from '../drafts/drafts.ts';

/** A file that is being uploaded, or that failed to upload. */
export interface Upload {
  id: string;
  name: string;
  size: number;
  /** From 0 to 1. */
  progress: number;
  error?: string;
  /** Cancels the upload. */
  cancel?: () => void;
}

const NONE: readonly Upload[] = [];
export const $uploads = atomFamily(() => atom(NONE));

export function useUploads(placeId: string): readonly Upload[] {
  return useStore($uploads(placeId));
}

export function changeUpload(placeId: string, id: string, to: Partial<Upload> | undefined): void {
  const list = $uploads(placeId).get();
  $uploads(placeId).set(
    to ? list.map((one) => (one.id === id ? {...one, ...to} : one)) : list.filter((one) => one.id !== id),
  );
}

export function cancelUpload(placeId: string, upload: Upload): void {
  upload.cancel?.();
  changeUpload(placeId, upload.id, undefined);
}

export function removeFile(placeId: string, file: FileInfo): void {
  changeDraft(placeId, {files: getDraft(placeId).files.filter(({id}) => id !== file.id)});
}
