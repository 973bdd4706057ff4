import type {Emoji} from '../../messaging/emoji/emoji.ts';
import {
  type MessageAttachment,
  normalizeAttachments,
} from '../../messaging/message-attachments/message-attachments.ts';
import {actorFor} from '../../messaging/on-behalf/on-behalf.ts';
import type {PostAuthor, PostInput, Posts, WirePost} from '../../messaging/posts/posts.ts';
import type {Users} from '../../messaging/users/users.ts';
import type {Visibility} from '../../messaging/visibility/visibility.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import {distributeAttachments, jsonRunes, PROPS_BUDGET_RUNES} from './distribute-attachments.ts';
import {fromSlackText, mentionedIds, type SlackTextPlace} from './slack-text.ts';
import {splitMessage} from './split-message.ts';
import {selectUsernames} from './store.ts';

export {blocksToText} from './block-kit.ts';

/** A message from an integration: from a webhook, or in response to a command or outgoing webhook. */
export interface IntegrationMessage {
  /** In Slack's format or Markdown. */
  text: string;
  /** As sent; normalized here. */
  attachments: readonly unknown[];
  props: Record<string, unknown>;
  type?: string;
  rootId?: string;
  /** Applies to the first post if the message is split. */
  priority?: PostInput['priority'];
  /** In order of preference. Empty values count as absent. */
  usernames: readonly (string | undefined)[];
  iconUrls: readonly (string | undefined)[];
  iconEmoji?: string;
  /** The name of the webhook, stored as `webhook_display_name`; absent for the response to a command. */
  webhookDisplayName?: string;
  /** The name of the command, stored in the same prop: it is shown if the response has no username. */
  commandName?: string;
  /** Whether the text is Markdown and doesn't need to be converted. */
  skipSlackParsing?: boolean;
}

// Props that define who appears as the author. Only the rules below set them.
const RESERVED_PROPS = [
  'from_webhook',
  'override_username',
  'override_icon_url',
  'override_icon_emoji',
  'attachments',
];

export type IntegrationPosts = ReturnType<typeof createIntegrationPosts>;

/**
 * Creates the posts of integrations: converts Slack's format, splits long texts, distributes attachments, and applies
 * the settings for names and pictures (docs/specification.md#posts-by-integrations).
 */
