import type {Database} from '../../../platform/database/database.ts';
import {AppError} from '../../../platform/errors/app-error.ts';
import type {EventBus} from '../../../platform/event-bus/event-bus.ts';
import type {Channels} from '../../channels/channels.ts';
import type {Files} from '../../files/files.ts';
import type {Reactions} from '../../reactions/reactions.ts';
import type {PostInput} from '../creation/creation.ts';
import {postNotFound} from '../post-errors.ts';
import type {WirePost} from '../present.ts';
import {type PostRow, selectPosts} from '../store.ts';
import {selectThread} from './store.ts';

declare module '../../../platform/event-bus/event-bus.ts' {
  interface RecordedEvents {
    /** A thread was moved to another channel, where its first message has the id `rootId`. */
    'thread:moved': {fromChannelId: string; toChannelId: string; rootId: string; actorId: string};
  }
}

/** The most messages that a thread may have to be moved. */
const MOST_POSTS = 100;

/**
 * Moves threads between channels. The caller checks permissions.
 *
 * A moved thread consists of new posts by the same authors, and the original ones are deleted. So an archive still
 * shows what was said in which channel, to whom.
 */
export function createThreadMoving({
  database,
  events,
  channels,
  files,
  reactions,
  create,
  patch,
  remove,
}: {
  database: Database;
  events: EventBus;
  channels: Channels;
  files: Files;
  reactions: Reactions;
  create: (input: PostInput) => Promise<WirePost>;
  patch: (id: string, patch: {isPinned: boolean}) => Promise<WirePost>;
  remove: (id: string, deletedBy: string) => Promise<void>;
}) {
  /** The messages of a thread, the first one first, without system messages. @throws AppError 404 if it is deleted. */
  async function messagesOf(rootId: string): Promise<PostRow[]> {
    const ids = await selectThread(database, rootId, MOST_POSTS + 1);
    const rows = new Map((await selectPosts(database, ids)).map((row) => [row.id, row]));
    const thread = ids.map((id) => rows.get(id)!);
    if (thread[0]?.id !== rootId) throw postNotFound(rootId);
    if (thread[0].type.startsWith('system_')) throw cannotMove('System messages cannot be moved.');
    if (thread.length > MOST_POSTS) {
      throw cannotMove(
        `The thread has more than ${MOST_POSTS} messages, which is the most that can be moved.`,
      );
    }
    return thread.filter(({type}) => !type.startsWith('system_'));
  }

  async function copy(row: PostRow, channelId: string, rootId: string | undefined): Promise<WirePost> {
    const userId = row.userid;
    const fileIds = await files.copyOfPost(row.id, JSON.parse(row.fileids), {channelId, userId});
    const made = await create({
      channelId,
      userId,
      rootId,
      fileIds,
      message: row.message,
      type: row.type,
      props: row.props,
      isWebhook: row.props.from_webhook === 'true',
      isMoved: true,
    });
    if (row.hasreactions) {
      for (const {user_id, emoji_name} of (await reactions.forPosts([row.id])).get(row.id) ?? []) {
        await reactions.add({userId: user_id, postId: made.id, emojiName: emoji_name}).catch(ignoreRefusal);
      }
    }
    if (row.ispinned) await patch(made.id, {isPinned: true});
    return made;
  }

  /** @throws AppError 400 unless threads of one channel can be moved to the other. */
  async function requirePath(fromChannelId: string, toChannelId: string): Promise<void> {
    const from = await channels.byId(fromChannelId);
    const to = await channels.byId(toChannelId);
    if (from.id === to.id) throw cannotMove('The thread is already in this channel.');
    if (from.type !== 'O') {
      // Private messages must not reach other people.
      throw cannotMove('Only threads of public channels can be moved.');
    }
    if (from.deleteat > 0) {
      throw cannotMove(
        `The channel "${from.displayname}" is archived. Unarchive it to move threads out of it.`,
      );
    }
    if (to.type !== 'O' && to.type !== 'P') {
      throw cannotMove('A thread can only be moved to a public or private channel.');
    }
    if (to.teamid !== from.teamid) throw cannotMove('A thread can only be moved within its team.');
    if (to.deleteat > 0) throw cannotMove(`The channel "${to.displayname}" is archived. Unarchive it first.`);
  }

  return {
    /** The messages that moving the thread of a root post would remove. @throws AppError 404 for an unknown thread. */
    async movedMessages(rootId: string): Promise<{authorId: string}[]> {
      return (await messagesOf(rootId)).map((row) => ({authorId: row.userid}));
    },

    /**
     * Moves a thread to another public or private channel of its team, with its files and reactions. Returns the new
     * root post. If it fails, the thread stays where it is.
     *
     * @throws AppError 400 for channels between which threads can't be moved, too many messages, or a system message;
     * 404 for an unknown thread or channel.
     */
    async moveThread(rootId: string, toChannelId: string, actorId: string): Promise<WirePost> {
      let messages = await messagesOf(rootId);
      const fromChannelId = messages[0]!.channelid;
      await requirePath(fromChannelId, toChannelId);
      const copied = new Set<string>();
      let root: WirePost | undefined;
      try {
        // Someone may reply in the meantime.
        while (messages.length > 0) {
          for (const row of messages) {
            const made = await copy(row, toChannelId, root?.id);
            root ??= made;
            copied.add(row.id);
          }
          messages = (await messagesOf(rootId)).filter(({id}) => !copied.has(id));
        }
        await remove(rootId, actorId);
      } catch (error) {
        if (root) await remove(root.id, actorId);
        throw error;
      }
      const event = {fromChannelId, toChannelId, rootId: root!.id, actorId};
      const publish = await database.transaction((tx) => events.record(tx, 'thread:moved', event));
      publish();
      return root!;
    },
  };
}

/** A reaction that can't be added, such as one with an emoji that was deleted, is left out. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

function cannotMove(why: string): AppError {
  return new AppError({id: 'app.post.move_thread_command.error', message: why, status: 400});
}
