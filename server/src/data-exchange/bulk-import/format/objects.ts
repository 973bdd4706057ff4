import {MAX_MESSAGE_LENGTH, MAX_PROPS_LENGTH} from '../../../messaging/posts/schema.ts';
import {
  flag,
  integer,
  json,
  list,
  nested,
  type ObjectOf,
  type ObjectRule,
  object,
  oneOf,
  onOff,
  text,
  texts,
  time,
} from './fields.ts';

// Where the limits of Mattermost 5.37 and 11.6 differ, these are the less strict ones, so that files from both can be
// imported (docs/specification.md#bulk-import).

const MAX_PREFERENCE = 2_000;

/** Prefixes that a team's name must not have, because paths of the clients start with them. */
const RESERVED_TEAM_NAMES = [
  'admin',
  'api',
  'channel',
  'claim',
  'error',
  'files',
  'help',
  'landing',
  'login',
  'mfa',
  'oauth',
  'plug',
  'plugins',
  'post',
  'signup',
] as const;

/** Usernames reserved for mentions and the server itself. */
const RESERVED_USERNAMES = ['all', 'channel', 'here', 'matterbot', 'system'] as const;

const roleName = {
  pattern: /^[a-z0-9_]{1,64}$/,
  form: '1 to 64 of a–z, 0–9 and _',
} as const;

const roles = {
  max: 256,
  pattern: /^(?:[a-z0-9_]{1,64}(?: +[a-z0-9_]{1,64})*)?$/,
  form: 'role names separated by spaces',
} as const;

const ROLE_FIELDS = {
  name: text({about: 'identifier', required: true, ...roleName}),
  display_name: text({about: 'display name', required: true, min: 1, max: 128, unit: 'bytes'}),
  description: text({about: 'description', max: 1024, unit: 'bytes'}),
  permissions: texts({
    about: 'all permissions of the role',
    pattern: /^[a-z0-9_]{1,64}$/,
    form: 'names of permissions',
  }),
  scheme_managed: flag({about: 'whether members get it through a scheme', newer: true}),
};

/** A role inside a scheme. Its name is only a label, because the scheme's roles have generated names. */
const SCHEME_ROLE = object('role of a scheme', ROLE_FIELDS);

const ROLE = object('role', ROLE_FIELDS);

const schemeRole = (about: string) => nested(SCHEME_ROLE, {about});

const SCHEME = object(
  'scheme',
  {
    name: text({
      about: 'identifier',
      required: true,
      pattern: /^[a-z0-9_]{2,64}$/,
      form: '2 to 64 of a–z, 0–9 and _',
    }),
    display_name: text({about: 'display name', required: true, min: 1, max: 128, unit: 'bytes'}),
    scope: oneOf(['team', 'channel'], {about: 'what it applies to', required: true}),
    description: text({about: 'description', max: 1024, unit: 'bytes'}),
    default_team_admin_role: schemeRole('role of team administrators; scope `team` only'),
    default_team_user_role: schemeRole('role of team members; scope `team` only'),
    default_team_guest_role: nested(SCHEME_ROLE, {
      about: 'role of team guests; scope `team` only; defaults to the built-in permissions of guests',
      newer: true,
    }),
    default_channel_admin_role: nested(SCHEME_ROLE, {
      about: 'role of channel administrators',
      required: true,
    }),
    default_channel_user_role: nested(SCHEME_ROLE, {about: 'role of channel members', required: true}),
    default_channel_guest_role: nested(SCHEME_ROLE, {
      about: 'role of channel guests; defaults to the built-in permissions of guests',
      newer: true,
    }),
  },
  [
    {
      rule: 'missing-field',
      level: 'error',
      about: 'A scheme with scope team must have default_team_admin_role and default_team_user_role.',
      broken: (scheme) =>
        scheme.scope !== 'team'
          ? undefined
          : (['default_team_admin_role', 'default_team_user_role'] as const).find((name) => !scheme[name]),
    },
    {
      rule: 'forbidden-field',
      level: 'error',
      about: 'A scheme with scope channel must not have team roles.',
      broken: (scheme) =>
        scheme.scope !== 'channel'
          ? undefined
          : (['default_team_admin_role', 'default_team_user_role', 'default_team_guest_role'] as const).find(
              (name) => scheme[name],
            ),
    },
  ],
);

