import Type from 'typebox';
import {invalidBodyParam} from '../../../platform/errors/app-error.ts';
import type {HttpServer} from '../../../platform/http/http-server.ts';
import {Id, line, looseId, SearchTerm} from '../../../platform/http/wire.ts';
import type {Permissions} from '../../permissions/permissions.ts';
import {actorOf} from '../../sessions/sessions.ts';
import type {Visibility} from '../../visibility/visibility.ts';
import type {ChannelAccess} from '../channel-access.ts';
import type {Channels} from '../channels.ts';
import {presentChannel} from '../present.ts';
import {Channel, ChannelList} from '../schema.ts';

/** Direct and group channels: `/channels/direct`, `/channels/group`. */
export function registerDirectChannelRoutes(
  api: HttpServer,
  {
    channels,
    permissions,
    visibility,
    access,
  }: {channels: Channels; permissions: Permissions; visibility: Visibility; access: ChannelAccess},
): void {
  api.post(
    '/channels/direct',
    {
      schema: {
        summary: 'Get or create the direct channel of two users, or of a user with themselves',
        body: Type.Array(Id, {
          maxItems: 2,
          description: 'Two users; your own id twice for the channel with yourself.',
        }),
        response: {201: Channel},
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const [first, second] = request.body;
      if (first === undefined || second === undefined) {
        throw invalidBodyParam('user_ids', `A direct channel needs two users, not ${request.body.length}.`);
      }
      await permissions.require(actor, 'create_direct_channel');
      await access.requireOneOf(actor, request.body);
      await visibility.requireMayMessage(actor, request.body);
      return reply.code(201).send(presentChannel(await channels.directChannel(first, second, actor.userId)));
    },
  );

  api.post(
    '/channels/group',
    {
      schema: {
        summary: 'Get or create the group channel of three to eight users',
        body: Type.Array(Id, {
          maxItems: 100,
          description: 'Three to eight users; the caller is always included.',
        }),
        response: {201: Channel},
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      await permissions.require(actor, 'create_group_channel');
      await visibility.requireMayMessage(actor, request.body);
      const row = await channels.groupChannel([actor.userId, ...request.body], actor.userId);
      return reply.code(201).send(presentChannel(row));
    },
  );

  api.post(
    '/channels/:channel_id/convert_to_channel',
    {
      schema: {
        summary: 'Convert a group channel to a private channel of a team',
        params: Type.Object({channel_id: Id}),
        // Official clients send the team here too.
        querystring: Type.Object({team_id: Type.Optional(looseId())}),
        body: Type.Object({
          channel_id: Type.Optional(looseId()),
          team_id: Id,
          name: line('1 to 64 of a–z, 0–9, "-" and "_".'),
          display_name: line('1 to 64 characters.'),
        }),
        response: {200: Channel},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const {channel_id: id, team_id: teamId, name, display_name} = request.body;
      const {channel_id} = request.params;
      if (id && id !== channel_id)
        throw invalidBodyParam('channel_id', 'The channel must match the one in the URL.');
      const displayName = display_name.trim();
      if (displayName === '') throw invalidBodyParam('display_name', 'Enter a name for the channel.');
      await permissions.require(actor, 'create_private_channel', {teamId});
      await access.requireMembership(actor, await channels.byId(channel_id));
      return presentChannel(
        await channels.convertGroup(channel_id, {teamId, name, displayName}, actor.userId),
      );
    },
  );

  api.post(
    '/channels/group/search',
    {
      schema: {
        summary: 'Search your group channels by the usernames of their members',
        body: Type.Object({term: SearchTerm}),
        response: {200: ChannelList},
      },
    },
    async (request) =>
      (await channels.lists.searchGroups(actorOf(request).userId, request.body.term)).map(presentChannel),
  );
}
