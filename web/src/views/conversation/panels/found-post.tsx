import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {Link} from 'react-router';
import {ChannelIcon} from '../../../components/channels/channel-icon.tsx';
import {PostItem} from '../../../components/posts/post-item.tsx';
import {When} from '../../../components/time/when.tsx';
import {useChannelName} from '../../../data/channels/channel-names.ts';
import {useChannel} from '../../../data/channels/channels.ts';
import {usePost} from '../../../data/posts/posts.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import styles from './found-post.module.css';

/** Stands for a channel that the person isn't in. */
function unknownChannel() {
  return {id: '', type: 'O' as const, name: '', display_name: t`Another channel`, delete_at: 0};
}

/** A message in a list, with its channel and a link to it. */
export function FoundPost({id}: {id: string}) {
  const post = usePost(id);
  const team = useCurrentTeam();
  const channel = useChannel(post?.channel_id ?? '') ?? unknownChannel();
  const name = useChannelName(channel);
  if (!post) return null;
  return (
    <li className={styles.found}>
      <div className={styles.place}>
        <ChannelIcon channel={channel} size={14} />
        <span className={styles.name}>{name}</span>
        <When at={post.create_at} />
        <Link className={styles.jump} to={`/${team.name}/pl/${post.id}`}>
          <Trans>Jump</Trans>
        </Link>
      </div>
      <PostItem id={id} follows={false} place="list" />
    </li>
  );
}
