import {useHeard} from '../../data/posts/heard-posts.ts';

/** What screen readers tell of new messages of a channel, or of a thread by its first post. Nobody else sees it. */
export function HeardPosts({place}: {place: string}) {
  return (
    <div className="visually-hidden" role="log" aria-label="New messages, read aloud">
      {useHeard(place)}
    </div>
  );
}