const EMOJI = object('emoji', {
  name: text({
    about: 'identifier',
    required: true,
    pattern: /^[A-Za-z0-9_+-]{1,64}$/,
    form: '1 to 64 Latin letters, digits, _, + and -',
  }),
  image: text({about: 'path of the image', required: true, min: 1}),
});

const teamName = {
  lowercase: true,
  pattern: /^(?=.{2,64}$)[a-z0-9]+(?:-+[a-z0-9]+|__[a-z0-9]+)*$/,
  form: '2 to 64 of a–z, 0–9 and -, with a letter or digit at both ends',
} as const;

const scheme = (about: string) =>
  text({about, pattern: /^[a-z0-9_]{2,64}$/, form: '2 to 64 of a–z, 0–9 and _', refersTo: 'scheme'});

const TEAM = object(
  'team',
  {
    name: text({about: 'identifier', required: true, ...teamName}),
    display_name: text({about: 'display name', required: true, min: 1, max: 64}),
    type: oneOf(['O', 'I'], {about: '`O` open, `I` invitation only', required: true}),
    description: text({about: 'description', max: 255}),
    allow_open_invite: flag({about: 'whether anyone with an account can join'}),
    scheme: scheme('name of a scheme with scope `team`'),
  },
  [
    {
      rule: 'reserved',
      level: 'error',
      about: `A team's name must not start with ${RESERVED_TEAM_NAMES.join(', ')}.`,
      broken: ({name}) =>
        name && RESERVED_TEAM_NAMES.some((reserved) => name.startsWith(reserved)) ? 'name' : undefined,
    },
  ],
);

const CHANNEL = object('channel', {
  team: text({about: 'name of the team', required: true, refersTo: 'team'}),
  name: text({
    about: 'identifier within the team',
    required: true,
    lowercase: true,
    pattern: /^[a-z0-9][a-z0-9_-]{0,63}$/,
    form: '1 to 64 of a–z, 0–9, - and _, starting with a letter or digit',
  }),
  display_name: text({about: 'display name; defaults to the name', expected: true, max: 64}),
  type: oneOf(['O', 'P'], {about: '`O` public, `P` private', required: true}),
  header: text({about: 'channel header', max: 1024}),
  purpose: text({about: 'purpose', max: 250}),
  scheme: scheme('name of a scheme with scope `channel`'),
  deleted_at: time({about: "when it was archived; 0 if it isn't", newer: true}),
});

const notifyLevel = ['all', 'mention', 'none'] as const;
const channelNotifyLevel = ['default', 'all', 'mention', 'none'] as const;

const USER_NOTIFY_PROPS = object('user notify_props', {
  desktop: oneOf(notifyLevel, {about: 'desktop notifications'}),
  desktop_sound: onOff({about: 'whether desktop notifications play a sound'}),
  email: onOff({about: 'whether to send email notifications'}),
  mobile: oneOf(notifyLevel, {about: 'mobile push notifications'}),
  mobile_push_status: oneOf(['online', 'away', 'offline'], {
    about:
      'status in which to send push notifications: `online` means online, away or offline; `away` means away or offline',
  }),
  channel: onOff({about: 'whether @all, @channel and @here count as mentions'}),
  comments: oneOf(['any', 'root', 'never'], {about: 'threads whose replies to notify about'}),
  mention_keys: text({about: 'words that count as mentions, separated by commas, case-insensitive'}),
});

const CHANNEL_NOTIFY_PROPS = object('channel notify_props', {
  desktop: oneOf(channelNotifyLevel, {about: 'desktop notifications'}),
  mobile: oneOf(channelNotifyLevel, {about: 'mobile push notifications'}),
  mark_unread: oneOf(['all', 'mention'], {about: 'messages that mark the channel as unread'}),
  email: oneOf(channelNotifyLevel, {about: 'email notifications', newer: true}),
  ignore_channel_mentions: oneOf(['default', 'on', 'off'], {
    about: 'whether @all, @channel and @here are ignored',
    newer: true,
  }),
  channel_auto_follow_threads: oneOf(['on', 'off'], {
    about: 'whether to follow new threads automatically',
    newer: true,
  }),
});

