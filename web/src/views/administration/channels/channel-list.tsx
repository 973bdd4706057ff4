import {i18n} from '@lingui/core';
import {msg, plural, t} from '@lingui/core/macro';
import type {ChannelWithTeamData, ServerChannel} from '@mattermost/types/channels';
import {useQuery} from '@tanstack/react-query';
import type {Column} from '../../../components/ui/data-table.tsx';
import {Icon} from '../../../components/ui/icon.tsx';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {useSortedSearch} from '../../../data/administration/sorted-search.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {count} from '../../../lib/numbers.ts';
import {server} from '../../../lib/server.ts';
import {ArchiveState} from '../archive-tag.tsx';
import {archiveActions} from '../bulk-actions.ts';
import {ListTools, orderBy, RowName, useListParameters} from '../list-tools.tsx';
import {ChannelLink, TeamLink} from '../references.tsx';
import {RowList} from '../row-list.tsx';
import styles from './channel-list.module.css';
import {ChannelMenu} from './channel-menu.tsx';

/** As sent by the server. The library's type lacks the number of messages. */
type Channel = ChannelWithTeamData & Pick<ServerChannel, 'total_msg_count'>;

const PER_PAGE = 25;
const FILTERS = [
  {value: 'all', label: msg`All channels`},
  {value: 'public', label: msg`Public`},
  {value: 'private', label: msg`Private`},
  {value: 'active', label: msg({message: 'Active', context: 'channel'})},
  {value: 'active-private', label: msg`Active and private`},
  {value: 'archived', label: msg({message: 'Archived', context: 'channel'})},
];
const SEARCH_OPTIONS: Record<string, object> = {
  all: {include_deleted: true},
  public: {public: true, include_deleted: true},
  private: {private: true, include_deleted: true},
  active: {},
  'active-private': {private: true},
  archived: {deleted: true},
};

/** The public and private channels of a team, or of all teams, with a search and filters. */
export function ChannelList({teamId}: {teamId?: string}) {
  const parameters = useListParameters('all');
  const {term, filter, page, sorting} = parameters;
  const columns = useColumns(teamId === undefined);
  const order = orderBy(sorting, columns);
  const isAll = term === '' && filter === 'all';
  const query = useSortedSearch<{channels: Channel[]; total_count: number}>('channels', {
    term,
    page,
    perPage: PER_PAGE,
    order,
    filter: {...SEARCH_OPTIONS[filter], ...(teamId !== undefined && {team_ids: [teamId]})},
  });
  const {data} = query;
  return (
    <>
      <ListTools
        parameters={parameters}
        findLabel={t`Find a channel`}
        filterLabel={t`Filter channels`}
        filters={FILTERS.map(({value, label}) => ({value, label: i18n._(label)}))}
      />
      <RowList
        label={t`Channels`}
        columns={columns}
        rows={data?.channels}
        getKey={({id}) => id}
        isFaded={({delete_at}) => delete_at > 0}
        sorting={order}
        query={query}
        empty={{
          icon: 'hash',
          title: isAll ? t`No channels yet` : t`No matching channels`,
          text: isAll
            ? t`Every new team starts with two channels.`
            : t`Try a part of the name or another filter.`,
        }}
        bulk={{actions: channelActions(), getName: channelLabel}}
        pages={{page, perPage: PER_PAGE, total: data?.total_count, onPage: parameters.setPage}}
      />
    </>
  );
}

/** Channels of different teams can have the same name. */
function channelLabel({display_name: name, team_display_name: team}: Channel): string {
  return t`${name} (${team})`;
}

function channelActions() {
  return archiveActions({
    archive: (id) => server.deleteChannel(id),
    unarchive: (id) => server.unarchiveChannel(id),
    archived: (count) => plural(count, {one: '# channel was archived.', other: '# channels were archived.'}),
    unarchived: (count) =>
      plural(count, {one: '# channel was unarchived.', other: '# channels were unarchived.'}),
  });
}

function useColumns(withTeam: boolean): Column<Channel>[] {
  const dates = useDates();
  return [
    {
      label: t`Channel`,
      sortBy: 'display_name',
      render: (channel) => (
        <RowName
          icon={<TypeIcon type={channel.type} />}
          name={<ChannelLink channel={channel} />}
          detail={
            withTeam && <TeamLink team={{id: channel.team_id, display_name: channel.team_display_name}} />
          }
        />
      ),
    },
    {
      label: t`Type`,
      sortBy: 'type',
      kind: 'short',
      render: ({type}) => typeLabel(type),
      // The icon of the channel shows it too.
      leaveOut: 2,
    },
    {label: t`Members`, sortBy: 'members', kind: 'end', render: ({id}) => <MemberCount channelId={id} />},
    {
      label: t`Messages`,
      sortBy: 'total_msg_count',
      kind: 'end',
      render: (channel) => count(channel.total_msg_count),
    },
    {
      label: t`Last message`,
      sortBy: 'last_post_at',
      kind: 'short',
      render: (channel) => (channel.last_post_at > 0 ? dates.date(channel.last_post_at) : undefined),
      leaveOut: 1,
    },
    {
      label: t`Status`,
      sortBy: 'delete_at',
      kind: 'short',
      render: ({delete_at}) => <ArchiveState kind="channel" isArchived={delete_at > 0} />,
      isUsual: ({delete_at}) => delete_at === 0,
    },
    {
      label: t`Actions`,
      kind: 'actions',
      render: (channel) => <RowMenu channel={channel} />,
    },
  ];
}

function typeLabel(type: Channel['type']): string {
  return type === 'P' ? t`Private` : t`Public`;
}

/** Has a name for screen readers, because the column with the type is left out where there is little space. */
function TypeIcon({type}: Pick<Channel, 'type'>) {
  return (
    <span className={styles.type} role="img" aria-label={typeLabel(type)}>
      <Icon name={type === 'P' ? 'lock' : 'hash'} />
    </span>
  );
}

function RowMenu({channel}: {channel: Channel}) {
  const name = channel.display_name;
  const label = t`Options for ${name}`;
  return (
    <ChannelMenu
      channel={channel}
      label={label}
      trigger={<IconButton icon="more" size="small" label={label} />}
    />
  );
}

function MemberCount({channelId}: {channelId: string}) {
  const {data} = useQuery({
    queryKey: ['administration', 'channel-stats', channelId],
    queryFn: () => server.getChannelStats(channelId),
    staleTime: 0,
  });
  return count(data?.member_count);
}
