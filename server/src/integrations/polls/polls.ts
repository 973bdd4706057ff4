import type {Permissions} from '../../messaging/permissions/permissions.ts';
import {POLL_TYPE, type Posts} from '../../messaging/posts/posts.ts';
import type {Session} from '../../messaging/sessions/sessions.ts';
import type {PollTexts, Texts, UserTexts} from '../../messaging/texts/texts.ts';
import type {Database} from '../../platform/database/database.ts';
import {AppError, forbidden} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {type PollInput, parsePoll} from './poll-text.ts';
import {
  countVoters,
  endPoll,
  insertPoll,
  type OptionResult,
  type PollRow,
  replaceVotes,
  selectPoll,
  selectResults,
  selectVotes,
} from './store.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** A user voted in a poll, for these options, or took the votes back. */
    'poll-votes:changed': {userId: string; postId: string; options: readonly number[]};
  }
}

/** The target of a poll's buttons, which the server handles itself. */
export const POLL_ACTION = 'patchbay:poll';

/** The maximum number of names shown for an option. */
const MAX_NAMES = 20;

export type Polls = ReturnType<typeof createPolls>;

/**
 * Polls: posts with buttons whose votes the server counts (docs/interactive-messages.md#polls). The post is the result,
 * so every client that shows buttons can show polls.
 */
export function createPolls({
  database,
  events,
  posts,
  permissions,
  userTexts,
}: {
  database: Database;
  events: EventBus;
  posts: Posts;
  permissions: Permissions;
  userTexts: UserTexts;
}) {
  return {
    /**
     * Creates a poll from the text after `/poll`. The caller checks that the user may post. `texts` are in the user's
     * language.
     *
     * @throws AppError 400 for a text that is not a poll
     */
    async create(
      text: string,
      {
        userId,
        channelId,
        rootId,
        texts,
      }: {userId: string; channelId: string; rootId: string; texts: PollTexts},
    ): Promise<void> {
      const {question, ...input} = parsePoll(text, texts);
      await posts.create({
        channelId,
        userId,
        rootId,
        message: question,
        type: POLL_TYPE,
        props: resultOf({...input, endat: 0}, [], 0),
        alsoWrite: (tx, postId) =>
          insertPoll(tx, {postid: postId, creatorid: userId, createat: Date.now(), ...input}),
      });
    },

    /**
     * Handles a button of a poll: votes for an option, or takes the vote back, or ends the poll. Returns the text to show
     * to the user, in their language.
     *
     * @throws AppError 403 for people who are not in the channel, and for ending another person's poll; 400 if the poll
     * has ended or the channel is archived; 404 if the post is not a poll
     */
    async act(
      actor: Session,
      {postId, channelId, context}: {postId: string; channelId: string; context: Record<string, unknown>},
    ): Promise<string> {
      const standing = await permissions.channelStanding(actor.userId, channelId);
      if (!standing?.isMember) throw forbidden(`userId=${actor.userId} is not in the channel ${channelId}`);
      const {option} = context;
      const mayEndOthers = await permissions.can(actor, 'delete_others_posts', {channelId});
      const texts = await userTexts(actor.userId);
      let reply = '';
      let votes: readonly number[] | undefined;
      // The lock on the post orders votes.
      await posts.recompute(postId, async (tx, props) => {
        const poll = await selectPoll(tx, postId);
        if (!poll) throw pollNotFound(postId);
        if (poll.endat > 0) throw pollEnded();
        const now = Date.now();
        if (typeof option === 'number' && poll.options[option] !== undefined) {
          const before = await selectVotes(tx, postId, actor.userId);
          const options = votesAfter(before, option, poll.multiple);
          await replaceVotes(tx, {postId, userId: actor.userId, options, now});
          votes = options;
          reply = replyTo(poll, options, texts);
        } else {
          if (poll.creatorid !== actor.userId && !mayEndOthers) throw notPollAuthor();
          await endPoll(tx, postId, now);
          poll.endat = now;
          reply = texts.polls.ended;
        }
        const results = await selectResults(tx, postId, MAX_NAMES);
        return {...props, ...resultOf(poll, results, await countVoters(tx, postId))};
      });
      if (votes) events.publish('poll-votes:changed', {userId: actor.userId, postId, options: votes});
      return reply;
    },

    /** The options that a user voted for, by number. None for a post that is not a poll. */
    votesOf: (userId: string, postId: string): Promise<number[]> => selectVotes(database, postId, userId),
  };
}

