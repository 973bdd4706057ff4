import {t} from '@lingui/core/macro';
import {useAnnouncement} from '../../data/posts/announced-posts.ts';

/** Announces new messages of a channel, or of a thread by its first post, to screen readers. */
export function AnnouncedPosts({place}: {place: string}) {
  return (
    <div className="visually-hidden" role="log" aria-label={t`New messages`}>
      {useAnnouncement(place)}
    </div>
  );
}
