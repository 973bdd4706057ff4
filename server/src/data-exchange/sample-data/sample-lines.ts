import {picture} from './picture.ts';
import {createRandom, type Random} from './random.ts';
import {
  CHANNEL_NAMES,
  emojiName,
  FIRST_NAMES,
  LAST_NAMES,
  message,
  POSITIONS,
  reply,
  sentence,
  TEAM_NAMES,
} from './words.ts';

/** How much sample data to generate. */
export interface SampleOptions {
  seed: number;
  users: number;
  teams: number;
  channelsPerTeam: number;
  postsPerChannel: number;
  directChannels: number;
  groupChannels: number;
  postsPerDirectChannel: number;
  /** The share of posts that have replies, from 0 to 1. */
  replies: number;
  /** The share of posts and replies that have reactions, from 0 to 1. */
  reactions: number;
  /**
   * `specification` writes the strict form of the format (docs/specification.md#strict-mode). `mattermost` writes what
   * newer Mattermost servers write: their field names, bots, participants, thread followers and pins.
   */
  dialect: 'specification' | 'mattermost';
  /** Whether to include emoji, profile pictures and attachments. Lines then refer to {@link SampleFile}s. */
  files: boolean;
}

export const DEFAULT_SAMPLE: SampleOptions = {
  seed: 1,
  users: 15,
  teams: 2,
  channelsPerTeam: 10,
  postsPerChannel: 100,
  directChannels: 20,
  groupChannels: 8,
  postsPerDirectChannel: 30,
  replies: 0.25,
  reactions: 0.2,
  dialect: 'specification',
  files: false,
};

/** The password of every sample account. */
export const SAMPLE_PASSWORD = 'a sample password';

export interface SampleFile {
  path: string;
  content: Buffer;
}

interface Person {
  username: string;
  firstName: string;
  lastName: string;
}

interface SampleChannel {
  team: string;
  name: string;
  members: Person[];
}

/** The first workday, a Monday, in milliseconds since the epoch. Samples don't depend on the current date. */
const FIRST_DAY = Date.UTC(2024, 0, 8);
const DAY = 24 * 60 * 60 * 1000;
const HOUR = 60 * 60 * 1000;
const YEARS = 2;
const SAMPLE_FILES = 12;

/** The files that the lines of a sample refer to. */
export function sampleFiles({seed}: Pick<SampleOptions, 'seed'>): SampleFile[] {
  const random = createRandom(seed);
  const pictures = Array.from({length: SAMPLE_FILES}, (_, i) => ({
    path: `pictures/${i}.png`,
    content: picture(random, 64 + 32 * (i % 4), 64),
  }));
  const notes = Array.from({length: SAMPLE_FILES}, (_, i) => ({
    path: `notes/${i}.txt`,
    content: Buffer.from(`${Array.from({length: 5 + i}, () => sentence(random)).join('\n')}\n`),
  }));
  return [...pictures, ...notes];
}

/**
 * Realistic sample lines of an import file, in order (docs/specification.md#order-of-lines): teams, channels, and
 * people who message each other in working hours, reply and react. The same options produce the same lines.
 */
export function* sampleLines(options: SampleOptions): Generator<object, void, undefined> {
  const random = createRandom(options.seed);
  const isNewer = options.dialect === 'mattermost';
  const teams = names(TEAM_NAMES, options.teams).map((displayName) => ({
    name: nameFor(displayName),
    displayName,
  }));
  const people = createPeople(random, options.users);
  const channels: SampleChannel[] = teams.flatMap((team) =>
    names(CHANNEL_NAMES, options.channelsPerTeam).map((name) => ({team: team.name, name, members: []})),
  );

  yield {
    type: 'version',
    version: 1,
    ...(isNewer ? {info: {generator: 'patchbay sampledata', version: '1'}} : {}),
  };
  yield {type: 'scheme', scheme: sampleScheme()};
  if (options.files) {
    for (let i = 0; i < 4; i++)
      yield {type: 'emoji', emoji: {name: `sample_${i}`, image: `pictures/${i}.png`}};
  }
  for (const [i, team] of teams.entries()) {
    yield {
      type: 'team',
      team: {
        name: team.name,
        display_name: team.displayName,
        type: i % 3 === 2 ? 'I' : 'O',
        description: sentence(random),
        allow_open_invite: i % 3 !== 2,
        ...(i === 1 ? {scheme: 'careful'} : {}),
      },
    };
  }
  for (const [i, {team, name}] of channels.entries()) {
    yield {
      type: 'channel',
      channel: {
        team,
        name,
        display_name: name[0]!.toUpperCase() + name.slice(1),
        type: i % 4 === 3 ? 'P' : 'O',
        header: random.chance(0.5) ? sentence(random) : '',
        purpose: random.chance(0.5) ? sentence(random) : '',
      },
    };
  }
  for (const [i, person] of people.entries()) {
    yield {type: 'user', user: sampleUser(random, options, person, i, teams, channels)};
  }
  if (isNewer) {
    yield {
      type: 'bot',
      bot: {
        username: 'sample-bot',
        owner: people[0]!.username,
        display_name: 'Sample bot',
        description: 'Posts automated messages.',
      },
    };
  }
  for (const channel of channels) {
    if (channel.members.length === 0) continue;
    for (const post of posts(random, options, channel.members, options.postsPerChannel)) {
      yield {
        type: 'post',
        post: {team: channel.team, channel: channel.name, ...(isNewer ? {} : {props: {}}), ...post},
      };
    }
  }
  const conversations = createConversations(random, options, people);
  for (const members of conversations)
    yield {type: 'direct_channel', direct_channel: directChannel(random, options, members)};
  for (const members of conversations) {
    for (const post of posts(random, options, members, options.postsPerDirectChannel)) {
      yield {
        type: 'direct_post',
        direct_post: {channel_members: members.map(({username}) => username), ...post},
      };
    }
  }
}