const counters = {
  last_viewed_at: time({about: 'when the member last viewed the channel', newer: true}),
  msg_count: integer({
    about: 'number of messages read; requires `msg_count_root`',
    min: 0,
    newer: true,
  }),
  msg_count_root: integer({about: 'the same, without replies', min: 0, newer: true}),
  mention_count: integer({
    about: 'unread mentions; requires `mention_count_root`',
    min: 0,
    newer: true,
  }),
  mention_count_root: integer({about: 'the same, without replies', min: 0, newer: true}),
  urgent_mention_count: integer({
    about: 'unread urgent mentions',
    min: 0,
    newer: true,
    aliases: ['urgend_mention_count'],
  }),
};

const CHANNEL_MEMBERSHIP = object('channel of a user', {
  name: text({about: 'name of a channel of the team', required: true, refersTo: 'channel'}),
  roles: text({about: '`channel_user` or `channel_user channel_admin`; other roles are allowed', ...roles}),
  notify_props: nested(CHANNEL_NOTIFY_PROPS, {about: 'notifications of this channel'}),
  favorite: flag({about: "whether it is a favorite; `false` doesn't remove a favorite"}),
  ...counters,
});

const theme = text({about: 'theme, as a JSON object of colors by name, in text form', max: MAX_PREFERENCE});

const TEAM_MEMBERSHIP = object(
  'team of a user',
  {
    name: text({about: 'name of a team', required: true, refersTo: 'team'}),
    theme,
    roles: text({about: '`team_user` or `team_admin team_user`; other roles are allowed', ...roles}),
    channels: list(CHANNEL_MEMBERSHIP, {about: 'channel memberships in the team'}),
  },
  [themeRule()],
);

const CUSTOM_STATUS = object('custom status', {
  emoji: text({about: 'name of an emoji', required: true, max: 64}),
  text: text({about: 'status text', max: 100}),
  duration: text({about: "duration, in the client's terms", max: 64}),
  expires_at: text({about: 'expiry time in RFC 3339 format', max: 64}),
});

const username = {
  lowercase: true,
  pattern: /^[a-z0-9._-]{1,64}$/,
  form: '1 to 64 of a–z, 0–9, ., - and _',
} as const;

const preference = (about: string) => text({about, max: MAX_PREFERENCE, newer: true});

/** A preference with known values. Other values are kept unchanged. */
const choice = (about: string, values: readonly string[]) =>
  text({about, values, level: 'lenient', max: MAX_PREFERENCE});

