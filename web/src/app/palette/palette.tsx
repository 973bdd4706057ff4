import {t} from '@lingui/core/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import type {UserProfile} from '@mattermost/types/users';
import {useQuery} from '@tanstack/react-query';
import {useEffect, useState} from 'react';
import {useNavigate} from 'react-router';
import {ChannelIcon} from '../../components/channels/channel-icon.tsx';
import {runCommand} from '../../components/composer/run-command.ts';
import {focusMessageBox} from '../../components/keyboard/message-box.ts';
import {$paletteOpen} from '../../components/keyboard/palette-state.ts';
import {isShortcut} from '../../components/keyboard/shortcuts.ts';
import {$searchedTeams, panelInAddress} from '../../components/panels/use-panel.ts';
import {OtherNames, PersonLine} from '../../components/people/person-line.tsx';
import {Chooser} from '../../components/ui/chooser.tsx';
import {Dialog, DialogBody} from '../../components/ui/dialog.tsx';
import {Icon} from '../../components/ui/icon.tsx';
import {IconButton} from '../../components/ui/icon-button.tsx';
import {MentionBadge} from '../../components/ui/tag.tsx';
import {otherUserId} from '../../data/channels/addresses.ts';
import {channelName, channelPath} from '../../data/channels/channel-names.ts';
import {useChannels, useCollapsedThreads, useMemberships} from '../../data/channels/channels.ts';
import {openDirect} from '../../data/channels/direct.ts';
import {$openChannel} from '../../data/channels/read-state.ts';
import {getUnread} from '../../data/channels/unread.ts';
import {changeDraft, getDraft, hasDraft} from '../../data/drafts/drafts.ts';
import {loadedPerson, rememberPeople, usePerson} from '../../data/people/people.ts';
import {searchableNames} from '../../data/people/searchable-names.ts';
import {rememberSearch} from '../../data/posts/search-history.ts';
import type {SearchScope} from '../../data/posts/search-scope.ts';
import {useMe} from '../../data/session/session.ts';
import {lastTeamName, useTeams} from '../../data/teams/teams.ts';
import {language} from '../../lib/language.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import {useDebounced} from '../../lib/use-debounced.ts';
import {prepareIfStaying} from '../../views/conversation/prepared-channels.ts';
import {findTargets, type Target} from './find-targets.ts';
import styles from './palette.module.css';
import {startPath, usePlaces} from './places.ts';

/** The maximum number of people to request. The server sorts them by name, so the best match can be a later one. */
const MAX_PEOPLE = 30;

