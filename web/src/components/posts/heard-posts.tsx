import {t} from '@lingui/core/macro';
import {useHeard} from '../../data/posts/heard-posts.ts';

/** Announces new messages of a channel, or of a thread by its first post, to screen readers. */
export function HeardPosts({place}: {place: string}) {
  return (
    <div className="visually-hidden" role="log" aria-label={t`New messages`}>
      {useHeard(place)}
    </div>
  );
}
