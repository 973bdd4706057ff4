import {t} from '@lingui/core/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import type {FileInfo} from '@mattermost/types/files';
import {useChannelName} from '../../data/channels/channel-names.ts';
import {useChannel} from '../../data/channels/channels.ts';
import {useAuthor} from '../../data/posts/author.ts';
import {usePost} from '../../data/posts/posts.ts';
import {useDates} from '../../data/preferences/display.ts';
import {ChannelIcon} from '../channels/channel-icon.tsx';
import {AuthorPicture} from '../people/author-picture.tsx';
import styles from './file-viewer.module.css';

/** The message of a file. A bookmarked file has none, and other lists than those of messages don't load it. */
const useFilePost = (file: FileInfo) => usePost(file.post_id ?? '');

const useFileAuthor = (file: FileInfo) =>
  useAuthor(useFilePost(file) ?? {user_id: file.user_id, type: '', props: {}});

/** The picture of who posted a file. */
export function FileAuthorPicture({file}: {file: FileInfo}) {
  const author = useFileAuthor(file);
  return (
    <span className={styles.picture}>
      <AuthorPicture author={author} size={36} />
    </span>
  );
}

/** Who posted a file, where and when. */
export function FileSource({file}: {file: FileInfo}) {
  const {name = '…'} = useFileAuthor(file);
  const channel = useChannel(file.channel_id);
  const at = useFilePost(file)?.create_at ?? file.create_at;
  const dates = useDates();
  return (
    <>
      <bdi className={styles.author}>{name}</bdi>
      {channel && (
        <span className={styles.place}>
          <span>
            <ChannelOfFile channel={channel} />
          </span>
        </span>
      )}
      <time dateTime={new Date(at).toISOString()}>{dates.dateTime(at)}</time>
    </>
  );
}

function ChannelOfFile({channel}: {channel: ServerChannel}) {
  const name = useChannelName(channel);
  if (channel.type === 'D') return t`Direct message with ${name}`;
  if (channel.type === 'G') return t`Group message with ${name}`;
  const kind =
    channel.delete_at > 0
      ? t`Archived channel`
      : channel.type === 'P'
        ? t`Private channel`
        : t`Public channel`;
  return (
    <>
      <span role="img" aria-label={kind} title={kind}>
        <ChannelIcon channel={channel} size={12} />
      </span>{' '}
      <bdi>{name}</bdi>
    </>
  );
}
