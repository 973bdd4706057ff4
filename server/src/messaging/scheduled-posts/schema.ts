import Type from 'typebox';
import {absentField, Id, longText, looseId, Millis} from '../../platform/http/wire.ts';
import {Draft, DraftPriority, SentProps} from '../drafts/schema.ts';

/** The latest time that a message can be scheduled for: the end of the year 9999. */
const LAST_MILLISECOND = 253_402_300_799_999;

/** Why a message wasn't sent on time. */
export const SCHEDULED_POST_ERRORS = [
  'channel_archived',
  'channel_not_found',
  'user_missing',
  'user_deleted',
  'no_channel_permission',
  'no_channel_member',
  'thread_deleted',
  'unable_to_send',
  'invalid_post',
] as const;

export const ScheduledPost = Type.Object({
  ...Draft.properties,
  id: Id,
  scheduled_at: Millis,
  processed_at: {...Millis, description: 'When sending the message failed; 0 if it is pending.'},
  error_code: Type.String({
    description: `Why the message wasn't sent; empty if it is pending: ${SCHEDULED_POST_ERRORS.join(', ')}.`,
  }),
});

const Content = {
  message: Type.Optional(longText('Markdown, at most 16,383 characters.')),
  scheduled_at: Type.Integer({
    minimum: 1,
    maximum: LAST_MILLISECOND,
    description: 'When to send the message, in milliseconds since the Unix epoch. Must be in the future.',
  }),
  props: Type.Optional(SentProps),
  file_ids: Type.Optional(Type.Array(Id, {maxItems: 100})),
  priority: Type.Optional(
    Type.Object({
      priority: DraftPriority.properties.priority,
      requested_ack: DraftPriority.properties.requested_ack,
      persistent_notifications: absentField('persistent notifications'),
    }),
  ),
};

export const NewScheduledPost = Type.Object({
  channel_id: Id,
  root_id: Type.Optional(looseId('The post that it replies to, or empty.')),
  ...Content,
});

/** Replaces the content and time. The channel and thread can't change. */
export const ChangedScheduledPost = Type.Object({id: Id, ...Content});

/** Scheduled messages by team id, and those for direct and group channels as `directChannels`. */
export const ScheduledPostsByTeam = Type.Record(Type.String(), Type.Array(ScheduledPost));
