import {useQuery} from '@tanstack/react-query';
import {useHasChannelPermission} from '../../../data/channels/channels.ts';
import {useOwnVotes} from '../../../data/posts/poll-votes.ts';
import {useMe} from '../../../data/session/session.ts';
import {withCatalog} from '../../../lib/i18n.ts';
import {PostAttachments, type PostAttachmentsProps} from '../post-attachments.tsx';
import {pollAttachments} from './poll.ts';

/**
 * The attachments of a poll, with the person's own votes. They are in the server's language until the code that
 * translates them is loaded. The buttons stay the same then: a new one would lose the focus, and a click on the old
 * one.
 */
export function PollAttachments({post, isFormatted}: PostAttachmentsProps) {
  const own = useOwnVotes(post.id);
  const {data: translation} = useQuery({
    queryKey: ['poll-translation'],
    queryFn: () => withCatalog('conversation', import('./translated-poll.ts')),
  });
  const isOwn = post.user_id === useMe().id;
  const mayEndOthers = useHasChannelPermission(post.channel_id, 'delete_others_posts') === true;
  const {attachments, poll} = pollAttachments(post, isOwn || mayEndOthers);
  const shown =
    translation && poll ? attachments.map((one) => translation.translatedPoll(one, poll, own)) : attachments;
  return <PostAttachments post={post} isFormatted={isFormatted} attachments={shown} />;
}
