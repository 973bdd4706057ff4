import type {Table} from './rows.ts';

// The columns that an import writes; all others begin with what the database gives them.

const text = {type: 'text'};
const bigint = {type: 'bigint'};
const flag = {type: 'boolean', default: false};
/** A set of keys and values: new ones are added to it, and take the place of those of the same name. */
const merged = (column: string) => ({
  type: 'jsonb',
  default: '{}',
  set: `old.${column} || coalesce(new.${column}, '{}')`,
});

export const TEAMS: Table = {
  name: 'Teams',
  key: ['Id'],
  touched: 'UpdateAt',
  columns: {
    Id: text,
    CreateAt: bigint,
    UpdateAt: bigint,
    Name: text,
    DisplayName: text,
    Type: {type: 'team_type'},
    Description: {type: 'text', default: ''},
    AllowOpenInvite: flag,
    InviteId: text,
    SchemeId: {type: 'text', default: ''},
  },
};

export const CHANNELS: Table = {
  name: 'Channels',
  key: ['Id'],
  touched: 'UpdateAt',
  columns: {
    Id: text,
    CreateAt: bigint,
    UpdateAt: bigint,
    DeleteAt: {type: 'bigint', default: 0},
    TeamId: {type: 'text', default: ''},
    Type: {type: 'channel_type'},
    Name: text,
    DisplayName: {type: 'text', default: ''},
    Header: {type: 'text', default: ''},
    Purpose: {type: 'text', default: ''},
    SchemeId: {type: 'text', default: ''},
  },
};

export const USERS: Table = {
  name: 'Users',
  key: ['Id'],
  touched: 'UpdateAt',
  columns: {
    Id: text,
    CreateAt: bigint,
    UpdateAt: bigint,
    DeleteAt: {type: 'bigint', default: 0},
    Username: text,
    Email: text,
    EmailVerified: flag,
    AuthService: {type: 'text', default: ''},
    // Belongs to the service: a row that names none leaves it, and one that goes back to passwords takes it away.
    AuthData: {
      type: 'text',
      set: `case when new.AuthService is null then old.AuthData else new.AuthData end`,
    },
    // Who signs in at a service has no password here.
    Password: {type: 'text', default: '', set: `coalesce(new.Password, old.Password)`},
    Nickname: {type: 'text', default: ''},
    FirstName: {type: 'text', default: ''},
    LastName: {type: 'text', default: ''},
    Position: {type: 'text', default: ''},
    Roles: {type: 'text', default: ''},
    Locale: text,
    Props: merged('Props'),
    NotifyProps: merged('NotifyProps'),
    Timezone: {type: 'jsonb', default: '{}'},
    LastPasswordUpdate: {type: 'bigint', default: 0},
  },
};

export const BOTS: Table = {
  name: 'Bots',
  key: ['UserId'],
  touched: 'UpdateAt',
  columns: {
    UserId: text,
    CreateAt: bigint,
    UpdateAt: bigint,
    DeleteAt: {type: 'bigint', default: 0},
    OwnerId: text,
    Description: {type: 'text', default: ''},
  },
};

const memberRoles = {
  Roles: {type: 'text', default: ''},
  SchemeUser: flag,
  SchemeAdmin: flag,
  SchemeGuest: flag,
};

export const TEAM_MEMBERS: Table = {
  name: 'TeamMembers',
  key: ['TeamId', 'UserId'],
  columns: {
    TeamId: text,
    UserId: text,
    CreateAt: {type: 'bigint', default: 0},
    DeleteAt: {type: 'bigint', default: 0},
    ...memberRoles,
  },
};

// Counters come from a server that has seen the member at LastViewedAt; what was seen here since is newer.
const counter = (column: string) => ({
  type: 'bigint',
  default: 0,
  set: `case when new.LastViewedAt >= old.LastViewedAt then coalesce(new.${column}, old.${column}) else old.${column} end`,
});

export const CHANNEL_MEMBERS: Table = {
  name: 'ChannelMembers',
  key: ['ChannelId', 'UserId'],
  touched: 'LastUpdateAt',
  columns: {
    ChannelId: text,
    UserId: text,
    ...memberRoles,
    LastViewedAt: {
      type: 'bigint',
      default: 0,
      set: 'greatest(old.LastViewedAt, new.LastViewedAt)',
    },
    MsgCount: counter('MsgCount'),
    MsgCountRoot: counter('MsgCountRoot'),
    MentionCount: counter('MentionCount'),
    MentionCountRoot: counter('MentionCountRoot'),
    UrgentMentionCount: counter('UrgentMentionCount'),
    NotifyProps: merged('NotifyProps'),
    LastUpdateAt: bigint,
  },
};

export const POSTS: Table = {
  name: 'Posts',
  key: ['Id'],
  touched: 'UpdateAt',
  columns: {
    Id: text,
    CreateAt: bigint,
    UpdateAt: bigint,
    EditAt: {type: 'bigint', default: 0},
    DeleteAt: {type: 'bigint', default: 0},
    IsPinned: flag,
    UserId: text,
    ChannelId: text,
    RootId: {type: 'text', default: ''},
    Message: {type: 'text', default: ''},
    Type: {type: 'text', default: ''},
    Props: {type: 'jsonb', default: '{}'},
    Hashtags: {type: 'text', default: ''},
    HasReactions: flag,
  },
};

export const REACTIONS: Table = {
  name: 'Reactions',
  key: ['PostId', 'UserId', 'EmojiName'],
  columns: {
    UserId: text,
    PostId: text,
    EmojiName: text,
    CreateAt: bigint,
    UpdateAt: bigint,
    ChannelId: text,
  },
};

export const PREFERENCES: Table = {
  name: 'Preferences',
  key: ['UserId', 'Category', 'Name'],
  columns: {UserId: text, Category: text, Name: text, Value: {type: 'text', default: ''}},
};

export const THREADS: Table = {
  name: 'Threads',
  key: ['PostId'],
  columns: {
    PostId: text,
    ReplyCount: bigint,
    LastReplyAt: bigint,
    Participants: {type: 'jsonb'},
    ChannelId: text,
    ThreadTeamId: {type: 'text', default: ''},
  },
};

export const THREAD_MEMBERSHIPS: Table = {
  name: 'ThreadMemberships',
  key: ['PostId', 'UserId'],
  columns: {
    PostId: text,
    UserId: text,
    LastViewed: {type: 'bigint', default: 0},
    LastUpdated: bigint,
    UnreadMentions: {type: 'bigint', default: 0},
  },
};