/** The first `count` names, with numbers once the list is used up. */
function names(from: readonly string[], count: number): string[] {
  return Array.from({length: count}, (_, i) => {
    const name = from[i % from.length]!;
    return i < from.length ? name : `${name}-${Math.floor(i / from.length) + 1}`;
  });
}

function nameFor(displayName: string): string {
  return displayName.toLowerCase();
}

function createPeople(random: Random, count: number): Person[] {
  const taken = new Set<string>();
  return Array.from({length: count}, (_, i) => {
    const firstName = random.pick(FIRST_NAMES);
    const lastName = random.pick(LAST_NAMES);
    const plain = `${firstName}.${lastName}`
      .normalize('NFD')
      .replace(/[^A-Za-z.]/g, '')
      .toLowerCase();
    const username = taken.has(plain) ? `${plain}${i}` : plain;
    taken.add(username);
    return {username, firstName, lastName};
  });
}

function sampleScheme() {
  const role = (display_name: string, permissions: string[]) => ({
    name: display_name.toLowerCase().replaceAll(' ', '_'),
    display_name,
    description: `${display_name} of careful teams`,
    permissions,
  });
  return {
    name: 'careful',
    display_name: 'Careful',
    scope: 'team',
    description: 'Members post, and administrators do the rest.',
    default_team_admin_role: role('Team admin', [
      'view_team',
      'manage_team',
      'manage_team_roles',
      'list_team_channels',
      'join_public_channels',
      'read_public_channel',
      'create_public_channel',
      'create_private_channel',
    ]),
    default_team_user_role: role('Team user', [
      'view_team',
      'list_team_channels',
      'join_public_channels',
      'read_public_channel',
    ]),
    default_channel_admin_role: role('Channel admin', ['manage_channel_roles']),
    default_channel_user_role: role('Channel user', [
      'read_channel',
      'read_channel_content',
      'add_reaction',
      'remove_reaction',
      'upload_file',
      'edit_post',
      'create_post',
      'use_channel_mentions',
      'use_slash_commands',
    ]),
  };
}

function sampleUser(
  random: Random,
  {dialect, files}: SampleOptions,
  person: Person,
  index: number,
  teams: readonly {name: string}[],
  channels: readonly SampleChannel[],
) {
  const isNewer = dialect === 'mattermost';
  const yes = (value: boolean) => (isNewer ? String(value) : value);
  // Everyone is in some team, and the first person is in all of them.
  const memberships = teams
    .filter((_, i) => index === 0 || i === index % teams.length || random.chance(0.4))
    .map((team) => ({
      name: team.name,
      roles: index === 0 ? 'team_admin team_user' : 'team_user',
      channels: channels
        .filter((channel) => channel.team === team.name && (index === 0 || random.chance(0.6)))
        .map((channel) => {
          channel.members.push(person);
          return {
            name: channel.name,
            roles: index === 0 ? 'channel_user channel_admin' : 'channel_user',
            favorite: random.chance(0.15),
            ...(random.chance(0.2)
              ? {notify_props: {desktop: 'mention', mobile: 'default', mark_unread: 'all'}}
              : {}),
          };
        }),
    }));
  return {
    username: person.username,
    email: `${person.username}@example.com`,
    password: SAMPLE_PASSWORD,
    ...(files && random.chance(0.3)
      ? {profile_image: `pictures/${random.between(4, SAMPLE_FILES - 1)}.png`}
      : {}),
    nickname: random.chance(0.2) ? person.firstName.slice(0, 3) : '',
    first_name: person.firstName,
    last_name: person.lastName,
    position: random.pick(POSITIONS),
    roles: index === 0 ? 'system_admin system_user' : 'system_user',
    locale: random.pick(['en', 'en', 'en', 'de', 'fr', 'es']),
    military_time: String(random.chance(0.7)),
    [isNewer ? 'link_previews' : 'collapse_previews']: String(random.chance(0.5)),
    message_display: random.pick(['clean', 'compact']),
    channel_display_mode: random.pick(['full', 'centered']),
    tutorial_step: '999',
    [isNewer ? 'feature_enabled_markdown_preview' : 'use_markdown_preview']: yes(random.chance(0.5)),
    [isNewer ? 'formatting' : 'use_formatting']: yes(true),
    show_unread_section: yes(random.chance(0.5)),
    email_interval: random.pick([isNewer ? 'immediately' : 'immediate', 'fifteen', 'hour']),
    notify_props: {
      desktop: random.pick(['all', 'mention', 'none']),
      desktop_sound: 'true',
      email: String(random.chance(0.7)),
      mobile: 'mention',
      mobile_push_status: 'away',
      channel: 'true',
      comments: random.pick(['any', 'root', 'never']),
      mention_keys: person.firstName.toLowerCase(),
    },
    teams: memberships,
  };
}

