import type {Channel} from '@mattermost/types/channels';
import type {UserProfile} from '@mattermost/types/users';
import {useInfiniteQuery} from '@tanstack/react-query';
import {type ComponentType, type ReactNode, useState} from 'react';
import {MemberList, MemberRow} from '../../components/member-list.tsx';
import {MoreButton} from '../../components/more-button.tsx';
import {ErrorState, LoadingState} from '../../components/state.tsx';
import {Tag} from '../../components/tag.tsx';
import {TextField} from '../../components/text-field.tsx';
import {tellError} from '../../components/toast.tsx';
import {itemsOf, nextPage, readPage} from '../../lib/pages.ts';
import {queries} from '../../lib/queries.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {useMe} from '../../lib/session.ts';
import {useDebounced} from '../../lib/use-debounced.ts';
import {MemberOptions} from '../people/member-options.tsx';
import {rememberPeople} from '../people/people.ts';
import {PersonLine} from '../people/people-chooser.tsx';
import styles from './channel-members.module.css';

const PAGE = 50;

interface ChannelMembersProps {
  channel: Pick<Channel, 'id' | 'name'>;
  mayRemove: boolean;
  mayChangeRoles: boolean;
  /** Opens the conversation with somebody, where that can be offered. */
  onMessage?: (person: UserProfile) => void;
  /** Called when somebody has left or become something else. */
  onChanged?: () => void;
  /** What holds the list and scrolls. */
  Body: ComponentType<{children: ReactNode}>;
}

/** Who is in a channel, and what can be done with them. */
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
  const members = useInfiniteQuery({
    queryKey: ['channel-members', channel.id, term],
    initialPageParam: 0,
    queryFn: async ({pageParam}) => {
      const {items: people, hasNext} =
        term === ''
          ? await readPage(
              (page, perPage) => server.getProfilesInChannel(channel.id, page, perPage),
              pageParam,
              PAGE,
            )
          : {items: await server.searchUsers(term, {in_channel_id: channel.id, limit: PAGE}), hasNext: false};
      rememberPeople(people);
      const ids = people.map(({id}) => id);
      const memberships = ids.length > 0 ? await server.getChannelMembersByIds(channel.id, ids) : [];
      const admins = new Set(memberships.filter((one) => one.scheme_admin).map((one) => one.user_id));
      return {items: people.map((person) => ({person, isAdmin: admins.has(person.id)})), hasNext};
    },
    getNextPageParam: nextPage,
    select: itemsOf,
  });

  async function change(work: Promise<unknown>) {
    try {
      await work;
      await queries.invalidateQueries({queryKey: ['channel-members', channel.id]});
      await queries.invalidateQueries({queryKey: ['channel-stats', channel.id]});
      onChanged?.();
    } catch (error) {
      tellError(errorMessage(error));
    }
  }

  const hasActions = onMessage !== undefined || mayRemove || mayChangeRoles;
  return (
    <>
      <div className={styles.find}>
        <TextField
          label="Find a member"
          hideLabel
          type="search"
          placeholder="Find a member"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      <Body>
        <div className={styles.list}>
          {members.error ? (
            <ErrorState error={members.error} onRetry={() => void members.refetch()} />
          ) : members.isPending ? (
            <LoadingState />
          ) : (
            <MemberList none="Nobody of that name is here.">
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
                          mayRemove && channel.name !== 'town-square'
                            ? () => void change(server.removeFromChannel(person.id, channel.id))
                            : undefined
                        }
                      />
                    )
                  }
                >
                  <PersonLine person={person} />
                  {isAdmin && <Tag>Administrator</Tag>}
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
