import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {useNavigate} from 'react-router';
import {ChannelIcon} from '../../../../components/channels/channel-icon.tsx';
import {Button} from '../../../../components/ui/button.tsx';
import {Checkbox} from '../../../../components/ui/checkbox.tsx';
import {Chooser} from '../../../../components/ui/chooser.tsx';
import {Dialog, DialogBody, DialogFooter} from '../../../../components/ui/dialog.tsx';
import {Icon} from '../../../../components/ui/icon.tsx';
import {
  findChannels,
  MAX_FOUND,
  matchingChannels,
  readArchivedChannels,
  readMemberCounts,
} from '../../../../data/channels/browse-channels.ts';
import {channelPath} from '../../../../data/channels/channel-names.ts';
import {joinChannel, useChannels} from '../../../../data/channels/channels.ts';
import {useMe} from '../../../../data/session/session.ts';
import {useCurrentTeam, useMayCreateChannel} from '../../../../data/teams/teams.ts';
import {count} from '../../../../lib/numbers.ts';
import {errorMessage} from '../../../../lib/server.ts';
import {isChoiceStored, storeChoice} from '../../../../lib/stored-choices.ts';
import {showError} from '../../../../lib/toasts.ts';
import {useDebounced} from '../../../../lib/use-debounced.ts';
import styles from './browse-channels.module.css';

/** Where this browser remembers whether the list leaves out the channels that the person is in. */
const HIDES_JOINED = 'hide-joined-channels';

/** Lists the public channels of the team to read and join them, or the archived ones to read them. */
export default function BrowseChannelsDialog({
  onClose,
  onCreate,
}: {
  onClose: () => void;
  onCreate: () => void;
}) {
  const team = useCurrentTeam();
  const me = useMe();
  const own = useChannels();
  const mayCreate = useMayCreateChannel(team.id);
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const term = useDebounced(query.trim());
  const [hidesJoined, setHidesJoined] = useState(() => isChoiceStored(HIDES_JOINED));
  const [isArchive, setArchive] = useState(false);
  const active = useQuery({
    queryKey: ['channel-search', team.id, term, hidesJoined],
    enabled: !isArchive,
    queryFn: () => findChannels(team.id, term, hidesJoined),
    placeholderData: (before) => before,
  });
  const archived = useQuery({
    queryKey: ['archived-channels', team.id],
    enabled: isArchive,
    staleTime: 0,
    queryFn: () => readArchivedChannels(team.id),
  });
  const found = isArchive ? matchingChannels(archived.data ?? [], term) : (active.data ?? []);
  const ids = found.map(({id}) => id);
  const {data: members} = useQuery({
    queryKey: ['channel-member-counts', ids],
    enabled: ids.length > 0,
    staleTime: 0,
    queryFn: () => readMemberCounts(ids),
    placeholderData: (before) => before,
  });

  // The person may have joined some since.
  const shown = isArchive || !hidesJoined ? found : found.filter(({id}) => !own[id]);

  const none = isArchive
    ? t`No archived channels found`
    : !hidesJoined
      ? t`No channels found`
      : term === ''
        ? t`You have joined all channels.`
        : t`No other channels found`;
  const most = count(MAX_FOUND);

  function hideJoined(hides: boolean) {
    setHidesJoined(hides);
    storeChoice(HIDES_JOINED, hides);
  }

  function open(channel: ServerChannel) {
    onClose();
    navigate(channelPath(team, channel, me));
  }

  async function join(channel: ServerChannel) {
    try {
      await joinChannel(channel);
      open(channel);
    } catch (error) {
      showError(errorMessage(error));
    }
  }

  return (
    <Dialog title={t`Browse channels`} onClose={onClose}>
      <DialogBody>
        <Chooser
          label={t`Channels`}
          placeholder={t`Search by name or purpose`}
          items={shown}
          getKey={({id}) => id}
          query={query}
          onQuery={setQuery}
          loading={(isArchive ? archived : active).isPending}
          steady
          none={none}
          onChoose={open}
          render={(channel) => (
            <>
              <ChannelIcon channel={channel} />
              <span className={styles.text}>
                <bdi className={styles.name}>{channel.display_name}</bdi>
                {channel.purpose && <bdi className={styles.purpose}>{channel.purpose}</bdi>}
              </span>
              <MemberCount count={members && (members[channel.id] ?? 0)} />
              <span className={styles.state}>
                {channel.delete_at > 0 ? (
                  t({message: 'Archived', context: 'channel'})
                ) : own[channel.id] ? (
                  t`Joined`
                ) : (
                  <JoinButton onJoin={() => void join(channel)} />
                )}
              </span>
            </>
          )}
        />
        {found.length >= MAX_FOUND && (
          <p className={styles.purpose}>
            <Trans>These are the first {most} channels. Search to find others.</Trans>
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <div className={styles.filter}>
          <Checkbox
            label={t`Hide joined channels`}
            checked={hidesJoined}
            disabled={isArchive}
            onChange={(event) => hideJoined(event.target.checked)}
          />
          <Checkbox
            label={t`Archived channels`}
            checked={isArchive}
            onChange={(event) => setArchive(event.target.checked)}
          />
        </div>
        {mayCreate && (
          <Button icon="add" onPress={onCreate}>
            <Trans>Create channel</Trans>
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

/**
 * Joins without a look at the channel first. An option can't contain a button for assistive technologies: with them and
 * with the keyboard, people open the channel, which has one.
 */
function JoinButton({onJoin}: {onJoin: () => void}) {
  return (
    <span
      className={styles.join}
      aria-hidden="true"
      onClick={(event) => {
        event.stopPropagation();
        onJoin();
      }}
    >
      <Trans>Join</Trans>
    </span>
  );
}

/** Has its place from the start, so that the name doesn't move when the number is known. */
function MemberCount({count: memberCount}: {count: number | undefined}) {
  return (
    <span className={styles.members}>
      {memberCount !== undefined && (
        <>
          <Icon name="people" size={14} />
          <span aria-hidden="true">{count(memberCount)}</span>
          <span className="visually-hidden">
            {plural(memberCount, {one: '# member', other: '# members'})}
          </span>
        </>
      )}
    </span>
  );
}
