import Type, {type Static} from 'typebox';
import type {ActionLimits} from '../../messaging/action-limits/action-limits.ts';
import type {Audits} from '../../messaging/audits/audits.ts';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import {imageResponse, type ProfileImages} from '../../messaging/profile-images/profile-images.ts';
import {actorOf} from '../../messaging/sessions/sessions.ts';
import {User, UserPatch} from '../../messaging/users/schema.ts';
import {presentUser, type Users} from '../../messaging/users/users.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import {formParts} from '../../platform/http/form-parts.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {PagingQuery, toOffsetLimit} from '../../platform/http/paging.ts';
import {isFlagSet} from '../../platform/http/query.ts';
import {FileBytes, sendStoredFile} from '../../platform/http/stored-file-response.ts';
import {Id, line, STATUS_OK, StatusOk, word} from '../../platform/http/wire.ts';
import type {BotRow, Bots} from './bots.ts';
import {Bot, BotPatch, NewBot} from './schema.ts';

interface Dependencies {
  bots: Bots;
  users: Users;
  permissions: Permissions;
  profileImages: ProfileImages;
  fileStore: FileStore;
  audits: Audits;
  actionLimits: ActionLimits;
}

/** Bots: `/bots`, and conversions between user accounts and bots. */
export function registerBotRoutes(api: HttpServer, parts: Dependencies): void {
  registerBotIconRoutes(api, parts);

  api.post(
    '/notifications/test',
    {
      schema: {
        summary: 'Get a direct message from the system bot, to test your notifications',
        response: {200: StatusOk},
      },
    },
    async (request) => {
      await parts.bots.sendTestNotification(actorOf(request).userId);
      return STATUS_OK;
    },
  );
  const {bots, users, permissions, actionLimits} = parts;
  const BotId = Type.Object({bot_user_id: Id});

  api.post(
    '/bots',
    {schema: {summary: 'Create a bot', body: NewBot, response: {201: Bot}}},
    async (request, reply) => {
      await actionLimits.count(request, reply, 'name-change');
      return reply.code(201).send(presentBot(await bots.createFor(actorOf(request), request.body)));
    },
  );

  api.get(
    '/bots',
    {
      schema: {
        summary: 'List bots',
        querystring: Type.Object({
          ...PagingQuery.properties,
          include_deleted: Type.Optional(Type.Boolean()),
          only_orphaned: Type.Optional(Type.Boolean()),
        }),
        response: {200: Type.Array(Bot)},
      },
    },
    async (request) => {
      const {include_deleted = false, only_orphaned = false} = request.query;
      const rows = await bots.list(actorOf(request), {
        includeDisabled: include_deleted,
        onlyOrphaned: only_orphaned,
        ...toOffsetLimit(request.query),
      });
      return rows.map(presentBot);
    },
  );

  api.get(
    '/bots/:bot_user_id',
    {
      schema: {
        summary: 'Get a bot',
        params: BotId,
        querystring: Type.Object({include_deleted: Type.Optional(word('`true` to find a disabled bot.'))}),
        response: {200: Bot},
      },
    },
    async (request) => {
      const {bot_user_id} = request.params;
      const includeDisabled = isFlagSet(request.query.include_deleted);
      return presentBot(await bots.get(actorOf(request), bot_user_id, {includeDisabled}));
    },
  );

  api.put(
    '/bots/:bot_user_id',
    {schema: {summary: 'Edit a bot', params: BotId, body: BotPatch, response: {200: Bot}}},
    async (request, reply) => {
      if (request.body.username !== undefined) await actionLimits.count(request, reply, 'name-change');
      return presentBot(await bots.patch(actorOf(request), request.params.bot_user_id, request.body));
    },
  );

  for (const [path, enabled, summary] of [
    ['enable', true, 'Enable a bot'],
    ['disable', false, 'Disable a bot and its tokens'],
  ] as const) {
    api.post(
      `/bots/:bot_user_id/${path}`,
      {schema: {summary, params: BotId, response: {200: Bot}}},
      async (request) =>
        presentBot(await bots.setEnabled(actorOf(request), request.params.bot_user_id, enabled)),
    );
  }

  api.post(
    '/bots/:bot_user_id/assign/:user_id',
    {
      schema: {
        summary: 'Assign a bot to a new owner',
        params: Type.Object({bot_user_id: Id, user_id: Id}),
        response: {200: Bot},
      },
    },
    async (request) =>
      presentBot(await bots.assign(actorOf(request), request.params.bot_user_id, request.params.user_id)),
  );

  api.post(
    '/bots/:bot_user_id/convert_to_user',
    {
      schema: {
        summary: 'Convert a bot to a user account',
        params: BotId,
        querystring: Type.Object({set_system_admin: Type.Optional(Type.Boolean())}),
        body: Type.Object({...UserPatch.properties, password: line('The password of the user account.')}),
        response: {200: User},
      },
    },
    async (request) => {
      const {bot_user_id} = request.params;
      await permissions.require(actorOf(request), 'manage_system');
      await bots.toUser(bot_user_id, {
        ...request.body,
        asAdministrator: request.query.set_system_admin ?? false,
      });
      return presentUser(await users.byId(bot_user_id), 'full');
    },
  );

  api.post(
    '/users/:user_id/convert_to_bot',
    {
      schema: {
        summary: 'Convert a user account to a bot',
        params: Type.Object({user_id: Id}),
        response: {200: Bot},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return presentBot(await bots.fromUser(await users.byId(request.params.user_id)));
    },
  );
}

/** The icon of a bot is the profile picture of its account (docs/specification.md#bots). */
function registerBotIconRoutes(
  api: HttpServer,
  {bots, users, profileImages, fileStore, audits}: Dependencies,
): void {
  const BotId = Type.Object({bot_user_id: Id});

  api.get(
    '/bots/:bot_user_id/icon',
    {
      schema: {
        summary: 'Get the icon of a bot',
        params: BotId,
        querystring: Type.Object({_: Type.Optional(word())}),
        response: {200: FileBytes},
      },
    },
    async (request, reply) => {
      const {bot_user_id} = request.params;
      const {userid} = await bots.get(actorOf(request), bot_user_id, {includeDisabled: true});
      const user = await users.byId(userid);
      const image = await profileImages.ofUser(user);
      return sendStoredFile(request, reply, fileStore, imageResponse(image, user.username));
    },
  );

  api.post(
    '/bots/:bot_user_id/icon',
    {
      schema: {
        summary: 'Set the icon of a bot',
        description: 'Send a multipart form with the file `image`.',
        params: BotId,
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const {userid} = await bots.getToManage(actorOf(request), request.params.bot_user_id);
      const square = await profileImages.fromForm(formParts(request));
      await profileImages.setOfUser(await users.byId(userid), square);
      await audits.recordRequest(request, `bot_user_id=${userid}`);
      return STATUS_OK;
    },
  );

  api.delete(
    '/bots/:bot_user_id/icon',
    {schema: {summary: 'Reset the icon of a bot to the default', params: BotId, response: {200: StatusOk}}},
    async (request) => {
      const {userid} = await bots.getToManage(actorOf(request), request.params.bot_user_id);
      await profileImages.resetOfUser(await users.byId(userid));
      await audits.recordRequest(request, `bot_user_id=${userid}`);
      return STATUS_OK;
    },
  );
}

function presentBot(row: BotRow): Static<typeof Bot> {
  return {
    user_id: row.userid,
    username: row.username,
    ...(row.displayname ? {display_name: row.displayname} : {}),
    ...(row.description ? {description: row.description} : {}),
    owner_id: row.ownerid,
    ...(row.lasticonupdate ? {last_icon_update: row.lasticonupdate} : {}),
    create_at: row.createat,
    update_at: row.updateat,
    delete_at: row.deleteat,
  };
}
