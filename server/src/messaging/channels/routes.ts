import {isDeepStrictEqual} from 'node:util';
import Type from 'typebox';
import {invalidBodyParam} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {isFlagSet, QueryFlag} from '../../platform/http/query.ts';
import {Id, line, looseId, STATUS_OK, StatusOk, word} from '../../platform/http/wire.ts';
import type {Audits} from '../audits/audits.ts';
import type {Actor, Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import type {Visibility} from '../visibility/visibility.ts';
import {createChannelAccess} from './channel-access.ts';
import {channelNameNotFound, invalidChannel} from './channel-errors.ts';
import type {ChannelInfo, Channels} from './channels.ts';
import {registerDirectChannelRoutes} from './direct/routes.ts';
import {registerChannelListRoutes} from './listing/routes.ts';
import {registerChannelMemberRoutes} from './members/routes.ts';
import {presentChannel} from './present.ts';
import {registerReadingRoutes} from './reading/routes.ts';
import {Channel, ChannelPatch, NewChannel} from './schema.ts';
import type {ChannelRow} from './store.ts';

/** Channels: `/channels`, and channel routes under teams and users. */
export function registerChannelRoutes(
  api: HttpServer,
  parts: {
    channels: Channels;
    permissions: Permissions;
    visibility: Visibility;
    permanentDeletion: {channel(actor: Actor, channel: ChannelInfo): Promise<void>};
    audits: Audits;
  },
): void {
  const {channels, permissions, visibility, permanentDeletion, audits} = parts;
  const access = createChannelAccess({permissions, visibility});
  const ChannelId = Type.Object({channel_id: Id});
  const ArchivedToo = Type.Object({include_deleted: QueryFlag});

  registerDirectChannelRoutes(api, {channels, permissions, visibility, access});
  registerChannelListRoutes(api, {channels, permissions, access});
  registerChannelMemberRoutes(api, {channels, permissions, access, audits});
  registerReadingRoutes(api, {channels, permissions, access});

  api.post(
    '/channels',
    {schema: {summary: 'Create a public or private channel', body: NewChannel, response: {201: Channel}}},
    async (request, reply) => {
      const actor = actorOf(request);
      const {body} = request;
      const kind = body.type === 'P' ? 'private' : 'public';
      if (body.team_id) {
        await permissions.require(actor, `create_${kind}_channel`, {teamId: body.team_id});
      }
      const row = await channels.create(body, actor.userId);
      return reply.code(201).send(presentChannel(row));
    },
  );

  api.get(
    '/channels/:channel_id',
    {schema: {summary: 'Get a channel', params: ChannelId, response: {200: Channel}}},
    async (request) => {
      const row = await channels.current(request.params.channel_id);
      await permissions.requireChannelRead(actorOf(request), row.id);
      return presentChannel(row);
    },
  );

  /** Hides private channels from users who may not read them by returning the same error as for a missing channel. */
  async function requireNamedChannelRead(actor: ReturnType<typeof actorOf>, row: ChannelRow): Promise<void> {
    if (row.type === 'O') return permissions.requireChannelRead(actor, row.id);
    const standing = await permissions.channelStanding(actor.userId, row.id);
    if (standing?.isMember || (await permissions.can(actor, 'manage_system'))) return;
    throw channelNameNotFound(row.name);
  }

  api.get(
    '/teams/:team_id/channels/name/:channel_name',
    {
      schema: {
        summary: 'Get a channel by its name in a team',
        params: Type.Object({team_id: Id, channel_name: line()}),
        querystring: ArchivedToo,
        response: {200: Channel},
      },
    },
    async (request) => {
      const {team_id, channel_name} = request.params;
      const row = await channels.byName(team_id, channel_name.toLowerCase(), {
        includeArchived: isFlagSet(request.query.include_deleted),
      });
      await requireNamedChannelRead(actorOf(request), row);
      return presentChannel(row);
    },
  );

  api.get(
    '/teams/name/:team_name/channels/name/:channel_name',
    {
      schema: {
        summary: 'Get a channel by its name and the name of its team',
        params: Type.Object({team_name: line(), channel_name: line()}),
        querystring: ArchivedToo,
        response: {200: Channel},
      },
    },
    async (request) => {
      const {team_name, channel_name} = request.params;
      const row = await channels.byTeamName(team_name.toLowerCase(), channel_name.toLowerCase(), {
        includeArchived: isFlagSet(request.query.include_deleted),
      });
      await requireNamedChannelRead(actorOf(request), row);
      return presentChannel(row);
    },
  );

  api.put(
    '/channels/:channel_id',
    {
      schema: {
        summary: 'Replace a channel with the given record',
        params: ChannelId,
        body: Type.Object({
          id: Type.Optional(looseId()),
          type: Type.Optional(word()),
          ...ChannelPatch.properties,
        }),
        response: {200: Channel},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const {id, type, header = '', purpose = '', ...names} = request.body;
      if (id && id !== request.params.channel_id) {
        throw invalidBodyParam('id', 'The id must match the one in the URL.');
      }
      const row = await channels.current(request.params.channel_id);
      await access.requireManageProperties(actor, row);
      const {banner_info} = names;
      if (banner_info && !isDeepStrictEqual(banner_info, row.bannerinfo)) {
        await access.requireManageBanner(actor, row);
      }
      if (type && type !== row.type) {
        throw invalidChannel(
          'api.channel.update_channel.typechange.app_error',
          'Use PUT /channels/{id}/privacy to change the type of a channel.',
          'type',
        );
      }
      return presentChannel(await channels.change(row.id, {...names, header, purpose}, actor.userId));
    },
  );

  api.put(
    '/channels/:channel_id/patch',
    {
      schema: {
        summary: 'Edit the given names and texts of a channel',
        params: ChannelId,
        body: ChannelPatch,
        response: {200: Channel},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const channel = await channels.byId(request.params.channel_id);
      const {banner_info, ...others} = request.body;
      // A request without changes requires the permission to edit properties.
      if (!banner_info || Object.keys(others).length > 0)
        await access.requireManageProperties(actor, channel);
      if (banner_info) await access.requireManageBanner(actor, channel);
      return presentChannel(await channels.change(channel.id, request.body, actor.userId));
    },
  );

  api.put(
    '/channels/:channel_id/privacy',
    {
      schema: {
        summary: 'Make a channel public (O) or private (P)',
        params: ChannelId,
        body: Type.Object({privacy: Type.Enum(['O', 'P'])}),
        response: {200: Channel},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const channel = await channels.byId(request.params.channel_id);
      const {privacy} = request.body;
      await access.requireConvert(actor, channel, privacy);
      return presentChannel(await channels.convert(channel.id, privacy, actor.userId));
    },
  );

  api.post(
    '/channels/:channel_id/convert',
    {
      schema: {
        summary: 'Convert a public channel to a private channel',
        params: ChannelId,
        response: {200: Channel},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const channel = await channels.byId(request.params.channel_id);
      await access.requireConvert(actor, channel, 'P');
      return presentChannel(await channels.convert(channel.id, 'P', actor.userId));
    },
  );

  api.delete(
    '/channels/:channel_id',
    {
      schema: {
        summary: 'Archive a channel, or delete it permanently',
        params: ChannelId,
        querystring: Type.Object({permanent: QueryFlag}),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const channel = await channels.byId(request.params.channel_id);
      await access.requireArchive(actor, channel);
      if (isFlagSet(request.query.permanent)) {
        await permanentDeletion.channel(actor, channel);
        await audits.recordRequest(request, `channel_id=${channel.id} name=${channel.name}`);
      } else {
        await channels.archive(channel.id, actor.userId);
      }
      return STATUS_OK;
    },
  );

  api.post(
    '/channels/:channel_id/restore',
    {
      schema: {
        summary: 'Unarchive a channel',
        params: ChannelId,
        response: {200: Channel},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const channel = await channels.byId(request.params.channel_id);
      await permissions.require(actor, 'manage_team', {teamId: channel.teamid});
      return presentChannel(await channels.restore(channel.id, actor.userId));
    },
  );

  api.post(
    '/channels/:channel_id/move',
    {
      schema: {
        summary: 'Move a channel to another team',
        params: ChannelId,
        body: Type.Object({team_id: Id, force: Type.Optional(Type.Boolean())}),
        response: {200: Channel},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const channel = await channels.byId(request.params.channel_id);
      await permissions.require(actor, 'manage_system');
      const {team_id, force = false} = request.body;
      const row = await channels.move(channel.id, team_id, {actorId: actor.userId, force});
      await audits.recordRequest(request, `channel_id=${row.id} team_id=${team_id}`);
      return presentChannel(row);
    },
  );

  api.put(
    '/channels/:channel_id/scheme',
    {
      schema: {
        summary: 'Set or remove the scheme of a channel',
        params: ChannelId,
        body: Type.Object({scheme_id: Type.Optional(looseId())}),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      await channels.setScheme(request.params.channel_id, request.body.scheme_id ?? '');
      await audits.recordRequest(request, `channel_id=${request.params.channel_id}`);
      return STATUS_OK;
    },
  );
}
