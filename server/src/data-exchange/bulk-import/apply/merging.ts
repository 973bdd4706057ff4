import type {CHANNEL_MEMBERS, USERS} from '../../../messaging/tables/tables.ts';
import type {MergeOptions} from '../../../platform/database/table.ts';

/** Merges a JSON column: new keys are added, and existing ones are replaced. */
const merged = (column: string) => `old.${column} || coalesce(new.${column}, '{}')`;

// The file's counters are as of its LastViewedAt. If the member viewed the channel here since then, the stored ones are
// newer.
const counter = (column: string) =>
  `case when new.LastViewedAt >= old.LastViewedAt then coalesce(new.${column}, old.${column}) else old.${column} end`;

/** The default: keep columns that the file does not set, and update the time of the last change. */
export const SET_UPDATE_AT = {touched: 'updateat'} as const;

export const MERGED_USERS: MergeOptions<typeof USERS> = {
  touched: 'updateat',
  set: {
    // Belongs to the service: it stays if the file names no service, and is cleared if the account returns to
    // passwords.
    authdata: 'case when new.AuthService is null then old.AuthData else new.AuthData end',
    props: merged('Props'),
    notifyprops: merged('NotifyProps'),
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
    notifyprops: merged('NotifyProps'),
  },
};
