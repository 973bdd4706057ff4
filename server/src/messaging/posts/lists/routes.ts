import Type, {type Static} from 'typebox';
import {isValidId} from '../../../platform/database/ids.ts';
import {invalidUrlParam} from '../../../platform/errors/app-error.ts';
import type {HttpServer} from '../../../platform/http/http-server.ts';
import {MAX_PER_PAGE, PagingQuery, toOffsetLimit} from '../../../platform/http/paging.ts';
import {isFlagSet} from '../../../platform/http/query.ts';
import {sendVersioned} from '../../../platform/http/versioned-body.ts';
import {Id, looseId, word} from '../../../platform/http/wire.ts';
import type {Permissions} from '../../permissions/permissions.ts';
import {actorOf, type Session} from '../../sessions/sessions.ts';
import type {Posts} from '../posts.ts';
import {mayContainPermalink} from '../quotes.ts';
import {PostList} from '../schema.ts';
import {AFTER_ALL_IDS, type ListOptions} from './post-lists.ts';

const ThreadQuery = Type.Object({
  skipFetchThreads: Type.Optional(Type.Boolean({description: 'Exclude the replies of threads.'})),
  collapsedThreads: Type.Optional(Type.Boolean({description: 'Include only root posts.'})),
});

/** The latest time that a date can have, in milliseconds. */
const MAX_TIME = 8_640_000_000_000_000;

