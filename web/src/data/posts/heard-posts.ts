import type {Post} from '@mattermost/types/posts';
import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {senderOf, summaryOf} from './summary.ts';

/** The message that has come last where the person is reading. */
const $lastHeard = atom<{place: string; text: string}>({place: '', text: ''});

/** Has a message of somebody else that comes in sight be read aloud. */
export function hear(post: Post, place: string, senderName: string): void {
  $lastHeard.set({place, text: `${senderOf(senderName)}: ${summaryOf(post)}`});
}

/** The newest message of a channel, or of a thread by its first post, to be read aloud; empty where there is none. */
export function useHeard(place: string): string {
  const heard = useStore($lastHeard);
  return heard.place === place ? heard.text : '';
}
