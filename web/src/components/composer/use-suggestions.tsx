import {Trans} from '@lingui/react/macro';
import type {UserProfile} from '@mattermost/types/users';
import {useQuery} from '@tanstack/react-query';
import type {ReactNode} from 'react';
import {likelyFirst} from '../../data/channels/likely-people.ts';
import {readEmojiKeywords} from '../../data/emoji/emoji-keywords.ts';
import {isSystemEmoji, rememberCustomEmoji} from '../../data/emoji/emoji-names.ts';
import {useEmojiUses} from '../../data/emoji/emoji-use.ts';
import {findEmoji} from '../../data/emoji/find-emoji.ts';
import {inSkinTone, useSkinTone} from '../../data/emoji/skin-tone.ts';
import {findGroups} from '../../data/groups/groups.ts';
import {rememberPeople} from '../../data/people/people.ts';
import {searchableNames} from '../../data/people/searchable-names.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {foldText} from '../../lib/fold-text.ts';
import {matchRank, RANK} from '../../lib/match-rank.ts';
import {server} from '../../lib/server.ts';
import {useDebounced} from '../../lib/use-debounced.ts';
import {ChannelIcon} from '../channels/channel-icon.tsx';
import {Emoji} from '../emoji/emoji.tsx';
import {PersonLine} from '../people/person-line.tsx';
import type {CompletionTarget} from './completion.ts';
import styles from './suggestions.module.css';

export interface Suggestion {
  key: string;
  /** The text to insert. */
  text: string;
  shown: ReactNode;
  /** The names that the typed text can begin; otherwise the text to insert. */
  names?: readonly string[];
  /** Explains the arguments of the command that is being written, and can't be chosen. */
  isHint?: boolean;
  /** A heading above the first suggestion of a group. */
  group?: ReactNode;
}

/** The maximum number of suggestions of a kind. */
const MAX_SUGGESTIONS = 10;

/** The server sorts people by name, so those whom the person is likely to mention can be among the later ones. */
const MAX_PEOPLE = 30;

const GROUP_MENTIONS = [
  {name: 'here', about: <Trans>Notifies everyone online in this channel</Trans>},
  {name: 'channel', about: <Trans>Notifies everyone in this channel</Trans>},
  {name: 'all', about: <Trans>Notifies everyone in this channel</Trans>},
];

/** A command that is being written, with a space in place of its arguments. */
const withoutArguments = (line: string) => line.replace(/\s.*$/, ' ');

const withoutMark = (text: string) => text.replace(/^[@~:/]/, '').toLowerCase();

/** Suggestions for the text that the person is typing. */
export function useSuggestions(
  target: CompletionTarget,
  {channelId, rootId}: {channelId: string; rootId: string},
): readonly Suggestion[] {
  const team = useCurrentTeam();
  const tone = useSkinTone();
  const {kind} = target;
  const wanted = kind === 'command' ? withoutArguments(target.term) : target.term;
  const term = useDebounced(wanted, 100);
  const used = useEmojiUses();
  const order = kind === 'emoji' ? used : '';
  const {data, isPlaceholderData} = useQuery({
    queryKey: ['suggestions', kind, term, channelId, team.id, tone, order],
    staleTime: 15_000,
    placeholderData: (before, query) => (query?.queryKey[1] === kind ? before : undefined),
    queryFn: (): Promise<Suggestion[]> => {
      switch (kind) {
        case 'mention':
          return mentions(term, team.id, channelId);
        case 'channel':
          return channels(term, team.id);
        case 'emoji':
          return emoji(term, tone);
        default:
          return commands(term, team.id, {channelId, rootId});
      }
    },
  });
  if (data && !isPlaceholderData && term === wanted) return data;
  // These are the results for a shorter term. Keep only those that still match.
  const before = data ?? [];
  const typed = withoutMark(wanted);
  if (kind !== 'emoji') {
    return before.filter(
      ({text, names = []}) =>
        withoutMark(text).startsWith(typed) || matchRank(names, foldText(typed)) <= RANK.words,
    );
  }
  // Keywords match too. Only custom emoji come from the server.
  const custom = before.map(({key}) => key).filter((name) => !isSystemEmoji(name));
  return suggestedEmoji(typed, custom, tone);
}

