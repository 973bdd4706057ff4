import type {ChannelWithTeamData, ServerChannel} from '@mattermost/types/channels';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {Link} from 'react-router';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {type Column, DataTable, Pager} from '../../../components/ui/data-table.tsx';
import {Icon} from '../../../components/ui/icon.tsx';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {Menu, MenuItem, MenuSeparator} from '../../../components/ui/menu.tsx';
import {EmptyState, ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {Tag} from '../../../components/ui/tag.tsx';
import {useDates} from '../../../data/preferences/display.ts';
import {count} from '../../../lib/numbers.ts';
import {server} from '../../../lib/server.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {ListTools, PlaceName, useListParameters} from '../list-tools.tsx';
import {refreshAdministration, useChange} from '../use-change.ts';
import {MembersDialog} from './members-dialog.tsx';

/** As the server sends it; the library's type lacks how much was written in it. */
type Channel = ChannelWithTeamData & Pick<ServerChannel, 'total_msg_count'>;

const PER_PAGE = 25;
const FILTERS = [
  {value: 'all', label: 'All channels'},
  {value: 'public', label: 'Public'},
  {value: 'private', label: 'Private'},
  {value: 'archived', label: 'Archived'},
];
const CHOSEN_BY: Record<string, object> = {
  all: {include_deleted: true},
  public: {public: true, include_deleted: true},
  private: {private: true, include_deleted: true},
  archived: {deleted: true},
};

/** What was chosen to do with a channel. */
type Asked = 'archive' | 'convert' | 'members';

/** Every public and private channel of the server. Direct messages are nobody's to manage. */
export default function ChannelsPage() {
  const parameters = useListParameters('all');
  const [asked, setAsked] = useState<{channel: Channel; what: Asked}>();
  const {term, filter, page} = parameters;
  const isAll = term === '' && filter === 'all';
  const {data, error, isPending, isPlaceholderData, refetch} = useQuery({
    queryKey: ['administration', 'channels', term, filter, page],
    queryFn: () =>
      server.call<{channels: Channel[]; total_count: number}>('/channels/search', {
        method: 'POST',
        body: {term, page, per_page: PER_PAGE, ...CHOSEN_BY[filter]},
      }),
    placeholderData: (before) => before,
    staleTime: 0,
  });
  return (
    <AdministrationPage
      title="Channels"
      lead="The public and private channels of all teams. Direct messages are not listed: they are between people."
    >
      <ListTools
        parameters={parameters}
        findLabel="Find a channel"
        filterLabel="Which channels"
        filters={FILTERS}
      />
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <LoadingState />
      ) : data.channels.length === 0 ? (
        <EmptyState icon="hash" title={isAll ? 'There is no channel yet' : 'No channel matches'}>
          <p>
            {isAll
              ? 'Every new team begins with two.'
              : 'Look for a part of its name, or choose another kind.'}
          </p>
        </EmptyState>
      ) : (
        <>
          <ChannelTable
            channels={data.channels}
            busy={isPlaceholderData}
            onAsk={(channel, what) => setAsked({channel, what})}
          />
          <Pager
            page={page}
            perPage={PER_PAGE}
            count={data.channels.length}
            total={data.total_count}
            onPage={parameters.setPage}
          />
        </>
      )}
      {asked?.what === 'members' ? (
        <MembersDialog channel={asked.channel} onClose={() => setAsked(undefined)} />
      ) : asked ? (
        <Confirmation channel={asked.channel} what={asked.what} onClose={() => setAsked(undefined)} />
      ) : null}
    </AdministrationPage>
  );
}

interface ChannelTableProps {
  channels: readonly Channel[];
  busy: boolean;
  onAsk: (channel: Channel, what: Asked) => void;
}

function ChannelTable({channels, busy, onAsk}: ChannelTableProps) {
  const dates = useDates();
  const {change} = useChange();
  const columns: Column<Channel>[] = [
    {
      label: 'Channel',
      render: (channel) => (
        <PlaceName
          mark={<Icon name={channel.type === 'P' ? 'lock' : 'hash'} />}
          name={
            channel.delete_at > 0 ? (
              channel.display_name
            ) : (
              <Link to={`/${channel.team_name}/channels/${channel.name}`}>{channel.display_name}</Link>
            )
          }
          detail={channel.team_display_name}
        />
      ),
    },
    {label: 'Kind', render: ({type}) => (type === 'P' ? 'Private' : 'Public')},
    {label: 'Members', kind: 'end', render: ({id}) => <MemberCount channelId={id} />},
    {label: 'Messages', kind: 'end', render: (channel) => count(channel.total_msg_count)},
    {
      label: 'Last message',
      render: (channel) => (channel.last_post_at > 0 ? dates.date(channel.last_post_at) : 'none'),
      onlyWide: true,
    },
    {
      label: 'State',
      render: ({delete_at}) =>
        delete_at > 0 ? <Tag kind="warn">Archived</Tag> : <Tag kind="good">Active</Tag>,
    },
    {
      label: 'What to do',
      kind: 'actions',
      render: (channel) => (
        <Menu
          label={`${channel.display_name}: options`}
          trigger={<IconButton icon="more" size="small" label={`${channel.display_name}: options`} />}
        >
          <MenuItem icon="people" onAction={() => onAsk(channel, 'members')}>
            Members
          </MenuItem>
          {channel.delete_at === 0 && channel.name !== 'town-square' ? (
            <MenuItem
              icon={channel.type === 'P' ? 'globe' : 'lock'}
              onAction={() => onAsk(channel, 'convert')}
            >
              {channel.type === 'P' ? 'Make public' : 'Make private'}
            </MenuItem>
          ) : null}
          {channel.delete_at === 0 ? <MenuSeparator /> : null}
          {channel.delete_at > 0 ? (
            <MenuItem
              icon="refresh"
              onAction={() =>
                void change(() => server.unarchiveChannel(channel.id), `${channel.display_name} is back.`)
              }
            >
              Restore
            </MenuItem>
          ) : (
            <MenuItem icon="archive" danger onAction={() => onAsk(channel, 'archive')}>
              Archive
            </MenuItem>
          )}
        </Menu>
      ),
    },
  ];
  return (
    <DataTable
      label="Channels"
      columns={columns}
      rows={channels}
      keyOf={({id}) => id}
      isFaded={({delete_at}) => delete_at > 0}
      busy={busy}
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

function Confirmation({
  channel,
  what,
  onClose,
}: {
  channel: Channel;
  what: 'archive' | 'convert';
  onClose: () => void;
}) {
  const name = channel.display_name;
  const becomesPublic = channel.type === 'P';
  async function confirm() {
    if (what === 'archive') await server.deleteChannel(channel.id);
    else await server.updateChannelPrivacy(channel.id, becomesPublic ? 'O' : 'P');
    await refreshAdministration();
  }
  if (what === 'archive') {
    return (
      <ConfirmDialog
        title={`Archive ${name}?`}
        confirmLabel="Archive the channel"
        danger
        onClose={onClose}
        onConfirm={confirm}
      >
        Nobody can write in it any more. Nothing is deleted: you can restore it here.
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title={becomesPublic ? `Make ${name} public?` : `Make ${name} private?`}
      confirmLabel={becomesPublic ? 'Make public' : 'Make private'}
      danger={becomesPublic}
      onClose={onClose}
      onConfirm={confirm}
    >
      {becomesPublic
        ? 'Everybody in the team can then join it and read all that was ever written in it.'
        : 'Only its members see it from then on; others need somebody who adds them.'}
    </ConfirmDialog>
  );
}
