import type {Static} from 'typebox';
import {isJsonObject} from '../../platform/formats/json.ts';
import type {PostPictures} from './pictures.ts';
import type {Post, PostMetadata} from './schema.ts';
import type {PostRow} from './store.ts';

export type WirePost = Static<typeof Post>;

/** What belongs to a post and is kept in other tables. */
export interface PostExtras
  extends Partial<Pick<Static<typeof PostMetadata>, 'emojis' | 'files' | 'reactions' | 'acknowledgements'>> {
  /** Who wrote in the thread, for viewers who see threads apart. */
  participants?: unknown[];
  /** How large the pictures of other sites in it are, as far as that is known. */
  pictures?: PostPictures;
  /** Whether the viewer follows the thread. */
  isFollowing?: boolean;
}

/** The one way from a row to a post on the wire. */
export function presentPost(row: PostRow, extras: PostExtras = {}): WirePost {
  return {
    id: row.id,
    create_at: row.createat,
    update_at: row.updateat,
    edit_at: row.editat,
    delete_at: row.deleteat,
    is_pinned: row.ispinned,
    user_id: row.userid,
    channel_id: row.channelid,
    root_id: row.rootid,
    original_id: row.originalid,
    message: row.message,
    type: row.type,
    props: presentProps(row.props),
    hashtags: row.hashtags,
    file_ids: row.fileids === '[]' ? undefined : JSON.parse(row.fileids),
    pending_post_id: '',
    has_reactions: row.hasreactions || undefined,
    remote_id: row.remoteid || undefined,
    reply_count: row.replycount ?? 0,
    last_reply_at: row.rootid === '' ? (row.lastreplyat ?? 0) : 0,
    participants: extras.participants ?? null,
    is_following: extras.isFollowing,
    metadata: {
      embeds: row.props.attachments === undefined ? [] : [{type: 'message_attachment'}],
      emojis: extras.emojis ?? [],
      files: extras.files ?? [],
      images: extras.pictures ?? {},
      reactions: extras.reactions,
      priority:
        row.priority === null
          ? undefined
          : {
              priority: row.priority,
              requested_ack: row.requestedack ?? false,
              persistent_notifications: row.persistentnotifications ?? false,
            },
      acknowledgements: extras.acknowledgements,
    },
  };
}

/**
 * What an action calls stays on the server, because it can contain secrets
 * (docs/specification.md#interactive-messages).
 */
function presentProps(props: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(props.attachments)) return props;
  return {...props, attachments: props.attachments.map(withoutIntegrations)};
}

function withoutIntegrations(attachment: unknown): unknown {
  if (!isJsonObject(attachment) || !Array.isArray(attachment.actions)) return attachment;
  const actions = attachment.actions.filter(isJsonObject);
  return {...attachment, actions: actions.map(({integration: _onServer, ...action}) => action)};
}