const USER = object(
  'user',
  {
    profile_image: text({about: 'path of the profile picture', min: 1}),
    username: text({about: 'identifier', required: true, ...username}),
    email: text({
      about: 'unique email address',
      required: true,
      lowercase: true,
      max: 128,
      unit: 'bytes',
      pattern: /^[^\s@<>"]+@[^\s@<>"]+$/,
      form: 'an email address',
    }),
    auth_service: text({
      about: 'service that the account signs in with; absent for a password',
      values: ['', 'email', 'gitlab', 'google', 'ldap', 'office365', 'openid', 'saml'],
      level: 'lenient',
      max: 32,
    }),
    auth_data: text({about: 'identifier of the account at the service', max: 128, unit: 'bytes'}),
    password: text({
      about: "password; a new account without one can't sign in with a password until it is reset",
      secret: true,
      max: 72,
      unit: 'bytes',
    }),
    nickname: text({about: 'nickname', max: 64}),
    first_name: text({about: 'first name', max: 64}),
    last_name: text({about: 'last name', max: 64}),
    position: text({about: 'job title', max: 128}),
    roles: text({
      about:
        '`system_user` or `system_admin system_user`; other roles are allowed; defaults to `system_user` for a new account',
      ...roles,
    }),
    locale: text({
      about: 'interface language',
      pattern: /^$|^[A-Za-z]{2,3}(?:[-_][A-Za-z]{2})?$/,
      form: 'a locale such as en or pt-BR',
      max: 5,
    }),
    delete_at: time({about: 'when the account was deactivated; 0 if it is active'}),
    teams: list(TEAM_MEMBERSHIP, {about: 'team memberships'}),
    theme,
    military_time: onOff({about: '24-hour clock', level: 'lenient'}),
    collapse_previews: onOff({
      about: 'whether image previews are collapsed by default',
      aliases: ['link_previews'],
      level: 'lenient',
    }),
    message_display: choice('message density', ['clean', 'compact']),
    channel_display_mode: choice('width of the message list', ['full', 'centered']),
    tutorial_step: choice('tutorial step; `999` skips the tutorial', ['0', '1', '2', '3', '999']),
    use_markdown_preview: onOff({
      about: 'whether the client offers a Markdown preview',
      expected: true,
      aliases: ['feature_enabled_markdown_preview'],
    }),
    use_formatting: onOff({about: 'whether messages are formatted', expected: true, aliases: ['formatting']}),
    show_unread_section: onOff({about: 'whether unread channels have their own section', expected: true}),
    email_interval: oneOf(['immediate', 'fifteen', 'hour'], {
      about: 'interval of email notifications',
      expected: true,
      spellings: {immediately: 'immediate'},
    }),
    notify_props: nested(USER_NOTIFY_PROPS, {about: 'notification settings'}),
    custom_status: nested(CUSTOM_STATUS, {about: 'custom status', newer: true}),
    name_format: preference('how to display names'),
    collapse_consecutive_messages: preference('whether to group consecutive messages from the same person'),
    colorize_usernames: preference('whether usernames are colorized'),
    send_on_ctrl_enter: preference('whether Ctrl+Enter sends messages'),
    code_block_ctrl_enter: preference('whether Ctrl+Enter sends messages inside code blocks'),
    show_join_leave: preference('whether to show join and leave messages'),
    show_unread_scroll_position: preference('scroll position in channels with unread messages'),
    sync_drafts: preference('whether to sync drafts across devices'),
    limit_visible_dms_gms: preference('number of direct messages in the sidebar'),
  },
  [
    reservedUsername(),
    {
      rule: 'conflicting-fields',
      level: 'error',
      about: 'auth_service and auth_data must both be present or both be absent.',
      broken: ({auth_service, auth_data}) => {
        const hasService = auth_service !== undefined && auth_service !== '' && auth_service !== 'email';
        if (hasService === Boolean(auth_data)) return undefined;
        return hasService ? 'auth_data' : 'auth_service';
      },
    },
    {
      rule: 'conflicting-fields',
      level: 'error',
      about: 'An account with auth_data must not have a password.',
      broken: ({auth_data, password}) => (auth_data && password !== undefined ? 'password' : undefined),
    },
    {
      rule: 'not-allowed',
      level: 'error',
      about: 'system_admin requires system_user: use "system_admin system_user".',
      broken: (user) => (user.roles?.trim() === 'system_admin' ? 'roles' : undefined),
    },
    themeRule(),
  ],
);

const BOT = object(
  'bot',
  {
    username: text({about: 'identifier', required: true, ...username}),
    owner: text({
      about: 'username of the owner, or identifier of a plugin',
      required: true,
      min: 1,
      max: 190,
    }),
    display_name: text({about: 'display name', max: 64}),
    description: text({about: 'what it does', max: 1024}),
    profile_image: text({about: 'path of the profile picture', min: 1}),
    delete_at: time({about: 'when it was disabled; 0 if it is active'}),
  },
  [reservedUsername()],
);

const ATTACHMENT = object('attachment', {
  path: text({about: 'path of the file', required: true, min: 1}),
});

const REACTION = object('reaction', {
  user: text({about: 'username', required: true, refersTo: 'user'}),
  emoji_name: text({about: 'name of the emoji, without colons', required: true, min: 1, max: 64}),
  create_at: time({about: 'when it was added', required: true, notZero: true}),
});

const THREAD_FOLLOWER = object('thread follower', {
  user: text({about: 'username', required: true, refersTo: 'user'}),
  last_viewed: time({about: 'when the follower last viewed the thread'}),
  unread_mentions: integer({about: 'unread mentions in the thread', min: 0}),
});

