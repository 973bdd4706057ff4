import Type, {type Static} from 'typebox';
import {Post} from '../../messaging/posts/schema.ts';
import {User} from '../../messaging/users/schema.ts';
import {QueryFlag} from '../../platform/http/query.ts';
import {Id, line, looseId, Millis, SearchTerm, word} from '../../platform/http/wire.ts';

const TEXT_COLUMNS = ['Username', 'FirstName', 'LastName', 'Nickname', 'Email'] as const;
/** Times in milliseconds, and counts. */
export const NUMBER_COLUMNS = [
  'CreateAt',
  'LastLogin',
  'LastStatusAt',
  'LastPostDate',
  'DaysActive',
  'TotalPosts',
] as const;

/** The columns by which a report of users can be sorted. */
export const SORT_COLUMNS = [...TEXT_COLUMNS, ...NUMBER_COLUMNS] as const;

/** The largest page of a report of users, and of posts. */
export const MAX_USERS = 100;
export const MAX_POSTS = 1000;

const filter = {
  role_filter: Type.Optional(word('Only users with this system role.')),
  team_filter: Type.Optional(looseId('Only members of this team.')),
  has_no_team: QueryFlag,
  hide_active: QueryFlag,
  hide_inactive: QueryFlag,
  guest_filter: Type.Optional(word('Only guests: all, single_channel or multi_channel.')),
  search_term: Type.Optional(SearchTerm),
  last_active: Type.Optional(
    word('Only users who were active in this period: last_24_hours or last_31_days, like the analytics.'),
  ),
  bots: Type.Optional(word('`include` also lists bots, `only` lists nothing else.')),
};

/** The filters of a report of users. */
export const UserFilterQuery = Type.Object(filter);

const dateRange = Type.Optional(
  word('The period of the statistics: last_30_days, previous_month, last_6_months or all_time.'),
);

export const UserExportQuery = Type.Object({...filter, date_range: dateRange});

export const UserReportQuery = Type.Object({
  ...filter,
  date_range: dateRange,
  sort_column: Type.Optional(word(`One of ${SORT_COLUMNS.join(', ')}.`)),
  sort_direction: Type.Optional(word('asc or desc.')),
  direction: Type.Optional(word('`next` returns users after the cursor, `prev` those before it.')),
  page_size: Type.Optional(Type.Integer({description: `Users per page, from 1 to ${MAX_USERS}.`})),
  from_column_value: Type.Optional(line('The value of the sort column at the cursor.')),
  from_id: Type.Optional(looseId('The id of the user at the cursor.')),
  page: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description: 'The number of the page, from 0, instead of a cursor.',
    }),
  ),
});

/** A user in a report. */
export const UserReport = Type.Intersect([
  User,
  Type.Object({
    display_name: Type.String(),
    last_login: Millis,
    last_status_at: Type.Optional(Millis),
    last_post_date: Type.Optional(Millis),
    days_active: Type.Optional(Type.Integer({description: 'Days with posts in the period.'})),
    total_posts: Type.Optional(Type.Integer({description: 'Posts in the period.'})),
  }),
]);
export type UserReport = Static<typeof UserReport>;

export const PostReportRequest = Type.Object({
  channel_id: looseId(),
  cursor: Type.Optional(line('From the previous response. It takes precedence over all other fields.')),
  start_time: Type.Optional(Type.Integer({description: 'Milliseconds.'})),
  time_field: Type.Optional(word('create_at or update_at.')),
  sort_direction: Type.Optional(word('asc or desc.')),
  per_page: Type.Optional(Type.Integer({description: `Posts per page, from 1 to ${MAX_POSTS}.`})),
  include_deleted: Type.Optional(Type.Boolean()),
  exclude_system_posts: Type.Optional(Type.Boolean()),
  include_metadata: Type.Optional(Type.Boolean({description: 'Has no effect: posts always have it.'})),
});

export const PostReport = Type.Object({
  posts: Type.Record(Id, Post),
  next_cursor: Type.Union([Type.Object({cursor: Type.String()}), Type.Null()]),
});
