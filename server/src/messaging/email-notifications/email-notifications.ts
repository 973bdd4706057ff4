import {createPoller} from '../../platform/concurrency/poller.ts';
import type {Config} from '../../platform/config/config.ts';
import {siteUrl} from '../../platform/config/site-url.ts';
import type {Database} from '../../platform/database/database.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Sealing} from '../../platform/secrets/sealing.ts';
import type {ComposedMail, Mail} from '../mail/mail.ts';
import type {OnBehalf} from '../on-behalf/on-behalf.ts';
import {collapsedThreadsMode} from '../posts/posts.ts';
import {isNotificationSchedule, type Preferences} from '../preferences/preferences.ts';
import {type UserRow, type Users, userTimeZone} from '../users/users.ts';
import {conversationId, missedMessagesMail} from './content.ts';
import {areEmailNotificationsOn, wantsEmail} from './rules.ts';
import {
  type DueUser,
  dequeueEmailNotifications,
  type MissedPostRow,
  postponeEmailNotifications,
  requeueEmailNotifications,
  selectDueUsers,
  selectMissedPosts,
} from './store.ts';
import {createUnsubscribing} from './unsubscribing.ts';

export {createEmailNotificationOutbox} from './outbox.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How often to check for messages that are due. */
const POLL_INTERVAL = 5 * SECOND;
/** How long the user has to read a message before an email is sent, if they get one email per conversation. */
const DELAY = 30 * SECOND;
/** How long messages are collected for users who haven't chosen an interval. */
const DEFAULT_INTERVAL = 15 * MINUTE;
/** The maximum number of users per batch. */
const MAX_USERS = 100;
/** The maximum number of messages in an email about one conversation. */
const MAX_MESSAGES = 100;

/** A message that the user may need an email about. */
interface PendingMessage {
  postId: string;
  mentioned: boolean;
}

export type EmailNotifications = ReturnType<typeof createEmailNotifications>;

/**
 * Emails about mentions, direct messages and replies in followed threads that users missed while they were away or
 * offline (docs/email.md#missed-messages). The outbox records who may need one. After a delay, a user's messages are
 * combined into emails. Messages that the user has read, or can no longer read, are left out both then and when the
 * email is sent.
 */
