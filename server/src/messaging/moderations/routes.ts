import Type from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id} from '../../platform/http/wire.ts';
import type {Audits} from '../audits/audits.ts';
import type {Channels} from '../channels/channels.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import type {Moderations} from './moderations.ts';
import {Moderation, ModerationPatch} from './schema.ts';

/** Channel moderation, for system administrators: `/channels/{id}/moderations`. */
export function registerModerationRoutes(
  api: HttpServer,
  {
    channels,
    moderations,
    permissions,
    audits,
  }: {channels: Channels; moderations: Moderations; permissions: Permissions; audits: Audits},
): void {
  const ChannelId = Type.Object({channel_id: Id});

  api.get(
    '/channels/:channel_id/moderations',
    {
      schema: {
        summary: 'Get the permissions of guests, members and administrators in a channel',
        params: ChannelId,
        response: {200: Type.Array(Moderation)},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'sysconsole_read_user_management_channels');
      return moderations.show(await channels.byId(request.params.channel_id));
    },
  );

  api.put(
    '/channels/:channel_id/moderations/patch',
    {
      schema: {
        summary: 'Change the permissions of guests or members in a channel',
        params: ChannelId,
        body: Type.Array(ModerationPatch, {maxItems: 20}),
        response: {200: Type.Array(Moderation)},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'sysconsole_write_user_management_channels');
      const channel = await channels.byId(request.params.channel_id);
      const changed = await moderations.change(channel, request.body);
      await audits.recordRequest(request, `channel_id=${channel.id}`);
      return changed;
    },
  );
}
