import type {Database} from '../../../platform/database/database.ts';
import type {Transaction} from '../../../platform/database/queryable.ts';
import {AppError} from '../../../platform/errors/app-error.ts';
import type {EventBus} from '../../../platform/event-bus/event-bus.ts';
import type {Channels} from '../../channels/channels.ts';
import type {Files} from '../../files/files.ts';
import type {Reactions} from '../../reactions/reactions.ts';
import type {PostInput} from '../creation/preparation.ts';
import {postNotFound} from '../post-errors.ts';
import type {WirePost} from '../present.ts';
import {type PostRow, selectPosts} from '../store.ts';
import {lockThread, selectThread} from './store.ts';

declare module '../../../platform/event-bus/event-bus.ts' {
  interface RecordedEvents {
    /** A thread was moved to another channel, where its root post has the id `rootId`. */
    'thread:moved': {fromChannelId: string; toChannelId: string; rootId: string; actorId: string};
  }
}

/** The maximum number of messages in a thread that can be moved. */
const MAX_POSTS = 100;
/** How often moving a thread is tried if someone changes it at the same time. */
const MAX_ATTEMPTS = 5;

/**
 * Moves threads between channels. The caller checks permissions.
 *
 * A moved thread consists of new posts by the same authors, and the original posts are deleted. So archives still show
 * who could read which message.
 */
export function createThreadMoving({
  database,
  events,
  channels,
  files,
  reactions,
  createThread,
  deleteIn,
}: {
  database: Database;
  events: EventBus;
  channels: Channels;
  files: Files;
  reactions: Reactions;
  createThread: (
    inputs: readonly PostInput[],
    finish: (tx: Transaction, posts: readonly {id: string}[]) => Promise<void>,
  ) => Promise<WirePost[]>;
  deleteIn: (tx: Transaction, id: string, deletedBy: string) => Promise<() => Promise<void>>;
}) {
  /** The posts of a thread, root post first. @throws AppError 404 if it is deleted, 400 if it can't be moved. */
  async function readThread(rootId: string): Promise<PostRow[]> {
    const ids = await selectThread(database, rootId, MAX_POSTS + 1);
    const rows = new Map((await selectPosts(database, ids)).map((row) => [row.id, row]));
    const thread = ids.map((id) => rows.get(id)!);
    if (thread[0]?.id !== rootId) throw postNotFound(rootId);
    if (thread[0].type.startsWith('system_')) throw cannotMove('System messages cannot be moved.');
    if (thread.length > MAX_POSTS) {
      throw cannotMove(
        `The thread has more than ${MAX_POSTS} messages, which is the most that can be moved.`,
      );
    }
    return thread;
  }

  /** The input for a copy of a message. `copiedFiles` has the file copies of earlier attempts. */
  async function copyInput(
    row: PostRow,
    channelId: string,
    copiedFiles: Map<string, readonly string[]>,
  ): Promise<PostInput> {
    const userId = row.userid;
    const key = `${row.id} ${row.fileids}`;
    const fileIds =
      copiedFiles.get(key) ?? (await files.copyOfPost(row.id, JSON.parse(row.fileids), {channelId, userId}));
    copiedFiles.set(key, fileIds);
    return {
      channelId,
      userId,
      fileIds,
      message: row.message,
      type: row.type,
      props: row.props,
      isPinned: row.ispinned,
      isWebhook: row.props.from_webhook === 'true',
      isMoved: true,
    };
  }

  /** Creates the copies and deletes the original posts. Returns undefined if the originals changed in the meantime. */
  async function replace(
    thread: readonly PostRow[],
    copies: readonly PostInput[],
    actorId: string,
  ): Promise<WirePost | undefined> {
    const {id: rootId, channelid: fromChannelId} = thread[0]!;
    const messages = thread.filter(isMessage);
    const versions = new Map(thread.map(({id, updateat}) => [id, updateat]));
    const toChannelId = copies[0]!.channelId;
    let publish: (() => void | Promise<void>)[] = [];
    try {
      const [root] = await createThread(copies, async (tx, created) => {
        const now = await lockThread(tx, rootId);
        const isSame =
          now.length === versions.size && now.every((row) => versions.get(row.id) === row.updateat);
        if (!isSame) throw new ThreadChanged();
        publish = [];
        for (const [index, {id}] of messages.entries()) {
          publish.push(
            await reactions.copyTo(tx, {fromId: id, toId: created[index]!.id, channelId: toChannelId}),
          );
        }
        publish.push(await deleteIn(tx, rootId, actorId));
        const event = {fromChannelId, toChannelId, rootId: created[0]!.id, actorId};
        publish.push(await events.record(tx, 'thread:moved', event));
      });
      for (const publishOne of publish) await publishOne();
      return root;
    } catch (error) {
      if (error instanceof ThreadChanged) return undefined;
      throw error;
    }
  }

  /** @throws AppError 400 unless threads can be moved from the one channel to the other */
  async function requireMovable(fromChannelId: string, toChannelId: string): Promise<void> {
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
    /** The messages that moving a thread would remove from its channel. @throws AppError 404 for an unknown thread. */
    async movedMessages(rootId: string): Promise<{authorId: string}[]> {
      return (await readThread(rootId)).filter(isMessage).map((row) => ({authorId: row.userid}));
    },

    /**
     * Moves a thread to another public or private channel of its team, with its files and reactions. Returns the new
     * root post. If this fails, the thread is not moved.
     *
     * @throws AppError 400 for channels between which threads can't be moved, too many messages, or a system message;
     *   404 for an unknown thread or channel; 409 if others keep changing the thread in the meantime.
     */
    async moveThread(rootId: string, toChannelId: string, actorId: string): Promise<WirePost> {
      const copiedFiles = new Map<string, readonly string[]>();
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const thread = await readThread(rootId);
        await requireMovable(thread[0]!.channelid, toChannelId);
        const copies: PostInput[] = [];
        for (const row of thread.filter(isMessage))
          copies.push(await copyInput(row, toChannelId, copiedFiles));
        const moved = await replace(thread, copies, actorId);
        if (moved) return moved;
      }
      throw cannotMove('The thread changes too often at the moment. Try again.', 409);
    },
  };
}

/** Someone changed a thread while it was being copied. */
class ThreadChanged extends Error {}

/** System messages are not moved. */
const isMessage = ({type}: PostRow) => !type.startsWith('system_');

function cannotMove(why: string, status = 400): AppError {
  return new AppError({id: 'app.post.move_thread_command.error', message: why, status});
}
