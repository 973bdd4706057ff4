import Type from 'typebox';
import {invalidBodyParam} from '../../../platform/errors/app-error.ts';
import type {HttpServer} from '../../../platform/http/http-server.ts';
import {Id, SearchTerm} from '../../../platform/http/wire.ts';
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
      await access.requireParty(actor, request.body);
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
