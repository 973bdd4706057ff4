import {t} from '@lingui/core/macro';
import type {ClipboardEvent} from 'react';
import {useMayAttach} from '../../data/files/may-attach.ts';
import {uploadFiles} from '../../data/files/upload-files.ts';
import {useDates} from '../../data/preferences/display.ts';
import {paste} from './formatting-keys.ts';
import type {MessageField} from './use-message-field.ts';

/** Pastes into the text area of a message: files are attached, and text is formatted. */
export function usePaste(
  placeId: string,
  channelId: string,
  field: MessageField,
): (event: ClipboardEvent) => void {
  const mayAttach = useMayAttach(channelId);
  const dates = useDates();
  return (event) => {
    const files = [...event.clipboardData.files];
    // Spreadsheets and word processors add a picture of the text.
    const {types} = event.clipboardData;
    const isText = types.includes('text/html') && types.includes('text/plain');
    if (files.length === 0 || isText) return paste(event, field);
    if (!mayAttach) return;
    event.preventDefault();
    uploadFiles(
      placeId,
      channelId,
      files.map((file) => named(file, dates.timeZone)),
    );
  };
}

/** Gives a pasted image a name that says when it was pasted. */
function named(file: File, timeZone: string): File {
  if (file.name !== 'image.png') return file;
  // Swedish dates are in the format of ISO 8601, which sorts.
  const time = new Date().toLocaleString('sv', {timeZone}).replaceAll(':', '.');
  return new File([file], t({message: `Pasted ${time}.png`, comment: 'Name of a pasted image file'}), {
    type: file.type,
  });
}
