import type {ServerChannel} from '@mattermost/types/channels';
import {useInfiniteQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {useNavigate} from 'react-router';
import {Button} from '../../components/button.tsx';
import {IconButton} from '../../components/icon-button.tsx';
import {MemberList, MemberRow} from '../../components/member-list.tsx';
import {Menu, MenuItem} from '../../components/menu.tsx';
import {ErrorState, LoadingState} from '../../components/state.tsx';
import {Tag} from '../../components/tag.tsx';
import {TextField} from '../../components/text-field.tsx';
import {tellError} from '../../components/toast.tsx';
import {queries} from '../../lib/queries.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {useMe} from '../../lib/session.ts';
import {useDebounced} from '../../lib/use-debounced.ts';
import AddMembersDialog from '../channels/add-members.tsx';
import {useChannelName} from '../channels/channel-names.ts';
import {permissionFor, useMayInChannel} from '../channels/channels.ts';
import {openDirect} from '../channels/direct.ts';
import {rememberPeople} from '../people/people.ts';
import {PersonLine} from '../people/people-chooser.tsx';
import {useCurrentTeam} from '../teams/teams.ts';
import styles from './members-panel.module.css';
import {PanelBody, PanelFrame} from './panel-frame.tsx';

const PAGE = 50;

/** Who is in a channel. */
export function MembersPanel({channel, onClose}: {channel: ServerChannel; onClose: () => void}) {
  const me = useMe();
  const team = useCurrentTeam();
  const navigate = useNavigate();
  const name = useChannelName(channel);
  const [query, setQuery] = useState('');
  const [isAdding, setAdding] = useState(false);
  const term = useDebounced(query.trim());
  const isTeamChannel = channel.type === 'O' || channel.type === 'P';
  const mayManage = useMayInChannel(channel.id, permissionFor(channel, 'members')) && isTeamChannel;
  const mayChangeRoles = useMayInChannel(channel.id, 'manage_channel_roles') && isTeamChannel;
  const members = useInfiniteQuery({
    queryKey: ['channel-members', channel.id, term],
    initialPageParam: 0,
    queryFn: async ({pageParam}) => {
      const people =
        term === ''
          ? await server.getProfilesInChannel(channel.id, pageParam, PAGE)
          : await server.searchUsers(term, {in_channel_id: channel.id, limit: PAGE});
      rememberPeople(people);
      const ids = people.map(({id}) => id);
      const memberships = ids.length > 0 ? await server.getChannelMembersByIds(channel.id, ids) : [];
      const admins = new Set(memberships.filter((one) => one.scheme_admin).map((one) => one.user_id));
      return people.map((person) => ({person, isAdmin: admins.has(person.id)}));
    },
    getNextPageParam: (last, pages) => (term === '' && last.length === PAGE ? pages.length : undefined),
  });

  async function change(work: Promise<unknown>) {
    try {
      await work;
      await queries.invalidateQueries({queryKey: ['channel-members', channel.id]});
      await queries.invalidateQueries({queryKey: ['channel-stats', channel.id]});
    } catch (error) {
      tellError(errorMessage(error));
    }
  }

  async function message(userId: string) {
    const path = await openDirect(team, [userId]);
    if (path) navigate(path);
  }

  return (
    <PanelFrame
      title="Members"
      subtitle={name}
      onClose={onClose}
      actions={
        mayManage && channel.delete_at === 0 ? (
          <IconButton icon="personAdd" label="Add people" onPress={() => setAdding(true)} />
        ) : undefined
      }
    >
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
      <PanelBody>
        <div className={styles.list}>
          {members.error ? (
            <ErrorState error={members.error} onRetry={() => void members.refetch()} />
          ) : members.isPending ? (
            <LoadingState />
          ) : (
            <MemberList none="Nobody of that name is here.">
              {members.data.pages.flat().map(({person, isAdmin}) => (
                <MemberRow
                  key={person.id}
                  actions={
                    person.id !== me.id && (
                      <Menu
                        label={`${person.username}: options`}
                        trigger={
                          <IconButton icon="more" size="small" label={`${person.username}: options`} />
                        }
                      >
                        <MenuItem icon="message" onAction={() => void message(person.id)}>
                          Message
                        </MenuItem>
                        {mayChangeRoles ? (
                          <MenuItem
                            icon="shield"
                            onAction={() =>
                              void change(
                                server.updateChannelMemberSchemeRoles(channel.id, person.id, true, !isAdmin),
                              )
                            }
                          >
                            {isAdmin ? 'Make a plain member' : 'Make channel administrator'}
                          </MenuItem>
                        ) : null}
                        {mayManage && channel.name !== 'town-square' ? (
                          <MenuItem
                            icon="trash"
                            danger
                            onAction={() => void change(server.removeFromChannel(person.id, channel.id))}
                          >
                            Remove from the channel
                          </MenuItem>
                        ) : null}
                      </Menu>
                    )
                  }
                >
                  <PersonLine person={person} />
                  {isAdmin && <Tag>Administrator</Tag>}
                </MemberRow>
              ))}
            </MemberList>
          )}
          {members.hasNextPage && (
            <Button busy={members.isFetchingNextPage} onPress={() => void members.fetchNextPage()}>
              Show more
            </Button>
          )}
        </div>
      </PanelBody>
      {isAdding && <AddMembersDialog channel={channel} onClose={() => setAdding(false)} />}
    </PanelFrame>
  );
}
