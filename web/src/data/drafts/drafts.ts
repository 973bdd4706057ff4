import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {atomFamily} from '../../lib/atom-family.ts';
import {parseStored} from '../../lib/parse-stored.ts';
import {me} from '../session/session.ts';
import type {DraftFile} from './voice-messages.ts';

/** An unsent message, kept in this browser until it is sent. */
export interface Draft {
  message: string;
  files: readonly DraftFile[];
  priority: '' | 'important' | 'urgent';
  /** When it was last changed, in milliseconds; 0 if unknown. */
  updatedAt: number;
}

/** Begins the places of messages that are being edited, whose files are drafts that aren't stored. */
export const EDITED = 'edited:';

const EMPTY: Draft = {message: '', files: [], priority: '', updatedAt: 0};
const $draft = atomFamily((placeId) => atom(stored(placeId)));

/** The channels and threads with a draft in this browser; undefined until they are first read. */
const $places = atom<readonly string[] | undefined>();

const storageKey = (placeId: string) => `draft:${me().id}:${placeId}`;

function stored(placeId: string): Draft {
  const isDraft = ({message = '', files = []}: Partial<Draft>) =>
    typeof message === 'string' && Array.isArray(files);
  return {...EMPTY, ...parseStored(localStorage.getItem(storageKey(placeId)), isDraft)};
}

export function getDraft(placeId: string): Draft {
  return $draft(placeId).get();
}

/** The draft of a channel, or of a thread if `placeId` is its first post. */
export function useDraft(placeId: string): Draft {
  return useStore($draft(placeId));
}

/** The channels, and the first posts of the threads, that have a draft. */
export function useDraftPlaces(): readonly string[] {
  const places = useStore($places);
  if (places) return places;
  const prefix = storageKey('');
  const stored = Object.keys(localStorage).flatMap((key) =>
    key.startsWith(prefix) && hasDraft(getDraft(key.slice(prefix.length))) ? [key.slice(prefix.length)] : [],
  );
  $places.set(stored);
  return stored;
}

/** Whether a draft has text or files. */
export function hasDraft(draft: Draft): boolean {
  return draft.message.trim() !== '' || draft.files.length > 0;
}

export function changeDraft(placeId: string, change: Partial<Draft>): void {
  const next = {...getDraft(placeId), updatedAt: Date.now(), ...change};
  $draft(placeId).set(next);
  if (placeId.startsWith(EDITED)) return;
  if (next.message === '' && next.files.length === 0) localStorage.removeItem(storageKey(placeId));
  else localStorage.setItem(storageKey(placeId), JSON.stringify(next));
  const places = $places.get();
  if (!places || places.includes(placeId) === hasDraft(next)) return;
  $places.set(hasDraft(next) ? [...places, placeId] : places.filter((id) => id !== placeId));
}

export function clearDraft(placeId: string): void {
  changeDraft(placeId, EMPTY);
}
