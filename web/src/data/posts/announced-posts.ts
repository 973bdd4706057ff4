import {t} from '@lingui/core/macro';
import type {Post} from '@mattermost/types/posts';
import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';

/** The latest message in the place that the person is reading. */
const $latest = atom<{place: string; text: string}>({place: '', text: ''});

/** Announces a new message by someone else to screen readers. */
export async function announce(post: Post, place: string, senderName: string): Promise<void> {
  const {getSenderName, summarize} = await import('./summary.ts');
  const sender = getSenderName(senderName);
  const text = summarize(post);
  $latest.set({place, text: t({message: `${sender}: ${text}`, comment: 'A new message, read aloud'})});
}

/** The announcement for a channel, or for a thread if `place` is its first post; empty if there is none. */
export function useAnnouncement(place: string): string {
  const announced = useStore($latest);
  return announced.place === place ? announced.text : '';
}