/** A second press takes a vote back. Another option replaces the vote, unless there can be several. */
function votesAfter(before: readonly number[], option: number, multiple: boolean): number[] {
  if (before.includes(option)) return before.filter((one) => one !== option);
  return multiple ? [...before, option] : [option];
}

function replyTo(
  {options, anonymous}: PollRow,
  votes: readonly number[],
  {list, polls: texts}: Texts,
): string {
  if (votes.length === 0) return texts.tookBack;
  const chosen = list(votes.map((vote) => texts.quoted(options[vote]!)));
  return anonymous ? texts.votedAnonymously(chosen) : texts.voted(chosen);
}

const counted = (number: number, one: string, more: string) => `${number} ${number === 1 ? one : more}`;

/**
 * The props that show a poll and its result: an attachment in English for all clients, and `poll` with the numbers for
 * clients that show it in the reader's language.
 */
function resultOf(
  {options, multiple, anonymous, endat}: Omit<PollInput, 'question'> & Pick<PollRow, 'endat'>,
  results: readonly OptionResult[],
  voters: number,
): Record<string, unknown> {
  const integration = (context: object) => ({url: POLL_ACTION, context});
  const isOpen = endat === 0;
  const counts = options.map((_, index) => {
    const {votes = 0, usernames = []} = results.find(({optionindex}) => optionindex === index) ?? {};
    return {votes, usernames: anonymous ? [] : usernames};
  });
  const attachment = {
    fields: options.map((option, index) => {
      const {votes, usernames} = counts[index]!;
      const share = voters === 0 ? 0 : Math.round((votes / voters) * 100);
      const names = usernames.map((name) => `@${name}`).join(', ');
      const others = votes - usernames.length;
      const more = others > 0 ? ` and ${counted(others, 'other', 'others')}` : '';
      const line = `${counted(votes, 'vote', 'votes')} (${share}%)`;
      return {
        title: option,
        value: anonymous || votes === 0 ? line : `${line}: ${names}${more}`,
        short: false,
      };
    }),
    footer: [
      isOpen ? 'Poll' : 'Poll ended',
      multiple ? 'several votes each' : 'one vote each',
      anonymous ? 'names are not shown' : 'names are shown',
      `${counted(voters, 'person', 'people')} voted`,
    ].join(' · '),
    actions: isOpen
      ? [
          ...options.map((option, index) => ({
            id: `vote${index}`,
            name: option,
            integration: integration({option: index}),
          })),
          {id: 'end', name: 'End poll', style: 'danger', integration: integration({})},
        ]
      : [],
  };
  return {attachments: [attachment], poll: {multiple, anonymous, ended: !isOpen, voters, options: counts}};
}

function pollNotFound(postId: string): AppError {
  return new AppError({
    id: 'api.poll.not_found.app_error',
    message: "This message has no poll. Polls don't move with their message.",
    explanation: `The post ${postId} has no poll.`,
    status: 404,
  });
}

function pollEnded(): AppError {
  return new AppError({id: 'api.poll.ended.app_error', message: 'This poll has ended.', status: 400});
}

function notPollAuthor(): AppError {
  return new AppError({
    id: 'api.poll.end.app_error',
    message: 'Only the person who created a poll, or a channel administrator, can end it.',
    status: 403,
  });
}