export function createEmailNotifications({
  database,
  config,
  log,
  mail,
  users,
  onBehalf,
  preferences,
  events,
  sealing,
}: {
  database: Database;
  config: Config;
  log: Logger;
  mail: Mail;
  users: Users;
  onBehalf: OnBehalf;
  preferences: Preferences;
  events: EventBus;
  sealing: Sealing;
}) {
  const unsubscribing = createUnsubscribing({database, config, sealing, users});
  const poller = createPoller({
    interval: POLL_INTERVAL,
    work: collectDueMessages,
    onError: (error) => log.warn({err: error}, 'could not collect missed messages; retrying'),
  });

  // Messages are postponed again if the new schedule doesn't allow notifications now either.
  for (const event of ['preferences:changed', 'preferences:deleted'] as const) {
    events.onOrigin(event, async ({userId, preferences: changed}) => {
      if (changed.some(isNotificationSchedule)) await postponeEmailNotifications(database, userId, 0);
    });
  }

  const pausedUntil = ({id, timezone}: Pick<UserRow, 'id' | 'timezone'>) =>
    preferences.notificationsPausedUntil(id, userTimeZone(timezone));

  /** Returns whether there may be more to collect. */
  async function collectDueMessages(): Promise<boolean> {
    const {EnableEmailBatching, EmailBatchingInterval, EmailBatchingBufferSize} = config.get().EmailSettings;
    const due = await selectDueUsers(database, {
      now: Date.now(),
      delay: DELAY,
      batching: EnableEmailBatching,
      defaultInterval: DEFAULT_INTERVAL,
      minInterval: EmailBatchingInterval * SECOND,
      bufferSize: EmailBatchingBufferSize,
      limit: MAX_USERS,
    });
    let collected = false;
    for (const user of due) collected = (await collect(user)) || collected;
    return collected && due.length === MAX_USERS;
  }

  /** Combines the messages of a user into one email, or one per conversation. Returns false if none could be queued. */
  async function collect({userid: userId, batched}: DueUser): Promise<boolean> {
    const {EmailBatchingBufferSize} = config.get().EmailSettings;
    const account = await users.byIdCached(userId);
    const until = account ? await pausedUntil(account) : 0;
    if (until > 0) {
      await postponeEmailNotifications(database, userId, until);
      return false;
    }
    const announcements = await database.transaction(async (tx) => {
      const rows = await dequeueEmailNotifications(
        tx,
        userId,
        batched ? EmailBatchingBufferSize : MAX_MESSAGES,
      );
      const missed = await findMissed(
        userId,
        rows.map(({postid, mentioned}) => ({postId: postid, mentioned})),
      );
      const queued: (() => void)[] = [];
      for (const posts of batched ? [missed.posts] : groupByConversation(missed.posts)) {
        if (posts.length === 0) continue;
        const ids = new Set(posts.map(({id}) => id));
        const inEmail = rows.filter(({postid}) => ids.has(postid));
        const waiting = inEmail.map(({postid, mentioned}) => ({postId: postid, mentioned}));
        const announce = await mail.queue(tx, 'missed_messages', userId, {waiting});
        // The user has too many emails. These messages wait for the next one.
        if (announce) queued.push(announce);
        else await requeueEmailNotifications(tx, inEmail);
      }
      return queued;
    });
    for (const announce of announcements) announce();
    return announcements.length > 0;
  }

  /** The account, if it gets emails, and the messages among these that it hasn't read and can read now. */
  async function findMissed(
    userId: string,
    waiting: readonly PendingMessage[],
  ): Promise<{user?: UserRow; posts: MissedPostRow[]}> {
    const settings = config.get();
    const user = await users.byIdCached(userId);
    if (!areEmailNotificationsOn(settings) || !user || user.deleteat > 0 || user.isbot) return {posts: []};
    if (settings.EmailSettings.RequireEmailVerification && !user.emailverified) return {posts: []};
    const mentioned = new Map(waiting.map((one) => [one.postId, one.mentioned]));
    const found = await selectMissedPosts(database, userId, [...mentioned.keys()]);
    const unread = found.filter((post) => {
      const isMention = mentioned.get(post.id)!;
      const inThread = post.rootid !== '' && usesCollapsedThreads(post);
      if (!isMention && !(inThread && post.following)) return false;
      if ((inThread ? post.threadviewedat : post.channelviewedat) >= post.createat) return false;
      return wantsEmail({
        account: user.notifyprops,
        channel: post.channelnotifyprops,
        mentioned: isMention,
      });
    });
    const posts: MissedPostRow[] = [];
    for (const post of unread) {
      if (!(await onBehalf.readDenial(userId, post.channelid))) posts.push(post);
    }
    return {user, posts};
  }

  function usesCollapsedThreads({collapsedthreads}: MissedPostRow): boolean {
    const usual = collapsedThreadsMode(config.get());
    if (usual === 'never' || usual === 'always') return usual === 'always';
    return (collapsedthreads ?? usual) === 'on';
  }

  async function compose(
    userId: string,
    waiting: readonly PendingMessage[],
  ): Promise<ComposedMail | undefined> {
    const {user, posts} = await findMissed(userId, waiting);
    if (!user || posts.length === 0) return undefined;
    const until = await pausedUntil(user);
    if (until > 0) {
      // The mail server was unavailable until the end of the user's notification hours.
      const mentioned = new Map(waiting.map((one) => [one.postId, one.mentioned]));
      await requeueEmailNotifications(
        database,
        posts.map(({id, createat}) => ({
          userid: userId,
          postid: id,
          createat,
          mentioned: mentioned.get(id)!,
          notbefore: until,
        })),
      );
      return undefined;
    }
    const {page, oneClick} = await unsubscribing.urls(user);
    return {
      ...(await missedMessagesMail(user, posts, {settings: config.get(), unsubscribePage: page})),
      to: user.email,
      unsubscribeUrl: oneClick,
    };
  }

  mail.compose('missed_messages', ({recipient, data}) =>
    compose(recipient, data.waiting as PendingMessage[]),
  );

  return {
    unsubscribe: unsubscribing.unsubscribe,

    /** The page that asks whether to turn off email notifications. */
    unsubscribePage: (token: string) =>
      `${siteUrl(config.get())}/unsubscribe?token=${encodeURIComponent(token)}`,

    /** Starts checking for messages that are due. */
    start: poller.start,

    stop: poller.stop,
  };
}

function groupByConversation(posts: readonly MissedPostRow[]): MissedPostRow[][] {
  const groups = new Map<string, MissedPostRow[]>();
  for (const post of posts) {
    const key = conversationId(post);
    groups.set(key, [...(groups.get(key) ?? []), post]);
  }
  return [...groups.values()];
}
