import type {Post} from '@mattermost/types/posts';
import {createStore, useStore} from '../../lib/store.ts';
import {senderOf, summaryOf} from './summary.ts';

/** The message that has come last where the person is reading. */
const lastHeard = createStore<{place: string; text: string}>({place: '', text: ''});

/** Has a message of somebody else that comes in sight be read aloud. */
export function hear(post: Post, place: string, senderName: string): void {
  lastHeard.set({place, text: `${senderOf(senderName)}: ${summaryOf(post)}`});
}

/** What screen readers tell of new messages of a channel, or of a thread by its first post. Nobody else sees it. */
export function HeardPosts({place}: {place: string}) {
  const heard = useStore(lastHeard);
  return (
    <div className="visually-hidden" role="log" aria-label="New messages, read aloud">
      {heard.place === place && heard.text}
    </div>
  );
}
