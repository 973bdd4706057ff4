import Type from 'typebox';
import {PagingQuery} from '../../platform/http/paging.ts';
import {QueryFlag} from '../../platform/http/query.ts';
import {Id, line, looseId, Millis, SearchTerm, word} from '../../platform/http/wire.ts';
import {User} from '../users/schema.ts';
import {MAX_GROUP_MEMBERS} from './group-rules.ts';

export const Group = Type.Object({
  id: Id,
  name: Type.String({description: 'The name after the @ of a mention.'}),
  display_name: Type.String(),
  description: Type.String(),
  source: Type.String({description: 'Always custom.'}),
  remote_id: Type.Union([Type.String(), Type.Null()]),
  create_at: Millis,
  update_at: Millis,
  delete_at: {...Millis, description: 'When the group was archived, in milliseconds; 0 if it is active.'},
  has_syncables: Type.Boolean({
    description: 'Always false. Group-synced teams and channels are not supported.',
  }),
  allow_reference: Type.Boolean({description: 'Whether the group can be mentioned.'}),
  member_count: Type.Optional(Type.Integer()),
  member_ids: Type.Optional(Type.Array(Id)),
  channel_member_count: Type.Optional(Type.Integer()),
  channel_member_timezones_count: Type.Optional(Type.Integer()),
});

export const GroupMember = Type.Object({
  group_id: Id,
  user_id: Id,
  create_at: Millis,
  delete_at: Millis,
});

export const GroupMemberPage = Type.Object({
  members: Type.Array(User),
  total_member_count: Type.Integer(),
});

export const GroupStats = Type.Object({group_id: Id, total_member_count: Type.Integer()});

const UserIds = Type.Array(Id, {maxItems: MAX_GROUP_MEMBERS});

export const NewGroup = Type.Object({
  name: line('The name for mentions: lower-case letters, digits, ".", "-" and "_".'),
  display_name: line(),
  description: Type.Optional(Type.String({maxLength: 4096})),
  source: word('Must be custom.'),
  allow_reference: Type.Boolean({description: 'Must be true.'}),
  remote_id: Type.Optional(Type.Union([looseId(), Type.Null()])),
  user_ids: Type.Optional(UserIds),
});

export const GroupPatch = Type.Object({
  name: Type.Optional(line()),
  display_name: Type.Optional(line()),
  description: Type.Optional(Type.String({maxLength: 4096})),
  allow_reference: Type.Optional(Type.Boolean()),
});

export const GroupMemberIds = Type.Object({user_ids: UserIds});

export const GroupQuery = Type.Object({
  ...PagingQuery.properties,
  q: Type.Optional(SearchTerm),
  include_total_count: QueryFlag,
  include_member_count: QueryFlag,
  include_member_ids: QueryFlag,
  include_archived: QueryFlag,
  filter_archived: QueryFlag,
  filter_allow_reference: QueryFlag,
  filter_has_member: Type.Optional(Id),
  group_source: Type.Optional(word('Groups of another source than custom do not exist.')),
  since: Type.Optional(Type.Integer({minimum: 0, description: 'Only groups changed after this time.'})),
  include_channel_member_count: Type.Optional(Id),
  include_timezones: QueryFlag,
  not_associated_to_team: Type.Optional({...Id, description: 'No group is associated with a team.'}),
  not_associated_to_channel: Type.Optional({...Id, description: 'No group is associated with a channel.'}),
  filter_parent_team_permitted: QueryFlag,
});
