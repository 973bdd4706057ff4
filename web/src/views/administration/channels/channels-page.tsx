import {i18n} from '@lingui/core';
import {msg, plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ChannelWithTeamData, ServerChannel} from '@mattermost/types/channels';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {Link} from 'react-router';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import type {Column} from '../../../components/ui/data-table.tsx';
import {Icon} from '../../../components/ui/icon.tsx';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {Menu, MenuItem, MenuSeparator} from '../../../components/ui/menu.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {useSortedSearch} from '../../../data/administration/sorted-search.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useTeams} from '../../../data/teams/teams.ts';
import {count} from '../../../lib/numbers.ts';
import {server} from '../../../lib/server.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {archiveActions} from '../bulk-actions.ts';
import {ListTools, orderBy, RowName, useListParameters} from '../list-tools.tsx';
import {RowList} from '../row-list.tsx';
import {refreshAdministration, useChange} from '../use-change.ts';
import {MembersDialog} from './members-dialog.tsx';

/** As sent by the server. The library's type lacks the number of messages. */
type Channel = ChannelWithTeamData & Pick<ServerChannel, 'total_msg_count'>;

const PER_PAGE = 25;
const FILTERS = [
  {value: 'all', label: msg`All channels`},
  {value: 'public', label: msg`Public`},
  {value: 'private', label: msg`Private`},
  {value: 'active', label: msg`Active`},
  {value: 'active-private', label: msg`Active and private`},
  {value: 'archived', label: msg`Archived`},
];
const SEARCH_OPTIONS: Record<string, object> = {
  all: {include_deleted: true},
  public: {public: true, include_deleted: true},
  private: {private: true, include_deleted: true},
  active: {},
  'active-private': {private: true},
  archived: {deleted: true},
};

/** The action of the open dialog. */
type Action = 'archive' | 'convert' | 'members';

/** All public and private channels. Direct messages can't be managed. */
export default function ChannelsPage() {
  const parameters = useListParameters('all');
  const [open, setOpen] = useState<{channel: Channel; action: Action}>();
  const {term, filter, page, sorting} = parameters;
  const columns = useColumns((channel, action) => setOpen({channel, action}));
  const order = orderBy(sorting, columns);
  const isAll = term === '' && filter === 'all';
  const query = useSortedSearch<{channels: Channel[]; total_count: number}>('channels', {
    term,
    page,
    perPage: PER_PAGE,
    order,
    filter: SEARCH_OPTIONS[filter],
  });
  const {data} = query;
  return (
    <AdministrationPage
      title={t`Channels`}
      intro={t`The public and private channels of all teams. Direct messages are not listed.`}
    >
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
      {open?.action === 'members' ? (
        <MembersDialog channel={open.channel} onClose={() => setOpen(undefined)} />
      ) : open ? (
        <Confirmation channel={open.channel} action={open.action} onClose={() => setOpen(undefined)} />
      ) : null}
    </AdministrationPage>
  );
}

type OnAction = (channel: Channel, action: Action) => void;

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

function useColumns(onAction: OnAction): Column<Channel>[] {
  const dates = useDates();
  // The pages of a team are only for its members.
  const ownTeams = new Set(useTeams().map(({id}) => id));
  return [
    {
      label: t`Channel`,
      sortBy: 'display_name',
      render: (channel) => (
        <RowName
          icon={<Icon name={channel.type === 'P' ? 'lock' : 'hash'} />}
          name={
            channel.delete_at > 0 || !ownTeams.has(channel.team_id) ? (
              channel.display_name
            ) : (
              <Link to={`/${channel.team_name}/channels/${channel.name}`}>{channel.display_name}</Link>
            )
          }
          detail={channel.team_display_name}
        />
      ),
    },
    {label: t`Type`, sortBy: 'type', render: ({type}) => (type === 'P' ? t`Private` : t`Public`)},
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
      kind: 'date',
      render: (channel) => (channel.last_post_at > 0 ? dates.date(channel.last_post_at) : undefined),
      onlyWide: true,
    },
    {
      label: t`Status`,
      sortBy: 'delete_at',
      render: ({delete_at}) =>
        delete_at > 0 ? <Tag kind="warn">{t`Archived`}</Tag> : <Tag kind="good">{t`Active`}</Tag>,
    },
    {
      label: t`Actions`,
      kind: 'actions',
      render: (channel) => <ChannelMenu channel={channel} onAction={(action) => onAction(channel, action)} />,
    },
  ];
}

function ChannelMenu({channel, onAction}: {channel: Channel; onAction: (action: Action) => void}) {
  const {change} = useChange();
  const name = channel.display_name;
  const isArchived = channel.delete_at > 0;
  const isPrivate = channel.type === 'P';
  return (
    <Menu
      label={t`Options for ${name}`}
      trigger={<IconButton icon="more" size="small" label={t`Options for ${name}`} />}
    >
      <MenuItem icon="people" onAction={() => onAction('members')}>
        {t`Members`}
      </MenuItem>
      {!isArchived && channel.name !== 'town-square' ? (
        <MenuItem icon={isPrivate ? 'globe' : 'lock'} onAction={() => onAction('convert')}>
          {isPrivate ? t`Make public` : t`Make private`}
        </MenuItem>
      ) : null}
      {isArchived ? null : <MenuSeparator />}
      {isArchived ? (
        <MenuItem
          icon="refresh"
          onAction={() =>
            void change(() => server.unarchiveChannel(channel.id), t`The channel ${name} is unarchived.`)
          }
        >
          {t`Unarchive`}
        </MenuItem>
      ) : (
        <MenuItem icon="archive" danger onAction={() => onAction('archive')}>
          {t({message: 'Archive', context: 'verb'})}
        </MenuItem>
      )}
    </Menu>
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

function Confirmation({
  channel,
  action,
  onClose,
}: {
  channel: Channel;
  action: 'archive' | 'convert';
  onClose: () => void;
}) {
  const name = channel.display_name;
  const isPrivate = channel.type === 'P';
  async function confirm() {
    if (action === 'archive') await server.deleteChannel(channel.id);
    else await server.updateChannelPrivacy(channel.id, isPrivate ? 'O' : 'P');
    await refreshAdministration();
  }
  if (action === 'archive') {
    return (
      <ConfirmDialog
        title={t`Archive ${name}?`}
        confirmLabel={t`Archive channel`}
        danger
        onClose={onClose}
        onConfirm={confirm}
      >
        <Trans>No one can post in it anymore. Nothing is deleted, and you can unarchive it here.</Trans>
      </ConfirmDialog>
    );
  }
  return isPrivate ? (
    <ConfirmDialog
      title={t`Make ${name} public?`}
      confirmLabel={t`Make public`}
      danger
      onClose={onClose}
      onConfirm={confirm}
    >
      <Trans>Everyone in the team can join it and read all of its messages, including past ones.</Trans>
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      title={t`Make ${name} private?`}
      confirmLabel={t`Make private`}
      onClose={onClose}
      onConfirm={confirm}
    >
      <Trans>Only members can see it. New members have to be added.</Trans>
    </ConfirmDialog>
  );
}