/** Posts in order of time, during working hours. */
function* posts(
  random: Random,
  options: SampleOptions,
  members: readonly Person[],
  count: number,
): Generator<object> {
  const isNewer = options.dialect === 'mattermost';
  const usernames = members.map(({username}) => username);
  const step = (YEARS * 250 * 9 * HOUR) / Math.max(count, 1);
  let worked = 0;
  let latest = 0;
  for (let i = 0; i < count; i++) {
    worked += random.next() * 2 * step;
    // No two posts of a channel have the same time.
    latest = Math.max(latest + 1, atWork(worked));
    const at = latest;
    const author = random.pickFavoringFirst(usernames);
    const replies = random.chance(options.replies)
      ? Array.from({length: 1 + Math.floor(random.next() ** 2 * 6)}, (_, k) => ({
          user: random.pick(usernames),
          message: reply(random),
          create_at: at + (k + 1) * random.between(5_000, 400_000),
          ...(random.chance(0.02) ? {flagged_by: [random.pick(usernames)]} : {}),
          ...(random.chance(options.reactions / 2)
            ? {reactions: reactions(random, usernames, at + 2_500_000)}
            : {}),
        }))
      : [];
    yield {
      user: author,
      message: message(random, usernames),
      create_at: at,
      ...(random.chance(0.03) ? {flagged_by: random.sample(usernames, 2)} : {}),
      ...(replies.length > 0 ? {replies} : {}),
      ...(random.chance(options.reactions) ? {reactions: reactions(random, usernames, at + 10_000)} : {}),
      ...(options.files && random.chance(0.1) ? {attachments: attachments(random)} : {}),
      ...(isNewer && random.chance(0.01) ? {is_pinned: true} : {}),
      ...(isNewer && replies.length > 0
        ? {thread_followers: [{user: author, last_viewed: at, unread_mentions: 0}]}
        : {}),
    };
  }
}

/** The time after this much working time: nine hours a day, five days a week. */
function atWork(worked: number): number {
  const day = Math.floor(worked / (9 * HOUR));
  const week = Math.floor(day / 5);
  return Math.round(FIRST_DAY + (week * 7 + (day % 5)) * DAY + 8 * HOUR + (worked % (9 * HOUR)));
}

function reactions(random: Random, usernames: readonly string[], at: number): object[] {
  return random
    .sample(usernames, 1 + Math.floor(random.next() ** 2 * 4))
    .map((user, i) => ({user, emoji_name: emojiName(random), create_at: at + i * 1_000}));
}

function attachments(random: Random): object[] {
  const number = random.between(0, SAMPLE_FILES - 1);
  return [{path: random.chance(0.5) ? `pictures/${number}.png` : `notes/${number}.txt`}];
}

/** The members of direct and group channels, without duplicates. */
function createConversations(
  random: Random,
  {directChannels, groupChannels}: SampleOptions,
  people: readonly Person[],
): Person[][] {
  const conversations = new Map<string, Person[]>();
  const wanted = [
    ...Array.from({length: people.length > 1 ? directChannels : 0}, () => 2),
    ...Array.from({length: people.length > 2 ? groupChannels : 0}, () =>
      random.between(3, Math.min(8, people.length)),
    ),
  ];
  for (const size of wanted) {
    const members = random.sample(people, size);
    const key = members
      .map(({username}) => username)
      .sort()
      .join();
    if (!conversations.has(key)) conversations.set(key, members);
  }
  return [...conversations.values()];
}

function directChannel(random: Random, {dialect}: SampleOptions, members: readonly Person[]) {
  const usernames = members.map(({username}) => username);
  const common = {
    header: random.chance(0.2) ? sentence(random) : '',
    favorited_by: random.chance(0.2) ? [usernames[0]!] : [],
  };
  return dialect === 'specification'
    ? {members: usernames, ...common}
    : {participants: usernames.map((username) => ({username})), ...common, shown_by: usernames};
}
