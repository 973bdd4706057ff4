import Type from 'typebox';
import {absentField, Id, jsonMap, longText, looseId, Millis, word} from '../../platform/http/wire.ts';

/** The maximum length of a message in code points (docs/specification.md#posts). */
export const MAX_MESSAGE_LENGTH = 16_383;
/** The maximum length of a post's props as JSON, in code points (docs/specification.md#posts). */
export const MAX_PROPS_LENGTH = 800_000;

// Allows any key. The pattern of a Type.Record would exclude keys with a line break.
const Props = Type.Unsafe<Record<string, unknown>>({type: 'object', additionalProperties: true});
const IdOrEmpty = Type.String({description: 'An id, or empty.'});

/** A user's acknowledgement of a post. */
export const PostAcknowledgement = Type.Object({post_id: Id, user_id: Id, acknowledged_at: Millis});

/** Data that clients need to show a post without further requests. */
export const PostMetadata = Type.Object({
  embeds: Type.Array(
    Type.Object({
      type: Type.String(),
      url: Type.Optional(Type.String()),
      data: Type.Optional(Type.Unknown()),
    }),
  ),
  emojis: Type.Array(Type.Unknown()),
  files: Type.Array(Type.Unknown()),
  images: Type.Record(
    Type.String(),
    Type.Object({
      width: Type.Integer(),
      height: Type.Integer(),
      format: Type.String(),
      frame_count: Type.Integer({description: 'The number of frames of a GIF; 0 for other formats.'}),
    }),
    {description: 'The dimensions of external images in pixels, by URL.'},
  ),
  reactions: Type.Optional(Type.Array(Type.Unknown())),
  priority: Type.Optional(
    Type.Object({
      priority: Type.String(),
      requested_ack: Type.Optional(Type.Boolean()),
      persistent_notifications: Type.Optional(Type.Boolean()),
    }),
  ),
  acknowledgements: Type.Optional(Type.Array(PostAcknowledgement)),
});

// Not a union, because serialization would be slow: it would try each alternative.
const Participants = Type.Unsafe<unknown[] | null>({type: 'array', items: {}, nullable: true});

export const Post = Type.Object({
  id: Type.String(),
  create_at: Millis,
  update_at: Millis,
  edit_at: Millis,
  delete_at: Millis,
  is_pinned: Type.Boolean(),
  user_id: Type.String(),
  channel_id: Type.String(),
  root_id: IdOrEmpty,
  parent_id: {...IdOrEmpty, description: 'The same as root_id, for clients of older API versions.'},
  original_id: IdOrEmpty,
  message: Type.String(),
  type: Type.String(),
  props: Props,
  hashtags: Type.String(),
  file_ids: Type.Optional(Type.Array(Type.String())),
  pending_post_id: Type.String(),
  has_reactions: Type.Optional(Type.Boolean()),
  remote_id: Type.Optional(Type.String()),
  reply_count: Type.Integer({description: "The number of replies in the post's thread."}),
  last_reply_at: Millis,
  participants: Participants,
  is_following: Type.Optional(Type.Boolean()),
  metadata: PostMetadata,
});

/** Posts and their order; `posts` can contain more posts than `order`, such as the root posts of threads. */
export const PostList = Type.Object({
  order: Type.Array(Type.String()),
  posts: Type.Record(Type.String(), Post),
  next_post_id: IdOrEmpty,
  prev_post_id: IdOrEmpty,
  has_next: Type.Optional(Type.Boolean()),
  first_inaccessible_post_time: Millis,
});

/** Data that integrations and clients store with a post, including attachments. */
const SentProps = jsonMap(100_000);

export const NewPost = Type.Object({
  channel_id: Id,
  message: Type.Optional(longText('Markdown, at most 16,383 characters.')),
  root_id: Type.Optional(looseId('The post to reply to.')),
  reply_broadcast: Type.Optional(
    Type.Boolean({description: 'For a reply: also show it in the channel, as a post with a link to it.'}),
  ),
  file_ids: Type.Optional(Type.Array(looseId(), {maxItems: 100})),
  props: Type.Optional(SentProps),
  type: Type.Optional(word()),
  pending_post_id: Type.Optional(
    word("The client's own id. A request repeated within 30 seconds returns the same post."),
  ),
  create_at: Type.Optional(
    Type.Integer({description: 'A time in the past; only accepted from system administrators and bots.'}),
  ),
  is_pinned: Type.Optional(Type.Boolean()),
  metadata: Type.Optional(
    Type.Object({
      priority: Type.Optional(
        Type.Object({
          priority: Type.Optional(word()),
          requested_ack: Type.Optional(Type.Boolean()),
          persistent_notifications: absentField('persistent notifications'),
        }),
      ),
    }),
  ),
});

/** Body of `PUT /posts/{id}` and, without the id, of `PUT /posts/{id}/patch`. Missing fields don't change. */
export const PostPatch = Type.Object({
  message: Type.Optional(longText()),
  props: Type.Optional(SentProps),
  is_pinned: Type.Optional(Type.Boolean()),
  file_ids: Type.Optional(
    Type.Union([Type.Array(looseId(), {maxItems: 100}), Type.Null()], {
      description: 'The new list of files: existing ones, and others uploaded by the author.',
    }),
  ),
});

export const NewEphemeralPost = Type.Object({
  user_id: Id,
  post: Type.Object({
    channel_id: Id,
    message: Type.Optional(longText()),
    root_id: Type.Optional(looseId()),
    props: Type.Optional(SentProps),
  }),
});

/** The location of a post, for users who have a link to it. */
export const PostInfo = Type.Object({
  channel_id: Id,
  channel_type: Type.String(),
  channel_display_name: Type.String(),
  has_joined_channel: Type.Boolean(),
  team_id: IdOrEmpty,
  team_type: Type.String(),
  team_display_name: Type.String(),
  has_joined_team: Type.Boolean(),
});

/** A member's unread counts in a channel after a post was marked as unread. */
export const ChannelUnreadAt = Type.Object({
  team_id: IdOrEmpty,
  user_id: Id,
  channel_id: Id,
  msg_count: Type.Integer(),
  msg_count_root: Type.Integer(),
  mention_count: Type.Integer(),
  mention_count_root: Type.Integer(),
  urgent_mention_count: Type.Integer(),
  last_viewed_at: Millis,
});
