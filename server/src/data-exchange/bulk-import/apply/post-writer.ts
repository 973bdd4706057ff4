import type {Database} from '../../../platform/database/database.ts';
import type {DirectChannelEntry, Directory} from '../references/directory.ts';
import type {BatchTransactions, BatchWork} from './batch-transactions.ts';
import type {LineBatch} from './batches.ts';
import {writeDirectChannels} from './direct-channels.ts';
import type {Attachments} from './follow-ups/attachments.ts';
import {
  eachPost,
  type PendingPosts,
  type PlannedPost,
  type PostLine,
  type PostPlan,
  planPosts,
} from './posts/plan.ts';
import {changeExistingPosts, insertNewPosts} from './posts/write.ts';

/** The number of post batches with open transactions: one is written while the next one is prepared. */
const MAX_OPEN_BATCHES = 2;

/** Writes the lines of posts and direct channels. */
export function createPostWriter({
  database,
  directory,
  transactions,
  attachments,
}: {
  database: Database;
  directory: Directory;
  transactions: BatchTransactions;
  attachments: Attachments;
}) {
  const pending: PendingPosts = new Map();

  async function planWhenReady(lines: readonly PostLine[]): Promise<PostPlan> {
    const plan = await planPosts(database, lines, directory, pending);
    if (plan) return plan;
    await transactions.waitUntilOpen(0);
    return (await planPosts(database, lines, directory, pending))!;
  }

  function begin(plan: PostPlan, to: Pick<BatchWork, 'end' | 'repeated'>): void {
    const fresh = plan.roots.filter((root) => !root.existing);
    addPending(pending, fresh);
    const done = transactions.begin({
      ...to,
      prepare: (tx) => insertNewPosts(tx, plan, Date.now()),
      async write(batch) {
        await changeExistingPosts(batch, plan);
        return attachments.of(eachPost(plan.roots), batch);
      },
    });
    const forget = () => removePending(pending, fresh);
    done.then(forget, forget);
  }

  /** The transactions of the last posts may still be open when it returns. @throws if an earlier batch failed */
  return async function writePosts({lines, end}: LineBatch): Promise<void> {
    const repeated = transactions.isRepeated(end);
    const directLines = lines.filter((line) => line.type === 'direct_channel');
    const postLines = lines.filter((line): line is PostLine => line.type !== 'direct_channel');
    const implied = impliedChannels(postLines, directory);
    // Only the last transaction of a batch reaches the batch's end.
    const endOf = (isLast: boolean) => (isLast ? end : transactions.committed);

    if (directLines.length > 0 || implied.length > 0) {
      // Posts are looked up by channel id, so the channels must exist first.
      await transactions.waitUntilOpen(0);
      await transactions.begin({
        end: endOf(postLines.length === 0),
        repeated,
        async write(batch) {
          const channels = directLines.map(({object}) => object);
          await writeDirectChannels(batch, channels, implied);
          return [];
        },
      });
    }
    for (let rest = postLines; rest.length > 0; ) {
      const plan = await planWhenReady(rest);
      rest = plan.rest;
      await transactions.waitUntilOpen(MAX_OPEN_BATCHES - 1);
      begin(plan, {end: endOf(rest.length === 0), repeated});
      // The rest refers to posts of this plan, which must be in the database first.
      if (rest.length > 0) await transactions.waitUntilOpen(0);
    }
  };
}

function addPending(pending: PendingPosts, roots: readonly PlannedPost[]): void {
  for (const root of roots) {
    const others = pending.get(root.createAt);
    if (others) others.push(root);
    else pending.set(root.createAt, [root]);
  }
}

function removePending(pending: PendingPosts, roots: readonly PlannedPost[]): void {
  for (const root of roots) {
    const others = pending.get(root.createAt)?.filter((other) => other !== root) ?? [];
    if (others.length > 0) pending.set(root.createAt, others);
    else pending.delete(root.createAt);
  }
}

/** Direct channels that posts refer to without an earlier line. */
function impliedChannels(lines: readonly PostLine[], directory: Directory): DirectChannelEntry[] {
  const channels = new Set<DirectChannelEntry>();
  for (const line of lines) {
    if (line.type !== 'direct_post') continue;
    const channel = directory.directChannel(line.object.channel_members)!;
    if (!channel.stored) channels.add(channel);
  }
  return [...channels];
}
