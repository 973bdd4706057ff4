import type {FileInfo} from '@mattermost/types/files';
import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {atomFamily} from '../../lib/atom-family.ts';
import {me} from '../session/session.ts';

/** An unsent message, kept in this browser until it is sent. */
export interface Draft {
  message: string;
  files: readonly FileInfo[];
  priority: '' | 'important' | 'urgent';
}

const EMPTY: Draft = {message: '', files: [], priority: ''};
const $draft = atomFamily((placeId) => atom(stored(placeId)));

const storageKey = (placeId: string) => `draft:${me().id}:${placeId}`;

function stored(placeId: string): Draft {
  try {
    const text = localStorage.getItem(storageKey(placeId));
    return text ? {...EMPTY, ...(JSON.parse(text) as Partial<Draft>)} : EMPTY;
  } catch {
    return EMPTY;
  }
}

export function draftOf(placeId: string): Draft {
  return $draft(placeId).get();
}

/** The draft of a channel, or of a thread by its first post. */
export function useDraft(placeId: string): Draft {
  return useStore($draft(placeId));
}

/** Whether a draft has a text or files. */
export function hasDraft(draft: Draft): boolean {
  return draft.message.trim() !== '' || draft.files.length > 0;
}

export function changeDraft(placeId: string, change: Partial<Draft>): void {
  const next = {...draftOf(placeId), ...change};
  $draft(placeId).set(next);
  if (next.message === '' && next.files.length === 0) localStorage.removeItem(storageKey(placeId));
  else localStorage.setItem(storageKey(placeId), JSON.stringify(next));
}

export function clearDraft(placeId: string): void {
  changeDraft(placeId, EMPTY);
}
