import {t} from '@lingui/core/macro';
import type {Channel} from '@mattermost/types/channels';
import type {UserProfile} from '@mattermost/types/users';
import {type ComponentType, type ReactNode, useState} from 'react';
import {isTownSquare} from '../../data/channels/addresses.ts';
import {refreshChannelMembers, useChannelMembers} from '../../data/channels/channel-members.ts';
import {useMe} from '../../data/session/session.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import {useDebounced} from '../../lib/use-debounced.ts';
import {MemberName} from '../people/member-name.tsx';
import {MemberOptions} from '../people/member-options.tsx';
import {TextField} from '../ui/field.tsx';
import {MemberList, MemberRow} from '../ui/member-list.tsx';
import {MoreButton} from '../ui/more-button.tsx';
import {NotLoaded} from '../ui/state.tsx';
import {Tag} from '../ui/tag.tsx';
import styles from './channel-members.module.css';

interface ChannelMembersProps {
  channel: Pick<Channel, 'id' | 'name'>;
  mayRemove: boolean;
  mayChangeRoles: boolean;
  /** Opens the direct messages with a person, if that is possible. */
  onMessage?: (person: UserProfile) => void;
  /** Called when a member was removed or has a new role. */
  onChanged?: () => void;
  /** The scrolling container of the list. */
  Body: ComponentType<{children: ReactNode}>;
}

/** The members of a channel, with their actions. */
export function ChannelMembers({
  channel,
  mayRemove,
  mayChangeRoles,
  onMessage,
  onChanged,
  Body,
}: ChannelMembersProps) {
  const me = useMe();
  const [query, setQuery] = useState('');
  const term = useDebounced(query.trim());
  const members = useChannelMembers(channel.id, term);

  async function change(work: Promise<unknown>) {
    try {
      await work;
      await refreshChannelMembers(channel.id);
      onChanged?.();
    } catch (error) {
      showError(errorMessage(error));
    }
  }

  const hasActions = onMessage !== undefined || mayRemove || mayChangeRoles;
  return (
    <>
      <div className={styles.find}>
        <TextField
          label={t`Find members`}
          hideLabel
          type="search"
          placeholder={t`Find members`}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      <Body>
        <div className={styles.list}>
          {!members.data ? (
            <NotLoaded error={members.error} onRetry={() => void members.refetch()} />
          ) : (
            <MemberList none={t`No members found`}>
              {members.data.map(({person, isAdmin}) => (
                <MemberRow
                  key={person.id}
                  actions={
                    hasActions &&
                    person.id !== me.id && (
                      <MemberOptions
                        person={person}
                        of="channel"
                        isAdmin={isAdmin}
                        onMessage={onMessage && (() => onMessage(person))}
                        onChangeRole={
                          mayChangeRoles
                            ? () =>
                                void change(
                                  server.updateChannelMemberSchemeRoles(
                                    channel.id,
                                    person.id,
                                    true,
                                    !isAdmin,
                                  ),
                                )
                            : undefined
                        }
                        onRemove={
                          mayRemove && !isTownSquare(channel)
                            ? () => void change(server.removeFromChannel(person.id, channel.id))
                            : undefined
                        }
                      />
                    )
                  }
                >
                  <MemberName person={person} />
                  {isAdmin && <Tag>{t`Administrator`}</Tag>}
                </MemberRow>
              ))}
            </MemberList>
          )}
          <MoreButton query={members} />
        </div>
      </Body>
    </>
  );
}
