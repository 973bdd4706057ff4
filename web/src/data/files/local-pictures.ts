import {isPicture} from './media.ts';

/** The maximum number of pictures. The browser keeps their content as long as they have a URL. */
const MAX_PICTURES = 20;

/** The URLs of pictures that were chosen on this page, by file id, the newest last. */
const urls = new Map<string, string>();

/** Shows an uploaded picture from the person's device wherever it appears, without loading it from the server. */
export function rememberLocalPicture(fileId: string, file: File): void {
  if (!isPicture({mime_type: file.type})) return;
  urls.set(fileId, URL.createObjectURL(file));
  if (urls.size <= MAX_PICTURES) return;
  const [oldest, url] = urls.entries().next().value!;
  URL.revokeObjectURL(url);
  urls.delete(oldest);
}

/** The URL of a picture on the person's device, if it was chosen on this page. */
export function localPictureUrl(fileId: string): string | undefined {
  return urls.get(fileId);
}
