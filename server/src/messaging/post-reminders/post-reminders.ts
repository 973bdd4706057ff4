import {createPoller} from '../../platform/concurrency/poller.ts';
import type {Config} from '../../platform/config/config.ts';
import {siteUrl} from '../../platform/config/site-url.ts';
import type {Database} from '../../platform/database/database.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Channels} from '../channels/channels.ts';
import type {OnBehalf} from '../on-behalf/on-behalf.ts';
import type {Posts, WirePost} from '../posts/posts.ts';
import type {UserTexts} from '../texts/texts.ts';
import {type DueReminder, deleteReminder, lockDueReminder, selectReminders, upsertReminder} from './store.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** A user's reminders were set, removed or sent. */
    'post-reminders:changed': {userId: string};
  }
}

/** The maximum number of reminders of a user. They are sent one after the other. */
const MAX_REMINDERS = 1000;

/** Time between checks for due reminders, in milliseconds. */
const POLL_INTERVAL = 5000;

export type PostReminders = ReturnType<typeof createPostReminders>;

/** Reminds users of messages by posting in their direct channel with themselves. */
export function createPostReminders({
  database,
  config,
  events,
  log,
  channels,
  posts,
  onBehalf,
  userTexts,
}: {
  database: Database;
  config: Config;
  events: EventBus;
  log: Logger;
  channels: Channels;
  posts: Posts;
  onBehalf: OnBehalf;
  userTexts: UserTexts;
}) {
  const poller = createPoller({
    interval: POLL_INTERVAL,
    work: sendNextReminder,
    onError: (error) => log.warn({err: error}, 'could not send reminders; retrying'),
  });

  const linkTo = (postId: string) => new URL(`${siteUrl(config.get())}/_redirect/pl/${postId}`);

  async function remind({postid, userid, authorname, teamname}: DueReminder): Promise<void> {
    const {id: channelId} = await channels.directChannel(userid, userid, userid);
    const {reminders: texts} = await userTexts(userid);
    await posts.create({
      channelId,
      userId: userid,
      message: texts.due(linkTo(postid), `@${authorname}`),
      // Like a post of a webhook in the user's name, this must not mark the channel as read.
      isWebhook: true,
      props: {
        from_webhook: 'true',
        override_username: texts.sender,
        post_id: postid,
        username: authorname,
        team_name: teamname ?? '',
      },
    });
  }

  async function canRead({userid, channelid}: DueReminder): Promise<boolean> {
    return channelid !== null && !(await onBehalf.readDenial(userid, channelid));
  }

  /** Sends the earliest due reminder. Returns false if there is none. */
  async function sendNextReminder(): Promise<boolean> {
    const sent = await database.transaction(async (tx) => {
      const due = await lockDueReminder(tx, Math.floor(Date.now() / 1000));
      if (!due) return undefined;
      // Skips deleted posts and posts that the user can no longer read.
      if (due.authorname !== null && (await canRead(due))) await remind(due);
      await deleteReminder(tx, due.postid, due.userid);
      return due;
    });
    if (sent) announceChange(sent.userid);
    return sent !== undefined;
  }

  function announceChange(userId: string): void {
    events.publish('post-reminders:changed', {userId});
  }

  return {
    /**
     * Sets a reminder for a post at a time in seconds and confirms it to the user. Replaces an earlier reminder for the
     * same post.
     *
     * @throws AppError 400 if the user has too many reminders
     */
    async set(userId: string, post: WirePost, targetTime: number): Promise<void> {
      const reminder = {postId: post.id, userId, targetTime};
      if (!(await upsertReminder(database, reminder, MAX_REMINDERS))) throw tooMany();
      announceChange(userId);
      await posts.ephemeral(userId, {
        channelId: post.channel_id,
        authorId: userId,
        rootId: post.root_id || post.id,
        message: (await userTexts(userId)).reminders.set(linkTo(post.id)),
        props: {target_time: targetTime, post_id: post.id},
      });
    },

    /** The user's next reminders: the ids of posts, and the times in seconds. */
    list: (userId: string) => selectReminders(database, userId, MAX_REMINDERS),

    /** Removes the user's reminder for a post, if there is one. */
    async remove(userId: string, postId: string): Promise<void> {
      await deleteReminder(database, postId, userId);
      announceChange(userId);
    },

    /** Starts sending due reminders. Each is sent at least once. */
    start: poller.start,

    stop: poller.stop,
  };
}

function tooMany(): AppError {
  return new AppError({
    id: 'app.post_reminder.too_many.app_error',
    message: `You already have ${MAX_REMINDERS} reminders, which is the maximum. Remove some of them first.`,
    status: 400,
  });
}
