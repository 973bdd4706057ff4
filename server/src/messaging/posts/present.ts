import type {Static} from 'typebox';
import {isJsonObject} from '../../platform/formats/json.ts';
import {completeAttachment} from '../message-attachments/message-attachments.ts';
import type {PostPictures} from './pictures.ts';
import type {Post, PostMetadata} from './schema.ts';
import type {PostRow} from './store.ts';

export type WirePost = Static<typeof Post>;

/** Data of a post from other tables. */
export interface PostExtras
  extends Partial<
    Pick<Static<typeof PostMetadata>, 'embeds' | 'emojis' | 'files' | 'reactions' | 'acknowledgements'>
  > {
  /** The participants of the thread, for viewers with collapsed threads. */
  participants?: unknown[];
  /** The stored dimensions of external images. */
  pictures?: PostPictures;
  /** Whether the viewer follows the thread. */
  isFollowing?: boolean;
}

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
    parent_id: row.rootid,
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
      embeds: row.props.attachments === undefined ? (extras.embeds ?? []) : [{type: 'message_attachment'}],
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
 * Removes the integration URLs of actions, because they can contain secrets
 * (docs/specification.md#interactive-messages).
 */
function presentProps(props: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(props.attachments)) return props;
  return {...props, attachments: props.attachments.map(presentAttachment)};
}

function presentAttachment(attachment: unknown): unknown {
  if (!isJsonObject(attachment)) return attachment;
  const complete = completeAttachment(attachment);
  if (!Array.isArray(complete.actions)) return complete;
  const actions = complete.actions.filter(isJsonObject);
  return {...complete, actions: actions.map(({integration: _onServer, ...action}) => action)};
}