/** Lists of posts: pages of a channel, threads, pinned and saved posts. */
export function registerPostListRoutes(
  api: HttpServer,
  {posts, permissions}: {posts: Posts; permissions: Permissions},
): void {
  const {lists, quotes} = posts;
  const ChannelId = Type.Object({channel_id: Id});
  const Text = Type.Optional(word());

  function listOptions(
    actor: Session,
    {skipFetchThreads, collapsedThreads}: Static<typeof ThreadQuery>,
  ): ListOptions {
    return {
      skipThreads: skipFetchThreads,
      threadViewer: collapsedThreads ? {viewerId: actor.userId} : undefined,
    };
  }

  api.get(
    '/channels/:channel_id/posts',
    {
      schema: {
        summary: 'List the messages of a channel, newest first',
        params: ChannelId,
        querystring: Type.Object({
          ...PagingQuery.properties,
          ...ThreadQuery.properties,
          before: Type.Optional(looseId('Posts before this one.')),
          after: Type.Optional(looseId('Posts after this one.')),
          since: Type.Optional(
            Type.Integer({description: 'Posts created or changed after this time, in milliseconds.'}),
          ),
          from_create_at: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: MAX_TIME,
              description: 'Posts created at or after this time, in milliseconds, starting with the oldest.',
            }),
          ),
          include_deleted: Type.Optional(
            Type.Boolean({description: 'Include deleted posts; requires an administrator.'}),
          ),
        }),
        response: {200: PostList},
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const {channel_id} = request.params;
      const {before, after, since, include_deleted: includeDeleted, from_create_at: from} = request.query;
      for (const [name, id] of Object.entries({before, after})) {
        if (id && !isValidId(id)) throw invalidUrlParam(name, {explanation: `"${id}" is not a valid id.`});
      }
      if (from !== undefined && (before || after || since)) {
        throw invalidUrlParam('from_create_at', {
          explanation: 'Remove it, or remove before, after and since.',
        });
      }
      await permissions.requireChannelRead(actor, channel_id);
      if (includeDeleted) await permissions.require(actor, 'manage_system');
      const options = {...listOptions(actor, request.query), includeDeleted};
      const range = toOffsetLimit(request.query);
      if (since) return quotes.addToList(actor, await lists.changedSince(channel_id, since, options));
      if (from !== undefined) {
        return quotes.addToList(actor, await lists.createdFrom(channel_id, from, range, options));
      }
      if (after || before) {
        const position = after
          ? {postId: after, side: 'after' as const}
          : {postId: before!, side: 'before' as const};
        return quotes.addToList(actor, await lists.around(channel_id, position, range, options));
      }
      if (range.offset === 0 && !includeDeleted) {
        return sendVersioned(
          request,
          reply,
          await lists.newestPage(actor, channel_id, range.limit, options),
        ) as never;
      }
      if (includeDeleted || options.threadViewer || options.skipThreads) {
        return quotes.addToList(actor, await lists.channelPage(channel_id, range, options));
      }
      const json = await lists.channelPageJson(channel_id, range);
      if (mayContainPermalink(json)) return quotes.addToList(actor, JSON.parse(json));
      // A string is sent without serialization.
      return reply.type('application/json').send(json as never);
    },
  );

  api.get(
    '/users/:user_id/channels/:channel_id/posts/unread',
    {
      schema: {
        summary: 'List the messages around the oldest unread one',
        params: Type.Object({user_id: Id, channel_id: Id}),
        querystring: Type.Object({
          ...ThreadQuery.properties,
          limit_before: Type.Optional(Type.Integer({minimum: 0, default: 60})),
          limit_after: Type.Optional(Type.Integer({minimum: 1, default: 60})),
        }),
        response: {200: PostList},
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const {user_id, channel_id} = request.params;
      const {limit_before = 60, limit_after = 60} = request.query;
      await permissions.requireSelfOrEditor(actor, user_id);
      await permissions.requireChannelRead(actor, channel_id);
      const options = listOptions(actor, request.query);
      const limitBefore = Math.min(limit_before, MAX_PER_PAGE);
      const limitAfter = Math.min(limit_after, MAX_PER_PAGE);
      const member = {channelId: channel_id, userId: user_id};
      const newest = await lists.newestPageIfRead(actor, member, limitBefore, options);
      if (newest) return sendVersioned(request, reply, newest) as never;
      const found = await lists.aroundUnread(channel_id, user_id, {limitBefore, limitAfter}, options);
      return quotes.addToList(actor, found);
    },
  );

  api.get(
    '/posts/:post_id/thread',
    {
      schema: {
        summary: 'List the messages of a thread',
        params: Type.Object({post_id: Id}),
        querystring: Type.Object({
          ...ThreadQuery.properties,
          perPage: Type.Optional(
            Type.Integer({minimum: 0, description: 'The number of replies to return; 0 for all.'}),
          ),
          fromPost: Text,
          fromCreateAt: Type.Optional(Type.Integer({minimum: 0})),
          fromUpdateAt: Type.Optional(
            Type.Integer({
              minimum: 0,
              description: 'Instead of from_create_at: continue by the time of the last change.',
            }),
          ),
          updatesOnly: Type.Optional(
            word('`true` for only the replies that were created or changed since `fromUpdateAt`.'),
          ),
          direction: Type.Optional(Type.Union([Type.Literal('up'), Type.Literal('down'), Type.Literal('')])),
        }),
        response: {200: PostList},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const {post_id} = request.params;
      const {
        perPage = 0,
        fromPost = '',
        fromCreateAt = 0,
        fromUpdateAt = 0,
        skipFetchThreads,
      } = request.query;
      const updatesOnly = isFlagSet(request.query.updatesOnly);
      if (updatesOnly && fromUpdateAt === 0)
        throw invalidUrlParam('fromUpdateAt', {
          explanation: 'Set it to a time in milliseconds, because updatesOnly is set.',
        });
      if (fromCreateAt !== 0 && fromUpdateAt !== 0)
        throw invalidUrlParam('fromUpdateAt', {explanation: 'Set either fromCreateAt or fromUpdateAt.'});
      const direction = updatesOnly || request.query.direction === 'down' ? 'down' : 'up';
      if (fromPost !== '' && !isValidId(fromPost))
        throw invalidUrlParam('fromPost', {explanation: `"${fromPost}" is not a valid id.`});
      const {channel_id} = await posts.byId(post_id);
      await permissions.requireChannelRead(actor, channel_id);
      const boundaryId = direction === 'down' ? AFTER_ALL_IDS : '';
      const thread = await lists.thread(
        post_id,
        {
          perPage: Math.min(perPage, MAX_PER_PAGE),
          from:
            fromUpdateAt !== 0
              ? {by: 'change', at: fromUpdateAt, id: fromPost || boundaryId}
              : fromCreateAt !== 0
                ? {by: 'creation', at: fromCreateAt, id: fromPost || boundaryId}
                : undefined,
          direction,
          skipReplies: skipFetchThreads ?? false,
        },
        listOptions(actor, request.query).threadViewer,
      );
      return quotes.addToList(actor, thread);
    },
  );

  api.get(
    '/channels/:channel_id/pinned',
    {
      schema: {
        summary: 'List the pinned messages of a channel',
        params: ChannelId,
        response: {200: PostList},
      },
    },
    async (request) => {
      const {channel_id} = request.params;
      const actor = actorOf(request);
      await permissions.requireChannelRead(actor, channel_id);
      return quotes.addToList(actor, await lists.pinned(channel_id));
    },
  );

  api.get(
    '/users/:user_id/posts/flagged',
    {
      schema: {
        summary: "List a user's saved messages",
        params: Type.Object({user_id: Id}),
        querystring: Type.Object({...PagingQuery.properties, team_id: Text, channel_id: Text}),
        response: {200: PostList},
      },
    },
    async (request) => {
      const {user_id} = request.params;
      const actor = actorOf(request);
      await permissions.requireSelfOrEditor(actor, user_id);
      const {team_id, channel_id} = request.query;
      const found = await lists.flagged(
        user_id,
        {teamId: team_id || undefined, channelId: channel_id || undefined},
        toOffsetLimit(request.query),
      );
      return quotes.addToList(actor, found);
    },
  );
}
