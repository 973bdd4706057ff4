import type {CHANNEL_MEMBERS, USERS} from '../../../messaging/tables/tables.ts';
import type {MergeOptions} from '../../../platform/database/table.ts';

/** A set of keys and values: new ones are added to it, and take the place of those of the same name. */
const added = (column: string) => `old.${column} || coalesce(new.${column}, '{}')`;

// Counters come from a server that has seen the member at LastViewedAt; what was seen here since is newer.
const counter = (column: string) =>
  `case when new.LastViewedAt >= old.LastViewedAt then coalesce(new.${column}, old.${column}) else old.${column} end`;

/** Most tables: a column that a file says nothing of stays, and a change is noted. */
export const NOTED = {touched: 'updateat'} as const;

export const MERGED_USERS: MergeOptions<typeof USERS> = {
  touched: 'updateat',
  set: {
    // Belongs to the service: a row that names none leaves it, and one that goes back to passwords takes it away.
    authdata: 'case when new.AuthService is null then old.AuthData else new.AuthData end',
    props: added('Props'),
    notifyprops: added('NotifyProps'),
  },
};

export const MERGED_CHANNEL_MEMBERS: MergeOptions<typeof CHANNEL_MEMBERS> = {
  touched: 'lastupdateat',
  set: {
    lastviewedat: 'greatest(old.LastViewedAt, new.LastViewedAt)',
    msgcount: counter('MsgCount'),
    msgcountroot: counter('MsgCountRoot'),
    mentioncount: counter('MentionCount'),
    mentioncountroot: counter('MentionCountRoot'),
    urgentmentioncount: counter('UrgentMentionCount'),
    notifyprops: added('NotifyProps'),
  },
};
