import type {ServerChannel} from '@mattermost/types/channels';
import {useState} from 'react';
import {ChannelIcon} from '../../components/channels/channel-icon.tsx';
import {Markdown} from '../../components/markdown/markdown.tsx';
import {PersonAvatar} from '../../components/people/person.tsx';
import {Button} from '../../components/ui/button.tsx';
import {lazyComponent} from '../../components/ui/lazy-component.tsx';
import {otherOf} from '../../data/channels/addresses.ts';
import {useChannelName} from '../../data/channels/channel-names.ts';
import {permissionFor, useMayInChannel} from '../../data/channels/channels.ts';
import {useDisplayName} from '../../data/people/people.ts';
import {useDates} from '../../data/preferences/display.ts';
import {useMe} from '../../data/session/session.ts';
import styles from './channel-beginning.module.css';

const AddMembersDialog = lazyComponent(() => import('./add-members.tsx'));

/** Above the first message of a channel: what it is. */
export function ChannelBeginning({channel}: {channel: ServerChannel}) {
  const me = useMe();
  const dates = useDates();
  const name = useChannelName(channel);
  const creator = useDisplayName(channel.type === 'D' || channel.type === 'G' ? '' : channel.creator_id);
  const mayAdd = useMayInChannel(channel.id, permissionFor(channel, 'members'));
  const [isAdding, setAdding] = useState(false);
  const other = channel.type === 'D' ? otherOf(channel, me.id) : '';
  return (
    <div className={styles.beginning}>
      {other ? (
        <PersonAvatar userId={other} size={56} withPresence />
      ) : (
        <span className={styles.icon}>
          <ChannelIcon channel={channel} size={26} />
        </span>
      )}
      <h2 className={styles.title}>{name}</h2>
      {other === me.id && <p>Notes to yourself, which nobody else sees.</p>}
      {other !== '' && other !== me.id && <p>What you two write here, nobody else reads.</p>}
      {channel.type === 'G' && <p>What you write here, only this group reads.</p>}
      {channel.type === 'O' && (
        <p>
          {creator ? `${creator} made this channel` : 'This channel was made'} on{' '}
          {dates.date(channel.create_at)}. Everybody in the team can find it and join.
        </p>
      )}
      {channel.type === 'P' && (
        <p>
          {creator ? `${creator} made this private channel` : 'This private channel was made'} on{' '}
          {dates.date(channel.create_at)}. Only its members see it.
        </p>
      )}
      {channel.purpose && (
        <div className={styles.purpose}>
          <Markdown text={channel.purpose} />
        </div>
      )}
      {(channel.type === 'O' || channel.type === 'P') && mayAdd && channel.delete_at === 0 && (
        <Button icon="personAdd" size="small" onPress={() => setAdding(true)}>
          Add people
        </Button>
      )}
      {isAdding && <AddMembersDialog channel={channel} onClose={() => setAdding(false)} />}
    </div>
  );
}
