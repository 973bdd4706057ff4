import {createCipheriv, createDecipheriv, randomBytes} from 'node:crypto';
import type {
  ActionIntegration,
  AttachmentAction,
  MessageAttachment,
} from '../../messaging/message-attachments/message-attachments.ts';
import type {PostAuthor} from '../../messaging/posts/posts.ts';
import {withoutCaller} from '../../platform/database/callers.ts';
import type {Database} from '../../platform/database/database.ts';
import {installationValue} from '../../platform/secrets/installation-values.ts';
import type {Sealing} from '../../platform/secrets/sealing.ts';

/** The data to perform an action of a post that is not stored. */
export interface SealedAction {
  postId: string;
  channelId: string;
  rootId: string;
  type: 'button' | 'select';
  dataSource: string;
  integration: ActionIntegration;
  /** The author of the post, and of the integration's response. Absent in cookies of older versions. */
  author?: PostAuthor;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

export type ActionCookies = ReturnType<typeof createActionCookies>;

/**
 * Cookies for the actions of ephemeral posts. These posts are not stored, so each action contains its own integration,
 * encrypted with AES-256-GCM and a key of the installation (docs/specification.md#interactive-messages).
 */
export function createActionCookies(platform: {database: Database; sealing: Sealing}) {
  let key: Promise<Buffer> | undefined;

  function cookieKey(): Promise<Buffer> {
    key ??= withoutCaller(() => installationValue(platform, 'ActionCookieKey', createKey)).then((text) =>
      Buffer.from(text, 'base64'),
    );
    key.catch(() => {
      key = undefined;
    });
    return key;
  }

  async function seal(sealed: SealedAction): Promise<string> {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', await cookieKey(), iv);
    const encrypted = Buffer.concat([cipher.update(JSON.stringify(sealed), 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64');
  }

  return {
    /** Adds a cookie to each action of an ephemeral post's attachments that calls an integration. */
    async sealAttachments(
      attachments: readonly MessageAttachment[],
      post: {id: string; channelId: string; rootId: string; author: PostAuthor},
    ): Promise<MessageAttachment[]> {
      const sealAction = async (action: AttachmentAction): Promise<AttachmentAction> => {
        if (!action.integration) return action;
        const cookie = await seal({
          postId: post.id,
          channelId: post.channelId,
          rootId: post.rootId,
          type: action.type,
          dataSource: action.data_source ?? '',
          integration: action.integration,
          author: post.author,
        });
        return {...action, cookie};
      };
      return Promise.all(
        attachments.map(async (attachment) =>
          attachment.actions
            ? {...attachment, actions: await Promise.all(attachment.actions.map(sealAction))}
            : attachment,
        ),
      );
    },

    /** Decrypts a cookie; undefined if this server did not create it. */
    async open(cookie: string): Promise<SealedAction | undefined> {
      const bytes = Buffer.from(cookie, 'base64');
      if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', await cookieKey(), bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
        return JSON.parse(text.toString('utf8')) as SealedAction;
      } catch {
        return undefined;
      }
    },
  };
}

function createKey(): string {
  return randomBytes(32).toString('base64');
}
