import Type from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {MAX_PER_PAGE} from '../../platform/http/paging.ts';
import {Id, looseId, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {Permissions} from '../permissions/permissions.ts';
import type {Posts, WirePost} from '../posts/posts.ts';
import {actorOf, type Session} from '../sessions/sessions.ts';
import {UserThread, UserThreadList} from './schema.ts';
import type {Threads, WireThread} from './threads.ts';

const DEFAULT_PER_PAGE = 30;

/** A user's followed threads: `/users/{id}/teams/{id}/threads`. */
export function registerThreadRoutes(
  api: HttpServer,
  {threads, posts, permissions}: {threads: Threads; posts: Posts; permissions: Permissions},
): void {
  const base = '/users/:user_id/teams/:team_id/threads';
  const UserAndTeam = Type.Object({user_id: Id, team_id: Id});
  const InThread = Type.Object({user_id: Id, team_id: Id, thread_id: Id});
  const Flag = Type.Optional(Type.Boolean());

  /** The threads, whose root posts include the quotes that the actor may see. */
  async function withQuotes(actor: Session, found: readonly WireThread[]): Promise<WireThread[]> {
    const shown = await posts.quotes.withQuotes(
      actor,
      found.map(({post}) => post),
    );
    return found.map((thread, index) => ({...thread, post: shown[index]!}));
  }

  /**
   * Returns the thread's root post.
   *
   * @throws AppError 403 unless the user is the actor and may read the thread.
   */
  async function requireMaySee(actor: Session, userId: string, postId: string): Promise<WirePost> {
    await permissions.requireSelfOrEditor(actor, userId);
    const post = await posts.byId(postId);
    await permissions.requireChannelRead(actor, post.channel_id);
    return post;
  }

  api.get(
    base,
    {
      schema: {
        summary: "List a user's followed threads in a team",
        params: UserAndTeam,
        querystring: Type.Object({
          since: Type.Optional(Type.Integer({minimum: 0})),
          before: Type.Optional(looseId("Threads whose last reply is earlier than this thread's.")),
          after: Type.Optional(looseId("Threads whose last reply is later than this thread's.")),
          per_page: Type.Optional(Type.Integer({minimum: 0})),
          pageSize: Type.Optional(Type.Integer({minimum: 0})),
          extended: Flag,
          deleted: Flag,
          unread: Flag,
          totalsOnly: Flag,
          threadsOnly: Flag,
        }),
        response: {200: UserThreadList},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const {user_id, team_id} = request.params;
      const {query} = request;
      await permissions.requireSelfOrEditor(actor, user_id);
      await permissions.require(actor, 'view_team', {teamId: team_id});
      const page = await threads.list(
        user_id,
        {
          teamId: team_id,
          unread: query.unread ?? false,
          withDeleted: query.deleted ?? false,
          since: query.since ?? 0,
          before: query.before || undefined,
          after: query.after || undefined,
          limit: Math.min(query.per_page ?? query.pageSize ?? DEFAULT_PER_PAGE, MAX_PER_PAGE),
        },
        {
          totals: !query.threadsOnly,
          threads: !query.totalsOnly,
          viewer: query.extended ? actor : undefined,
        },
      );
      return {...page, threads: await withQuotes(actor, page.threads)};
    },
  );

  api.get(
    `${base}/:thread_id`,
    {
      schema: {
        summary: "Get a thread with the user's read state",
        params: InThread,
        querystring: Type.Object({extended: Flag}),
        response: {200: UserThread},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const {user_id, thread_id} = request.params;
      await requireMaySee(actor, user_id, thread_id);
      const found = await threads.one(user_id, thread_id, request.query.extended ? actor : undefined);
      const [thread] = await withQuotes(actor, [found]);
      return thread!;
    },
  );

  for (const [method, following, summary] of [
    ['PUT', true, 'Follow a thread'],
    ['DELETE', false, 'Unfollow a thread'],
  ] as const) {
    api.route({
      method,
      url: `${base}/:thread_id/following`,
      schema: {summary, params: InThread, response: {200: StatusOk}},
      handler: async (request) => {
        const {user_id, team_id, thread_id} = request.params;
        const post = await requireMaySee(actorOf(request), user_id, thread_id);
        await threads.follow(user_id, {threadId: post.root_id || post.id, teamId: team_id, following});
        return STATUS_OK;
      },
    });
  }

  api.put(
    `${base}/read`,
    {schema: {summary: 'Mark all threads of a team as read', params: UserAndTeam, response: {200: StatusOk}}},
    async (request) => {
      const {user_id, team_id} = request.params;
      await permissions.requireSelfOrEditor(actorOf(request), user_id);
      await threads.markAllThreadsRead(user_id, team_id);
      return STATUS_OK;
    },
  );

  api.put(
    `${base}/:thread_id/read/:timestamp`,
    {
      schema: {
        summary: 'Mark a thread as read up to a time',
        params: Type.Object({...InThread.properties, timestamp: Type.Integer({minimum: 0})}),
        response: {200: UserThread},
      },
    },
    async (request) => {
      const {user_id, team_id, thread_id, timestamp} = request.params;
      const post = await requireMaySee(actorOf(request), user_id, thread_id);
      const threadId = post.root_id || post.id;
      return threads.markRead(user_id, {threadId, teamId: team_id, seenUpTo: timestamp});
    },
  );

  api.post(
    `${base}/:thread_id/set_unread/:post_id`,
    {
      schema: {
        summary: 'Mark a thread as unread starting at a message',
        params: Type.Object({...InThread.properties, post_id: Id}),
        response: {200: UserThread},
      },
    },
    async (request) => {
      const {user_id, team_id, thread_id, post_id} = request.params;
      const actor = actorOf(request);
      const root = await requireMaySee(actor, user_id, thread_id);
      const post = await requireMaySee(actor, user_id, post_id);
      return threads.markRead(user_id, {
        threadId: root.root_id || root.id,
        teamId: team_id,
        seenUpTo: post.create_at - 1,
      });
    },
  );
}