async function mentions(term: string, teamId: string, channelId: string): Promise<Suggestion[]> {
  const [{users, out_of_channel = []}, groups] = await Promise.all([
    server.autocompleteUsers(term, teamId, channelId, {limit: MAX_PEOPLE}),
    findGroups(term, MAX_SUGGESTIONS),
  ]);
  rememberPeople([...users, ...out_of_channel]);
  const lower = term.toLowerCase();
  const person = (group: ReactNode) => (user: UserProfile, index: number) => ({
    key: user.id,
    text: `@${user.username}`,
    names: searchableNames(user),
    shown: <PersonLine person={user} />,
    ...(index === 0 ? {group} : {}),
  });
  const mentioned = [
    ...GROUP_MENTIONS.filter(({name}) => name.startsWith(lower)),
    ...groups.map(({name, display_name}) => ({name, about: display_name})),
  ];
  const groupMentions = mentioned.map(({name, about}, index) => ({
    key: name,
    text: `@${name}`,
    shown: (
      <>
        <bdi className={styles.strong}>@{name}</bdi> <bdi className={styles.quiet}>{about}</bdi>
      </>
    ),
    ...(index === 0 ? {group: <Trans>Group mentions</Trans>} : {}),
  }));
  return [
    ...likelyFirst(users, term)
      .slice(0, MAX_SUGGESTIONS)
      .map(person(<Trans>In this channel</Trans>)),
    ...groupMentions,
    ...likelyFirst(out_of_channel, term)
      .slice(0, MAX_SUGGESTIONS)
      .map(person(<Trans>Not in this channel</Trans>)),
  ];
}

async function channels(term: string, teamId: string): Promise<Suggestion[]> {
  const found = await server.autocompleteChannels(teamId, term);
  return found
    .filter(({delete_at, type}) => delete_at === 0 && type !== 'D' && type !== 'G')
    .slice(0, MAX_SUGGESTIONS)
    .map((channel) => ({
      key: channel.id,
      text: `~${channel.name}`,
      names: [channel.display_name],
      shown: (
        <>
          <ChannelIcon channel={channel} />
          <bdi className={styles.strong}>{channel.display_name}</bdi>{' '}
          <bdi className={styles.quiet}>~{channel.name}</bdi>
        </>
      ),
    }));
}

async function emoji(term: string, tone: string): Promise<Suggestion[]> {
  const [custom] = await Promise.all([
    server.autocompleteCustomEmoji(term).catch(() => []),
    readEmojiKeywords(),
  ]);
  rememberCustomEmoji(custom);
  return suggestedEmoji(
    term,
    custom.map(({name}) => name),
    tone,
  );
}

function suggestedEmoji(term: string, custom: readonly string[], tone: string): Suggestion[] {
  const names = findEmoji(term, custom, MAX_SUGGESTIONS).map((name) => inSkinTone(name, tone));
  return names.map((name) => ({
    key: name,
    text: `:${name}:`,
    shown: (
      <>
        <span className={styles.emoji}>
          <Emoji name={name} fallback="" />
        </span>
        <span className={styles.name}>:{name}:</span>
      </>
    ),
  }));
}

async function commands(
  term: string,
  teamId: string,
  {channelId, rootId}: {channelId: string; rootId: string},
): Promise<Suggestion[]> {
  const typed = term.trim();
  const isHint = typed !== term;
  const found = await server.getCommandAutocompleteSuggestionsList(`/${typed}`, teamId, {
    channel_id: channelId,
    root_id: rootId,
    team_id: teamId,
  });
  const shown = isHint ? found.filter(({Complete}) => Complete.replace(/^\//, '') === typed) : found;
  return shown.slice(0, 30).map((suggestion) => ({
    key: `${suggestion.Complete} ${isHint}`,
    text: `/${suggestion.Complete.replace(/^\//, '')}`,
    isHint,
    shown: (
      <>
        <span className={styles.slash}>/</span>
        <span className={styles.command}>
          <span>
            <span className={styles.strong}>{suggestion.Suggestion.replace(/^\//, '')}</span>{' '}
            <span className={styles.quiet}>{suggestion.Hint}</span>
          </span>
          <span className={styles.about}>{suggestion.Description}</span>
        </span>
      </>
    ),
  }));
}
