import Type from 'typebox';
import {Id, looseId, Millis} from '../../platform/http/wire.ts';

const duration = Type.Union([Type.Literal(-1), Type.Integer({minimum: 1, maximum: 36_500}), Type.Null()], {
  description: 'Days until messages are deleted. null or -1: never.',
});
const ids = (what: string) => Type.Array(looseId(), {maxItems: 1000, description: `Ids of ${what}.`});

export const GlobalPolicy = Type.Object({
  message_deletion_enabled: Type.Boolean(),
  file_deletion_enabled: Type.Boolean(),
  boards_deletion_enabled: Type.Boolean(),
  message_retention_cutoff: Millis,
  file_retention_cutoff: Millis,
  boards_retention_cutoff: Millis,
});

/** A policy of teams and channels, with their numbers. */
export const Policy = Type.Object({
  id: Id,
  display_name: Type.String(),
  post_duration: Type.Union([Type.Integer(), Type.Null()]),
  team_count: Type.Integer(),
  channel_count: Type.Integer(),
});

export const NewPolicy = Type.Object({
  display_name: Type.String({minLength: 1, maxLength: 64, pattern: '\\S'}),
  post_duration: Type.Optional(duration),
  team_ids: Type.Optional(ids('teams')),
  channel_ids: Type.Optional(ids('channels')),
});

export const PolicyPatch = Type.Partial(NewPolicy);

export const TeamIds = ids('teams');
export const ChannelIds = ids('channels');

export const TeamPolicies = Type.Object({
  policies: Type.Array(Type.Object({team_id: Id, post_duration: Type.Integer()})),
  total_count: Type.Integer(),
});
export const ChannelPolicies = Type.Object({
  policies: Type.Array(Type.Object({channel_id: Id, post_duration: Type.Integer()})),
  total_count: Type.Integer(),
});

/** The record of what a job has deleted. */
export const DeletionRecord = Type.Object({
  job_id: Id,
  create_at: Millis,
  posts: Type.Integer(),
  files: Type.Integer(),
});

export const WaitingFor = Type.Object({
  for_exports: Type.Boolean({description: 'Whether scheduled compliance exports are on.'}),
  exported_until: Type.Integer({
    description:
      'Messages that changed later are not exported yet, in milliseconds. 0 before the first export, and while exports are off.',
  }),
  backdated_channels: Type.Integer({
    description:
      'Channels with messages that may be in no export, because they were created with a time in the past.',
  }),
  backdated_from: Millis,
  backdated_to: Millis,
});
