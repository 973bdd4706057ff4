import {newId} from '../../platform/database/ids.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {MessageAttachment} from '../message-attachments/message-attachments.ts';
import {requireMessageFits, requirePropsFit} from './creation/rules.ts';
import type {PostPictureFinder} from './pictures.ts';
import {presentPost, type WirePost} from './present.ts';
import {pickOrigin, withNormalizedAttachments, withoutComputed} from './props.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** A post that only one user sees, until the page is reloaded. */
    'post:ephemeral': {userId: string; post: WirePost};
  }
}

/** A post to show to one user in a channel. */
export interface EphemeralInput {
  /** The id of the post, if the sender chose one. */
  id?: string;
  channelId: string;
  /** The displayed author. */
  authorId: string;
  message: string;
  rootId?: string;
  props?: Record<string, unknown>;
  /** Props that integrations can't set; see ./props.ts. */
  computedProps?: Record<string, unknown>;
}

/** The displayed author of a post: the account, and the props with the name and picture to show. */
export interface PostAuthor {
  userId: string;
  origin: Record<string, unknown>;
}

/** Encrypts the integration URLs of actions in a post that is not stored. */
export interface ActionSealer {
  sealAttachments(
    attachments: readonly MessageAttachment[],
    post: {id: string; channelId: string; rootId: string; author: PostAuthor},
  ): Promise<MessageAttachment[]>;
}

/** Shows a post to one user without storing it. @throws AppError 400 for text or props that are too long. */
export function createEphemeralPosts({
  events,
  actionCookies,
  pictures,
}: {
  events: EventBus;
  actionCookies: ActionSealer;
  pictures: PostPictureFinder;
}) {
  return async function ephemeral(userId: string, input: EphemeralInput): Promise<WirePost> {
    requireMessageFits(input.message);
    const props: Record<string, unknown> = {
      ...withNormalizedAttachments(withoutComputed(input.props ?? {})),
      ...input.computedProps,
    };
    requirePropsFit(props);
    const now = Date.now();
    const id = input.id ?? newId();
    if (Array.isArray(props.attachments)) {
      const author = {userId: input.authorId, origin: pickOrigin(props)};
      const target = {id, channelId: input.channelId, rootId: input.rootId ?? '', author};
      props.attachments = await actionCookies.sealAttachments(props.attachments, target);
    }
    const row = {
      id,
      createat: now,
      updateat: now,
      editat: 0,
      deleteat: 0,
      ispinned: false,
      userid: input.authorId,
      channelid: input.channelId,
      rootid: input.rootId ?? '',
      originalid: '',
      message: input.message,
      type: 'system_ephemeral',
      props,
      hashtags: '',
      fileids: '[]',
      hasreactions: false,
      remoteid: '',
      replycount: null,
      lastreplyat: null,
      participants: null,
      priority: null,
      requestedack: null,
      persistentnotifications: null,
    };
    const post = presentPost(row, {pictures: await pictures.getForNewPost(row)});
    events.publish('post:ephemeral', {userId, post});
    return post;
  };
}
