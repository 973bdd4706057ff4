import type {Database} from '../../../platform/database/database.ts';
import type {Directory, KnownDirectChannel} from '../references/directory.ts';
import type {BatchTransactions, BatchWork} from './batch-transactions.ts';
import type {LineBatch} from './batches.ts';
import {writeDirectChannels} from './direct-channels.ts';
import type {Attachments} from './follow-ups/attachments.ts';
import {
  eachPost,
  type PlannedPost,
  type PostLine,
  type PostPlan,
  type PostsUnderWay,
  planPosts,
} from './posts/plan.ts';
import {changeExistingPosts, insertNewPosts} from './posts/write.ts';

/** Batches of posts whose transactions are open at the same time: one is written while the other makes ready. */
const BATCHES_AT_ONCE = 2;

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
  const underWay: PostsUnderWay = new Map();

  async function planWhenReady(lines: readonly PostLine[]): Promise<PostPlan> {
    const plan = await planPosts(database, lines, directory, underWay);
    if (plan) return plan;
    await transactions.untilOpen(0);
    return (await planPosts(database, lines, directory, underWay))!;
  }

  function begin(plan: PostPlan, to: Pick<BatchWork, 'end' | 'repeated'>): void {
    const fresh = plan.roots.filter((root) => !root.existing);
    addUnderWay(underWay, fresh);
    const done = transactions.begin({
      ...to,
      prepare: (tx) => insertNewPosts(tx, plan, Date.now()),
      async write(batch) {
        await changeExistingPosts(batch, plan);
        return attachments.of(eachPost(plan.roots), batch);
      },
    });
    const forget = () => removeUnderWay(underWay, fresh);
    done.then(forget, forget);
  }

  /** When it returns, the transactions of the last posts may still be open. @throws if an earlier one failed */
  return async function writePosts({lines, end}: LineBatch): Promise<void> {
    const repeated = transactions.isRepeated(end);
    const directLines = lines.filter((line) => line.type === 'direct_channel');
    const postLines = lines.filter((line): line is PostLine => line.type !== 'direct_channel');
    const implied = impliedChannels(postLines, directory);
    // A transaction that is not the last of its batch does not reach the batch's end.
    const endOf = (isLast: boolean) => (isLast ? end : transactions.committed);

    if (directLines.length > 0 || implied.length > 0) {
      // Posts are looked for by the channels' ids, so that the channels have to be there first.
      await transactions.untilOpen(0);
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
      await transactions.untilOpen(BATCHES_AT_ONCE - 1);
      begin(plan, {end: endOf(rest.length === 0), repeated});
      // The rest is about posts of this plan, and has to find them in the database.
      if (rest.length > 0) await transactions.untilOpen(0);
    }
  };
}

function addUnderWay(underWay: PostsUnderWay, roots: readonly PlannedPost[]): void {
  for (const root of roots) {
    const others = underWay.get(root.createAt);
    if (others) others.push(root);
    else underWay.set(root.createAt, [root]);
  }
}

function removeUnderWay(underWay: PostsUnderWay, roots: readonly PlannedPost[]): void {
  for (const root of roots) {
    const others = underWay.get(root.createAt)?.filter((other) => other !== root) ?? [];
    if (others.length > 0) underWay.set(root.createAt, others);
    else underWay.delete(root.createAt);
  }
}

/** Direct channels that posts name and no line before them has brought. */
function impliedChannels(lines: readonly PostLine[], directory: Directory): KnownDirectChannel[] {
  const channels = new Set<KnownDirectChannel>();
  for (const line of lines) {
    if (line.type !== 'direct_post') continue;
    const channel = directory.directChannel(line.object.channel_members)!;
    if (!channel.stored) channels.add(channel);
  }
  return [...channels];
}