const userNames = {refersTo: 'user'} as const;

const MESSAGE = {
  user: text({about: 'username of the author', required: true, refersTo: 'user'}),
  message: text({about: 'text; may be empty', required: true, max: MAX_MESSAGE_LENGTH}),
  create_at: time({about: 'when it was posted', required: true, notZero: true}),
  flagged_by: texts({about: 'users who saved it', ...userNames}),
  reactions: list(REACTION, {about: 'reactions'}),
  attachments: list(ATTACHMENT, {
    about: 'all files of the post; `[]` removes them, absent keeps them',
  }),
  type: text({
    about: 'type of a system message; empty for others',
    max: 26,
    pattern: /^(?:(?:system|custom)_.*|me|reminder|slack_attachment|ephemeral|burn_on_read|)$/s,
    form: 'a type that starts with custom_ or system_, or empty',
    level: 'lenient',
    newer: true,
  }),
  edit_at: time({about: 'when it was last edited', newer: true}),
  is_pinned: flag({about: 'whether it is pinned to the channel', newer: true}),
};

const propsAbout = 'extra content from integrations, such as message attachments';

const REPLY = object('reply', {
  ...MESSAGE,
  props: json({about: propsAbout, max: MAX_PROPS_LENGTH, newer: true}),
});

const threads = {
  replies: list(REPLY, {about: 'replies'}),
  thread_followers: list(THREAD_FOLLOWER, {about: 'followers of the thread', newer: true}),
};

const POST = object('post', {
  team: text({about: 'name of the team', required: true, refersTo: 'team'}),
  channel: text({about: 'name of a channel of the team', required: true, refersTo: 'channel'}),
  ...MESSAGE,
  props: json({about: propsAbout, expected: true, max: MAX_PROPS_LENGTH}),
  ...threads,
});

const members = {entries: {min: 2, max: 8}, ...userNames};

const PARTICIPANT = object('participant', {
  username: text({about: 'username', required: true, refersTo: 'user'}),
  notify_props: nested(CHANNEL_NOTIFY_PROPS, {about: 'notification settings'}),
  scheme_user: flag({about: 'whether the user is a member'}),
  scheme_admin: flag({about: 'whether the user is an administrator'}),
  scheme_guest: flag({about: 'whether the user is a guest'}),
  ...counters,
});

const DIRECT_CHANNEL = object(
  'direct_channel',
  {
    members: texts({
      about:
        'usernames; two for a direct channel (the same one twice for a channel with oneself), more for a group',
      ...members,
    }),
    participants: list(PARTICIPANT, {
      about: 'the same with more detail; takes precedence over `members`',
      newer: true,
      entries: members.entries,
    }),
    header: text({about: 'channel header', max: 1024}),
    favorited_by: texts({about: 'members who marked it as a favorite', ...userNames}),
    shown_by: texts({
      about: 'members whose sidebar shows it; defaults to all members',
      newer: true,
      ...userNames,
    }),
  },
  [
    {
      rule: 'missing-field',
      level: 'error',
      about: 'A direct channel must have members or participants.',
      broken: (channel) => (channel.members || channel.participants ? undefined : 'members'),
    },
    eachMemberOnce('members', ({members}) => members),
    eachMemberOnce('participants', ({participants}) => participants?.map(({username}) => username)),
    onlyMembers(
      'favorited_by',
      ({members, participants}) => participants?.map(({username}) => username) ?? members,
    ),
  ],
);

const DIRECT_POST = object(
  'direct_post',
  {
    channel_members: texts({
      about: 'usernames of all members of the channel',
      required: true,
      ...members,
    }),
    ...MESSAGE,
    props: json({about: propsAbout, max: MAX_PROPS_LENGTH, newer: true}),
    ...threads,
  },
  [
    eachMemberOnce('channel_members', ({channel_members}) => channel_members),
    onlyMembers('flagged_by', ({channel_members}) => channel_members),
  ],
);