/** Finds channels, people, commands, settings, pages and actions by name. */
export default function Palette() {
  const teams = useTeams();
  const [team] = [addressedTeamName(), lastTeamName(), teams[0]?.name].flatMap((wanted) =>
    teams.filter(({name}) => name === wanted),
  );
  const me = useMe();
  const channels = useChannels();
  const memberships = useMemberships();
  const collapsed = useCollapsedThreads();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [openId] = useState(() => $openChannel.get());
  const places = usePlaces(team, openId === undefined ? undefined : channels[openId]);
  const term = useDebounced(query.trim());
  const close = () => $paletteOpen.set(false);
  const {data: people = []} = useQuery({
    queryKey: ['palette-people', term],
    queryFn: async () => {
      const found = await server.searchUsers(term.replace(/^@/, ''), {limit: MAX_PEOPLE});
      rememberPeople(found);
      return found;
    },
    enabled: /^@?[^/~#@]/.test(term),
    placeholderData: (before) => before,
  });
  const {data: publicChannels = []} = useQuery({
    queryKey: ['palette-channels', team?.id, term],
    queryFn: () =>
      server.autocompleteChannels(team!.id, term.replace(/^[~#]/, '')) as unknown as Promise<ServerChannel[]>,
    enabled: team !== undefined && /^[~#]?[^/~#@]/.test(term),
    placeholderData: (before) => before,
  });
  // A command runs in a channel, so commands are only offered there.
  const {data: commands = []} = useQuery({
    // The server describes commands in the person's language.
    queryKey: ['palette-commands', team?.id, language()],
    queryFn: () =>
      server.getCommandAutocompleteSuggestionsList('/', team!.id, {channel_id: openId!, team_id: team!.id}),
    enabled: openId !== undefined && team !== undefined && query !== '',
  });
  const targets = findTargets({
    query,
    teamId: team?.id,
    channels: Object.values(channels),
    publicChannels,
    getNames: (channel) => channelNames(channel, me),
    getUnread: (channel) => getUnread(channel, memberships[channel.id], collapsed),
    openId,
    people: query.trim() === '' ? [] : people,
    commands: commands.map(({Complete, Hint, Description}) => ({
      trigger: Complete.replace(/^\//, ''),
      hint: Hint,
      about: Description,
    })),
    places,
  });

  // The person will probably press Enter.
  const [first] = targets;
  const firstChannelId = first?.kind === 'channel' ? first.channel.id : undefined;
  useEffect(() => {
    if (firstChannelId) prepareIfStaying(firstChannelId);
  }, [firstChannelId]);

  // Pressed again, the shortcut that opened the palette closes it. `useShortcut` is for pages without a dialog.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isShortcut(event, 'palette') && !event.repeat) $paletteOpen.set(false);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  async function open(target: Target) {
    close();
    switch (target.kind) {
      case 'channel': {
        const home = teams.find(({id}) => id === target.channel.team_id) ?? team!;
        return navigate(channelPath(home, target.channel, me));
      }
      case 'person': {
        const path = await openDirect(team!, [target.person.id]);
        if (path) navigate(path);
        return;
      }
      case 'command':
        return openCommand(target.command);
      case 'place':
        return target.place.open();
      case 'search':
        rememberSearch(target.terms, searchedTeams() ?? team!.id);
        return navigate(`${startPath(team!)}?${searchParameters(target.terms)}`);
    }
  }

  /** Runs a command. If it has arguments, the person adds them in the message box, which may have a draft. */
  function openCommand({trigger, hint}: {trigger: string; hint: string}) {
    const place = {channelId: openId!, rootId: '', teamId: team!.id};
    if (hint === '') return runCommand(`/${trigger}`, place).catch((error) => showError(errorMessage(error)));
    if (hasDraft(getDraft(openId!))) {
      return showError(t`To use /${trigger}, send or delete your draft first.`);
    }
    changeDraft(openId!, {message: `/${trigger} `});
    // Runs after the dialog has returned the focus.
    return setTimeout(() => focusMessageBox(null));
  }

  return (
    <Dialog title={t`Find channels, people, commands and pages`} isTitleHidden onClose={close}>
      <DialogBody>
        <Chooser
          label={t`Channels, people, commands and pages`}
          placeholder={t`Find channels, people, commands…`}
          end={<IconButton icon="close" size="small" label={t`Close`} onPress={close} />}
          items={targets}
          getKey={targetKey}
          query={query}
          onQuery={setQuery}
          steady
          none={t`No results`}
          onChoose={(target) => void open(target)}
          render={(target) => <Line target={target} teamId={team?.id} />}
        />
      </DialogBody>
    </Dialog>
  );
}

/**
 * The names by which a channel is found. A conversation with one person is found by all names of the person, so that it
 * ranks like the person does, and before people without one.
 */
function channelNames(channel: ServerChannel, me: UserProfile): string[] {
  const shown = channelName(channel, me);
  if (channel.type === 'G') return [shown];
  if (channel.type !== 'D') return [shown, channel.name];
  const person = loadedPerson(otherUserId(channel, me.id));
  return [shown, ...(person ? searchableNames(person) : [])];
}

/** The team in the address. Another tab may have opened a different one last. */
function addressedTeamName(): string | undefined {
  return /^\/(?:_integrations\/)?([^/]+)/.exec(window.location.pathname)?.[1];
}

function targetKey(target: Target): string {
  switch (target.kind) {
    case 'channel':
      return target.channel.id;
    case 'person':
      return target.person.id;
    case 'command':
      return `/${target.command.trigger}`;
    case 'place':
      return `place ${target.place.area} ${target.place.name}`;
    case 'search':
      return 'search';
  }
}

/** The name of a channel. A conversation with one person has all names of the person, by which it is found. */
function ChannelNames({channel, isUnread}: {channel: ServerChannel; isUnread: boolean}) {
  const me = useMe();
  const person = usePerson(channel.type === 'D' ? otherUserId(channel, me.id) : '');
  const name = channelName(channel, me);
  if (!person) {
    return (
      <bdi className={styles.name} data-unread={isUnread || undefined}>
        {name}
      </bdi>
    );
  }
  return (
    <span className={styles.name}>
      <bdi data-unread={isUnread || undefined}>{name}</bdi> <OtherNames person={person} />
    </span>
  );
}

function Line({target, teamId}: {target: Target; teamId: string | undefined}) {
  const teams = useTeams();
  const own = useChannels();
  switch (target.kind) {
    case 'person':
      return <PersonLine person={target.person} />;
    case 'channel': {
      const {channel, unread} = target;
      const isElsewhere = channel.team_id !== '' && channel.team_id !== teamId;
      return (
        <>
          <span className={styles.icon}>
            <ChannelIcon channel={channel} />
          </span>
          <ChannelNames channel={channel} isUnread={unread.isUnread} />
          {isElsewhere && (
            <bdi className={styles.detail}>{teams.find(({id}) => id === channel.team_id)?.display_name}</bdi>
          )}
          {!own[channel.id] && <span className={styles.detail}>{t`Not a member`}</span>}
          <MentionBadge mentions={unread.mentions} />
        </>
      );
    }
    case 'command':
      return (
        <>
          <span className={styles.icon}>
            <Icon name="slash" size={18} />
          </span>
          <bdi className={styles.name}>
            /{target.command.trigger} <span className={styles.hint}>{target.command.hint}</span>
          </bdi>
          <bdi className={styles.detail}>{target.command.about}</bdi>
        </>
      );
    case 'place':
      return (
        <>
          <span className={styles.icon}>
            <Icon name={target.place.icon} size={18} />
          </span>
          <span className={styles.name}>{target.place.name}</span>
          <span className={styles.detail}>{target.place.area}</span>
        </>
      );
    case 'search': {
      const {terms} = target;
      return (
        <>
          <span className={styles.icon}>
            <Icon name="search" size={18} />
          </span>
          <span className={styles.name}>{t`Search messages for “${terms}”`}</span>
        </>
      );
    }
  }
}

/** The teams of the open search, or that the field in the header names. */
function searchedTeams(): SearchScope {
  const panel = panelInAddress();
  return panel?.kind === 'search' ? panel.teams : $searchedTeams.get();
}

/** A search of the same teams as the last one. */
function searchParameters(terms: string): URLSearchParams {
  const teams = searchedTeams();
  return new URLSearchParams({search: terms, ...(teams && {teams})});
}
