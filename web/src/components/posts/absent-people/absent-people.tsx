import {plural, t} from '@lingui/core/macro';
import type {Post} from '@mattermost/types/posts';
import {useState} from 'react';
import {refreshChannelMembers} from '../../../data/channels/channel-members.ts';
import {permissionFor, useChannel, useHasChannelPermission} from '../../../data/channels/channels.ts';
import {dismiss} from '../../../data/posts/post-changes.ts';
import {language} from '../../../lib/language.ts';
import {errorMessage, server} from '../../../lib/server.ts';
import {showError, showSuccess} from '../../../lib/toasts.ts';
import {Markdown} from '../../markdown/markdown.tsx';
import {Button} from '../../ui/button.tsx';
import styles from './absent-people.module.css';

/** The maximum number of names listed. */
const MAX_NAMES = 10;

/** The mentioned people who are not in the channel, with a button to add them. Only the author sees it. */
export default function AbsentPeople({post}: {post: Post}) {
  const channel = useChannel(post.channel_id);
  const isPrivate = channel?.type === 'P';
  const mayAdd = useHasChannelPermission(
    post.channel_id,
    permissionFor({type: isPrivate ? 'P' : 'O'}, 'members'),
  );
  const [busy, setBusy] = useState(false);
  const {usernames, userIds} = peopleIn(post);
  const total = userIds.length;
  if (total === 0) return <Markdown text={post.message} />;

  async function add() {
    setBusy(true);
    try {
      await server.addToChannels(userIds, post.channel_id, post.root_id);
      await refreshChannelMembers(post.channel_id);
      showSuccess(
        plural(total, {
          one: '# person was added to the channel.',
          other: '# people were added to the channel.',
        }),
      );
      dismiss(post);
    } catch (error) {
      showError(errorMessage(error));
      setBusy(false);
    }
  }

  const others = usernames.length - MAX_NAMES;
  const names = new Intl.ListFormat(language()).format([
    ...usernames.slice(0, MAX_NAMES).map((name) => `@${name}`),
    ...(others > 0 ? [plural(others, {one: '# other', other: '# others'})] : []),
  ]);
  return (
    <div>
      <Markdown
        text={plural(total, {
          one: `${names} was not notified, because they are not in this channel.`,
          other: `${names} were not notified, because they are not in this channel.`,
        })}
      />
      {mayAdd && (
        <div className={styles.add} data-whole-line>
          <Button size="small" icon="personAdd" busy={busy} onPress={() => void add()}>
            {isPrivate ? t`Add to private channel` : t`Add to channel`}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The people that the server lists in the message's props. */
function peopleIn({props}: Post): {usernames: string[]; userIds: string[]} {
  const prompt = props.add_channel_member as Record<string, unknown>;
  const texts = (value: unknown) =>
    Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
  return {usernames: texts(prompt.not_in_channel_usernames), userIds: texts(prompt.not_in_channel_user_ids)};
}