/** The line types. `rank` is their position in the order of lines (docs/specification.md#order-of-lines). */
export const LINE_TYPES = {
  scheme: {format: SCHEME, rank: 1, newer: false},
  role: {format: ROLE, rank: 1, newer: true},
  emoji: {format: EMOJI, rank: 2, newer: false},
  team: {format: TEAM, rank: 3, newer: false},
  channel: {format: CHANNEL, rank: 4, newer: false},
  user: {format: USER, rank: 5, newer: false},
  bot: {format: BOT, rank: 6, newer: true},
  post: {format: POST, rank: 7, newer: false},
  direct_channel: {format: DIRECT_CHANNEL, rank: 8, newer: false},
  direct_post: {format: DIRECT_POST, rank: 9, newer: false},
} as const;

export type LineType = keyof typeof LINE_TYPES;

export type Scheme = ObjectOf<typeof SCHEME>;
export type Role = ObjectOf<typeof ROLE>;
export type Emoji = ObjectOf<typeof EMOJI>;
export type Team = ObjectOf<typeof TEAM>;
export type Channel = ObjectOf<typeof CHANNEL>;
export type User = ObjectOf<typeof USER>;
export type TeamMembership = ObjectOf<typeof TEAM_MEMBERSHIP>;
export type ChannelMembership = ObjectOf<typeof CHANNEL_MEMBERSHIP>;
export type Bot = ObjectOf<typeof BOT>;
export type Post = ObjectOf<typeof POST>;
export type Reply = ObjectOf<typeof REPLY>;
export type Reaction = ObjectOf<typeof REACTION>;
export type Attachment = ObjectOf<typeof ATTACHMENT>;
export type DirectChannel = ObjectOf<typeof DIRECT_CHANNEL>;
export type Participant = ObjectOf<typeof PARTICIPANT>;
export type DirectPost = ObjectOf<typeof DIRECT_POST>;

/** The object of a line, with the line's type. */
export type LineObject = {
  [Type in LineType]: {type: Type; object: ObjectOf<(typeof LINE_TYPES)[Type]['format']>};
}[LineType];

function themeRule(): ObjectRule {
  return {
    rule: 'malformed',
    level: 'error',
    about: 'A theme must be a JSON object with text values, in text form.',
    broken: ({theme}) =>
      typeof theme === 'string' && theme.trim() !== '' && !isTheme(theme) ? 'theme' : undefined,
  };
}

function isTheme(text: string): boolean {
  try {
    const theme: unknown = JSON.parse(text);
    return (
      typeof theme === 'object' &&
      theme !== null &&
      !Array.isArray(theme) &&
      Object.values(theme).every((value) => typeof value === 'string')
    );
  } catch {
    return false;
  }
}

function reservedUsername(): ObjectRule {
  return {
    rule: 'reserved',
    level: 'error',
    about: `A username must not be ${RESERVED_USERNAMES.join(', ')}.`,
    broken: ({username}) => (RESERVED_USERNAMES.some((name) => name === username) ? 'username' : undefined),
  };
}

interface HasMembers {
  members?: string[];
  participants?: {username: string}[];
  channel_members?: string[];
  favorited_by?: string[];
  flagged_by?: string[];
}

function eachMemberOnce(
  field: 'members' | 'participants' | 'channel_members',
  namesIn: (object: HasMembers) => string[] | undefined,
): ObjectRule {
  return {
    rule: 'repeated-member',
    level: 'error',
    about:
      'Each member must be listed once, except in a list of the same member twice (a channel with oneself).',
    broken: (object) => {
      const names = namesIn(object as HasMembers);
      if (names === undefined || names.length <= 2) return undefined;
      return new Set(names.map((name) => name.toLowerCase())).size < names.length ? field : undefined;
    },
  };
}

function onlyMembers(
  field: 'favorited_by' | 'flagged_by',
  membersIn: (object: HasMembers) => string[] | undefined,
): ObjectRule {
  return {
    rule: 'not-a-member',
    level: 'error',
    about: `Everyone in ${field} must be a member of the channel.`,
    broken: (object) => {
      const names = (object as HasMembers)[field];
      if (names === undefined || names.length === 0) return undefined;
      const members = new Set(membersIn(object as HasMembers)?.map((name) => name.toLowerCase()));
      return names.every((name) => members.has(name.toLowerCase())) ? undefined : field;
    },
  };
}
