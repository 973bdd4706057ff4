import Type from 'typebox';
import {Id, jsonMap, longText, looseId, Millis, word} from '../../platform/http/wire.ts';

/** The maximum code points of a message (docs/specification.md#posts). */
export const MAX_MESSAGE_LENGTH = 16_383;
/** The maximum code points of the props of a post, as JSON (docs/specification.md#posts). */
export const MAX_PROPS_LENGTH = 800_000;

// Any key at all: the pattern of a Type.Record would leave out those with a line break.
const Props = Type.Unsafe<Record<string, unknown>>({type: 'object', additionalProperties: true});
const IdOrEmpty = Type.String({description: 'An id, or empty.'});

/** That somebody has acknowledged a post. */
export const PostAcknowledgement = Type.Object({post_id: Id, user_id: Id, acknowledged_at: Millis});

/** What clients need to show a post without asking again. */
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
      frame_count: Type.Integer({description: 'Of a GIF; 0 for all others.'}),
    }),
    {description: 'Sizes in pixels of the pictures of other sites, by their URLs, as far as they are known.'},
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

// A union would be tried out member by member for every post that is sent.
const Participants = Type.Unsafe<unknown[] | null>({type: 'array', items: {}, nullable: true});

/** A post on the wire. */
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
  original_id: IdOrEmpty,
  message: Type.String(),
  type: Type.String(),
  props: Props,
  hashtags: Type.String(),
  file_ids: Type.Optional(Type.Array(Type.String())),
  pending_post_id: Type.String(),
  has_reactions: Type.Optional(Type.Boolean()),
  remote_id: Type.Optional(Type.String()),
  reply_count: Type.Integer({description: 'Replies in the thread that the post belongs to.'}),
  last_reply_at: Millis,
  participants: Participants,
  is_following: Type.Optional(Type.Boolean()),
  metadata: PostMetadata,
});

/** Posts and their order; `posts` may hold more than `order` names, such as the first posts of threads. */
export const PostList = Type.Object({
  order: Type.Array(Type.String()),
  posts: Type.Record(Type.String(), Post),
  next_post_id: IdOrEmpty,
  prev_post_id: IdOrEmpty,
  has_next: Type.Optional(Type.Boolean()),
  first_inaccessible_post_time: Millis,
});

/** What integrations and clients keep with a post; attachments are part of it. */
const SentProps = jsonMap(100_000);

/** Body of `POST /posts`. */
export const NewPost = Type.Object({
  channel_id: Id,
  message: Type.Optional(longText('Markdown, at most 16,383 characters.')),
  root_id: Type.Optional(looseId('The post to reply to.')),
  file_ids: Type.Optional(Type.Array(looseId(), {maxItems: 100})),
  props: Type.Optional(SentProps),
  type: Type.Optional(word()),
  pending_post_id: Type.Optional(
    word("The client's own id: sent again within 30 seconds, the answer is the same post."),
  ),
  create_at: Type.Optional(
    Type.Integer({description: 'A time in the past; taken from system administrators and bots only.'}),
  ),
  is_pinned: Type.Optional(Type.Boolean()),
  metadata: Type.Optional(
    Type.Object({
      priority: Type.Optional(
        Type.Object({
          priority: Type.Optional(word()),
          requested_ack: Type.Optional(Type.Boolean()),
          persistent_notifications: Type.Optional(Type.Boolean()),
        }),
      ),
    }),
  ),
});

/** Body of `PUT /posts/{id}`, and, without the id, of `PUT /posts/{id}/patch`; what is absent stays as it is. */
export const PostPatch = Type.Object({
  message: Type.Optional(longText()),
  props: Type.Optional(SentProps),
  is_pinned: Type.Optional(Type.Boolean()),
  file_ids: Type.Optional(
    Type.Union([Type.Array(looseId(), {maxItems: 100}), Type.Null()], {
      description:
        'The files that it carries from now on: of its own, and others that its author has uploaded.',
    }),
  ),
});

/** Body of `POST /posts/ephemeral`. */
export const NewEphemeralPost = Type.Object({
  user_id: Id,
  post: Type.Object({
    channel_id: Id,
    message: Type.Optional(longText()),
    root_id: Type.Optional(looseId()),
    props: Type.Optional(SentProps),
  }),
});

/** Where a post is, for who has a link to it. */
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

/** What a member has read of a channel, after a post was marked as not read. */
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
