import {Trans} from '@lingui/react/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {useState} from 'react';
import {ChannelIcon} from '../../components/channels/channel-icon.tsx';
import {Markdown} from '../../components/markdown/markdown.tsx';
import {PersonAvatar} from '../../components/people/person.tsx';
import {Button} from '../../components/ui/button.tsx';
import {lazyDialog} from '../../components/ui/lazy-component.tsx';
import {otherUserId} from '../../data/channels/addresses.ts';
import {useChannelName} from '../../data/channels/channel-names.ts';
import {permissionFor, useHasChannelPermission} from '../../data/channels/channels.ts';
import {useDisplayName} from '../../data/people/people.ts';
import {useDates} from '../../data/preferences/display.ts';
import {useMe} from '../../data/session/session.ts';
import styles from './channel-beginning.module.css';

const AddMembersDialog = lazyDialog(() => import('./add-members.tsx'));

interface ChannelBeginningProps {
  channel: ServerChannel;
  /** Whether it has earlier messages than its own record. Then it is not known when it was created. */
  isImported: boolean;
}

/** The introduction of a channel, above its first message. */
export function ChannelBeginning({channel, isImported}: ChannelBeginningProps) {
  const me = useMe();
  const dates = useDates();
  const name = useChannelName(channel);
  const creator = useDisplayName(channel.type === 'D' || channel.type === 'G' ? '' : channel.creator_id);
  const mayAdd = useHasChannelPermission(channel.id, permissionFor(channel, 'members'));
  const [isAdding, setAdding] = useState(false);
  const other = channel.type === 'D' ? otherUserId(channel, me.id) : '';
  const date = dates.date(channel.create_at);
  return (
    <div className={styles.beginning}>
      {other ? (
        <PersonAvatar userId={other} size={56} withPresence />
      ) : (
        <span className={styles.icon}>
          <ChannelIcon channel={channel} size={26} />
        </span>
      )}
      <h2 className={styles.title}>
        <bdi>{name}</bdi>
      </h2>
      {other === me.id && (
        <p>
          <Trans>This is a space for your own notes. Only you can see it.</Trans>
        </p>
      )}
      {other !== '' && other !== me.id && (
        <p>
          <Trans>This is the start of your direct messages with {name}.</Trans>
        </p>
      )}
      {channel.type === 'G' && (
        <p>
          <Trans>This is the start of your group messages with {name}.</Trans>
        </p>
      )}
      {channel.type === 'O' && (
        <p>
          {isImported ? (
            <Trans>Anyone in the team can find and join this channel.</Trans>
          ) : creator ? (
            <Trans>
              {creator} created this channel on {date}. Anyone in the team can find and join it.
            </Trans>
          ) : (
            <Trans>This channel was created on {date}. Anyone in the team can find and join it.</Trans>
          )}
        </p>
      )}
      {channel.type === 'P' && (
        <p>
          {isImported ? (
            <Trans>Only its members can see this private channel.</Trans>
          ) : creator ? (
            <Trans>
              {creator} created this private channel on {date}. Only its members can see it.
            </Trans>
          ) : (
            <Trans>This private channel was created on {date}. Only its members can see it.</Trans>
          )}
        </p>
      )}
      {channel.purpose && (
        <div className={styles.purpose}>
          <Markdown text={channel.purpose} />
        </div>
      )}
      {(channel.type === 'O' || channel.type === 'P') && mayAdd && channel.delete_at === 0 && (
        <Button icon="personAdd" size="small" onPress={() => setAdding(true)}>
          <Trans>Add people</Trans>
        </Button>
      )}
      {isAdding && <AddMembersDialog channel={channel} onClose={() => setAdding(false)} />}
    </div>
  );
}
