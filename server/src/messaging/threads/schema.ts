import Type from 'typebox';
import {Id, Millis} from '../../platform/http/wire.ts';
import {Post} from '../posts/schema.ts';

/** A thread with a user's read state. */
export const UserThread = Type.Object({
  id: Id,
  reply_count: Type.Integer(),
  last_reply_at: Millis,
  last_reply_id: Type.String({description: 'Empty if there is no reply.'}),
  last_viewed_at: Millis,
  delete_at: Millis,
  participants: Type.Array(Type.Unknown({description: 'Users, or only their ids.'})),
  unread_replies: Type.Integer(),
  unread_mentions: Type.Integer(),
  is_following: Type.Boolean(),
  is_urgent: Type.Boolean(),
  post: Post,
});

/** A page of a user's followed threads, and their total number. */
export const UserThreadList = Type.Object({
  total: Type.Integer(),
  total_unread_threads: Type.Integer(),
  total_unread_mentions: Type.Integer(),
  total_unread_urgent_mentions: Type.Integer(),
  threads: Type.Array(UserThread),
});