export function createIntegrationPosts({
  database,
  config,
  emoji,
  posts,
  users,
  visibility,
}: {
  database: Database;
  config: Config;
  emoji: Emoji;
  posts: Posts;
  users: Users;
  visibility: Visibility;
}) {
  /** The props that define who appears as the author. */
  async function identityProps(message: IntegrationMessage): Promise<Record<string, unknown>> {
    const {EnablePostUsernameOverride, EnablePostIconOverride} = config.get().ServiceSettings;
    const username = EnablePostUsernameOverride ? message.usernames.find(Boolean) : undefined;
    const iconEmoji = EnablePostIconOverride ? message.iconEmoji : undefined;
    // An emoji takes precedence over a URL (docs/specification.md#name-and-picture).
    const emojiPath = iconEmoji ? await emoji.imagePath(iconEmoji.replaceAll(':', '')) : undefined;
    const iconUrl = EnablePostIconOverride ? (emojiPath ?? message.iconUrls.find(Boolean)) : undefined;
    const displayName = message.webhookDisplayName ?? message.commandName;
    return {
      from_webhook: 'true',
      ...(displayName === undefined ? {} : {webhook_display_name: displayName}),
      // A webhook never posts under its owner's name (docs/specification.md#name-and-picture).
      ...(username || message.webhookDisplayName !== undefined
        ? {override_username: username ?? 'webhook'}
        : {}),
      ...(iconUrl ? {override_icon_url: iconUrl} : {}),
      ...(iconEmoji ? {override_icon_emoji: iconEmoji} : {}),
    };
  }

  /** Usernames by id, only for users whom the given user may see. */
  async function usernamesFor(userId: string, ids: readonly string[]): Promise<Map<string, string>> {
    const user = ids.length === 0 ? undefined : await users.byIdCached(userId);
    if (!user) return new Map();
    const seen = await visibility.only(actorFor(user), await selectUsernames(database, ids));
    return new Map(seen.map(({id, username}) => [id, username]));
  }

  async function convert(
    message: IntegrationMessage,
    userId: string,
  ): Promise<{text: string; attachments: MessageAttachment[]}> {
    const attachments = normalizeAttachments(message.attachments);
    if (message.skipSlackParsing) return {text: message.text, attachments};
    const ids = new Set<string>();
    mapTexts(message.text, attachments, (text) => {
      for (const id of mentionedIds(text)) ids.add(id);
      return text;
    });
    const usernames = await usernamesFor(userId, [...ids]);
    return mapTexts(message.text, attachments, (text, place) => fromSlackText(text, usernames, place));
  }

  /**
   * The posts of a message: at least one, each within the limits. Only users whom the author may see are mentioned by
   * name.
   */
  async function splitIntoPosts(
    message: IntegrationMessage,
    userId: string,
    origin?: Record<string, unknown>,
  ) {
    const {text, attachments} = await convert(message, userId);
    const props = {...withoutReserved(message.props), ...(origin ?? (await identityProps(message)))};
    const reserved = jsonRunes(props);
    const parts =
      reserved > PROPS_BUDGET_RUNES
        ? undefined
        : distributeAttachments(splitMessage(text), attachments, reserved);
    if (!parts) throw unsplittableProps();
    const type = attachments.length > 0 ? 'slack_attachment' : message.type;
    return parts.map((part) => ({
      message: part.message,
      type,
      props: part.attachments.length > 0 ? {...props, attachments: part.attachments} : props,
    }));
  }

  return {
    /**
     * Posts to a channel as the user: all posts or none, in order. Does not check permissions.
     *
     * @throws AppError 400 if the props are too large; errors of posting
     */
    async post(
      {channelId, userId}: {channelId: string; userId: string},
      message: IntegrationMessage,
    ): Promise<WirePost[]> {
      const isWebhook = message.webhookDisplayName !== undefined;
      const parts = await splitIntoPosts(message, userId);
      return posts.createMany(
        parts.map((part, index) => ({
          channelId,
          userId,
          rootId: message.rootId,
          priority: index === 0 ? message.priority : undefined,
          ...part,
          setOnline: false,
          isWebhook,
        })),
      );
    },

    /**
     * Shows a message in a channel to one user only. The author is the user, under the name of the integration, or the
     * author of an earlier post of the same integration.
     *
     * @throws AppError 400 as in `post`
     */
    async show(
      {channelId, userId, author}: {channelId: string; userId: string; author?: PostAuthor},
      message: IntegrationMessage,
    ): Promise<void> {
      for (const part of await splitIntoPosts(message, userId, author?.origin)) {
        await posts.ephemeral(userId, {
          channelId,
          authorId: author?.userId ?? userId,
          message: part.message,
          rootId: message.rootId,
          props: part.props,
        });
      }
    },
  };
}

/** Applies `map` to every text in Slack's format (docs/specification.md#slacks-format). */
function mapTexts(
  text: string,
  attachments: readonly MessageAttachment[],
  map: (text: string, place: SlackTextPlace) => string,
): {text: string; attachments: MessageAttachment[]} {
  const mapped = (value: string | undefined, place: SlackTextPlace) =>
    value === undefined ? undefined : map(value, place);
  return {
    text: map(text, 'message'),
    attachments: attachments.map((attachment) => ({
      ...attachment,
      ...present('pretext', mapped(attachment.pretext, 'attachment')),
      ...present('text', mapped(attachment.text, 'attachment')),
      ...present('title', mapped(attachment.title, 'title')),
      ...present(
        'fields',
        attachment.fields?.map((field) => ({...field, value: map(field.value, 'attachment')})),
      ),
    })),
  };
}

function present<Name extends string, Value>(name: Name, value: Value | undefined) {
  return value === undefined ? {} : ({[name]: value} as Record<Name, Value>);
}

function withoutReserved(props: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(props).filter(([name]) => !RESERVED_PROPS.includes(name)));
}

function unsplittableProps(): AppError {
  return new AppError({
    id: 'web.incoming_webhook.split_props_length.app_error',
    message: `Unable to split webhook props into ${PROPS_BUDGET_RUNES} character parts.`,
    status: 400,
    path: 'props',
  });
}
