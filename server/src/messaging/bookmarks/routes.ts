import Type from 'typebox';
import {AppError, forbidden} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id} from '../../platform/http/wire.ts';
import type {Channels} from '../channels/channels.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf, type Session} from '../sessions/sessions.ts';
import type {Bookmarks} from './bookmarks.ts';
import {Bookmark, BookmarkPatch, NewBookmark} from './schema.ts';

/** Bookmarks: `/channels/{id}/bookmarks`. */
export function registerBookmarkRoutes(
  api: HttpServer,
  {bookmarks, channels, permissions}: {bookmarks: Bookmarks; channels: Channels; permissions: Permissions},
): void {
  const ChannelId = Type.Object({channel_id: Id});
  const BookmarkId = Type.Object({channel_id: Id, bookmark_id: Id});

  /** @throws AppError 403 without permission; 400 for an archived channel. */
  async function require(
    actor: Session,
    channelId: string,
    act: 'add' | 'edit' | 'delete' | 'order',
  ): Promise<void> {
    const {type, name, deleteat} = await channels.byId(channelId);
    if (type === 'O' || type === 'P') {
      const kind = type === 'O' ? 'public' : 'private';
      await permissions.require(actor, `${act}_bookmark_${kind}_channel`, {channelId});
    } else if (!(await permissions.channelStanding(actor.userId, channelId))?.isMember) {
      throw forbidden(`userId=${actor.userId}, channelId=${channelId}`);
    }
    if (deleteat > 0) throw archived(name);
  }

  api.get(
    '/channels/:channel_id/bookmarks',
    {
      schema: {
        summary: 'List the bookmarks of a channel',
        params: ChannelId,
        querystring: Type.Object({
          bookmarks_since: Type.Optional(
            Type.Integer({
              minimum: 0,
              description:
                'Only the last 1,000 bookmarks changed since this time, including those that were deleted in the last 90 days.',
            }),
          ),
        }),
        response: {200: Type.Array(Bookmark)},
      },
    },
    async (request) => {
      const channel = await channels.byId(request.params.channel_id);
      await permissions.requireChannelRead(actorOf(request), channel.id);
      return bookmarks.list(channel.id, request.query.bookmarks_since ?? 0);
    },
  );

  api.post(
    '/channels/:channel_id/bookmarks',
    {
      schema: {
        summary: 'Add a bookmark to a channel',
        params: ChannelId,
        body: NewBookmark,
        response: {201: Bookmark},
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const {channel_id} = request.params;
      await require(actor, channel_id, 'add');
      return reply.code(201).send(await bookmarks.create(channel_id, actor.userId, request.body));
    },
  );

  api.patch(
    '/channels/:channel_id/bookmarks/:bookmark_id',
    {
      schema: {
        summary: 'Edit a bookmark',
        params: BookmarkId,
        body: BookmarkPatch,
        response: {200: Type.Object({updated: Bookmark})},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const {channel_id, bookmark_id} = request.params;
      await require(actor, channel_id, 'edit');
      return {updated: await bookmarks.patch(channel_id, bookmark_id, actor.userId, request.body)};
    },
  );

  api.post(
    '/channels/:channel_id/bookmarks/:bookmark_id/sort_order',
    {
      schema: {
        summary: 'Move a bookmark to a zero-based position',
        params: BookmarkId,
        body: Type.Integer(),
        response: {200: Type.Array(Bookmark)},
      },
    },
    async (request) => {
      const {channel_id, bookmark_id} = request.params;
      await require(actorOf(request), channel_id, 'order');
      return bookmarks.sort(channel_id, bookmark_id, request.body);
    },
  );

  api.delete(
    '/channels/:channel_id/bookmarks/:bookmark_id',
    {schema: {summary: 'Delete a bookmark', params: BookmarkId, response: {200: Bookmark}}},
    async (request) => {
      const {channel_id, bookmark_id} = request.params;
      await require(actorOf(request), channel_id, 'delete');
      return bookmarks.remove(channel_id, bookmark_id);
    },
  );
}

function archived(name: string): AppError {
  return new AppError({
    id: 'api.channel.bookmark.channel_bookmark.deleted.app_error',
    message: `The channel "${name}" is archived, so its bookmarks cannot change. Unarchive it first.`,
    status: 400,
  });
}
