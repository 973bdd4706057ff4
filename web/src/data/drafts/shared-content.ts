import {changeDraft, getDraft} from './drafts.ts';

/** Content that a person shares from another app with the installed client. */
export interface SharedContent {
  text: string;
  files: File[];
}

/** The cache and the path where the service worker stores the content (web/service-worker). */
const CACHE = 'shared';
const PATH = '/_share';

/** Returns and removes the content that was shared last; null if there is none. */
export async function consumeSharedContent(): Promise<SharedContent | null> {
  // Caches and service workers only exist on pages with HTTPS.
  if (!('caches' in window)) return null;
  const cache = await caches.open(CACHE);
  const kept = await cache.match(PATH);
  if (!kept) return null;
  await cache.delete(PATH);
  const form = await kept.formData();
  const parts = ['title', 'text', 'url'].map((name) => String(form.get(name) ?? '').trim());
  const text = parts.filter((part, index) => part !== '' && isNew(part, parts.slice(index + 1))).join('\n');
  return {
    text,
    files: form.getAll('files').filter((file) => file instanceof File && file.name !== '') as File[],
  };
}

/** Apps often repeat the title or the link in the text. */
function isNew(part: string, others: readonly string[]): boolean {
  return !others.some((other) => other.includes(part));
}

/** Adds a text to the draft of a channel. */
export function addToDraft(placeId: string, text: string): void {
  const {message} = getDraft(placeId);
  changeDraft(placeId, {message: [message, text].filter(Boolean).join('\n\n')});
}
