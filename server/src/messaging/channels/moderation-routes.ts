import Type from 'typebox';
import {notImplemented} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id} from '../../platform/http/wire.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import type {Channels} from './channels.ts';

const Switch = Type.Object({value: Type.Boolean(), enabled: Type.Boolean()});

const Moderation = Type.Object({
  name: Type.String(),
  roles: Type.Object({guests: Type.Optional(Switch), members: Switch, admins: Switch}),
});

/** What administrators see of what members may do, and the permissions that each line stands for. */
const MODERATED = [
  {name: 'create_post', permissions: ['create_post'], guests: true},
  {name: 'create_reactions', permissions: ['add_reaction', 'remove_reaction'], guests: true},
  {
    name: 'manage_members',
    permissions: ['manage_public_channel_members', 'manage_private_channel_members'],
    guests: false,
  },
  {name: 'channel_mentions', permissions: ['use_channel_mentions'], guests: true},
] as const;

/** `/channels/{id}/moderations`: shown to administrators; permissions are changed by roles and schemes. */
export function registerModerationRoutes(
  api: HttpServer,
  {channels, permissions}: {channels: Channels; permissions: Permissions},
): void {
  const ChannelId = Type.Object({channel_id: Id});
  const Moderations = Type.Array(Moderation);

  api.get(
    '/channels/:channel_id/moderations',
    {
      schema: {
        summary: 'What guests, members and administrators of a channel may do',
        params: ChannelId,
        response: {200: Moderations},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      await channels.byId(request.params.channel_id);
      const roles = await permissions.rolesByNames(['channel_guest', 'channel_user', 'channel_admin']);
      const granted = (roleName: string) =>
        roles.find(({name}) => name === roleName)?.permissions.split(' ') ?? [];
      return MODERATED.map(({name, permissions: needed, guests}) => {
        const has = (...roleNames: string[]) => ({
          value: needed.some((permission) => roleNames.some((role) => granted(role).includes(permission))),
          enabled: false,
        });
        return {
          name,
          roles: {
            ...(guests ? {guests: has('channel_guest')} : {}),
            members: has('channel_user'),
            admins: has('channel_user', 'channel_admin'),
          },
        };
      });
    },
  );

  api.put(
    '/channels/:channel_id/moderations/patch',
    {schema: {summary: 'Not done for a single channel', params: ChannelId, response: {200: Moderations}}},
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      await channels.byId(request.params.channel_id);
      throw notImplemented(
        'api.channel.patch_channel_moderations.license.error',
        'One channel cannot be moderated by itself. Change the roles, or the scheme of the team.',
      );
    },
  );
}
