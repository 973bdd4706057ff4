import Type from 'typebox';
import {invalidBodyParam} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id, STATUS_OK, StatusOk, word} from '../../platform/http/wire.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf, type Session} from '../sessions/sessions.ts';
import {
  NewSidebarCategory,
  OrderedSidebarCategories,
  SidebarCategory,
  SidebarCategoryChange,
  SidebarCategoryList,
} from './schema.ts';
import type {SidebarCategories} from './sidebar-categories.ts';

/** The sidebar of a user in a team: `/users/{id}/teams/{id}/channels/categories`. */
export function registerSidebarCategoryRoutes(
  api: HttpServer,
  {sidebarCategories, permissions}: {sidebarCategories: SidebarCategories; permissions: Permissions},
): void {
  const PATH = '/users/:user_id/teams/:team_id/channels/categories';
  const Place = Type.Object({user_id: Id, team_id: Id});
  const CategoryPlace = Type.Object({
    user_id: Id,
    team_id: Id,
    category_id: Type.String({pattern: '^[A-Za-z0-9_]{1,128}$'}),
  });
  const Order = Type.Array(word(), {maxItems: 1000});

  /** The sidebar that a request is about. @throws AppError 403 unless it is the actor's, or they may edit others. */
  async function placeOf(
    actor: Session,
    {user_id, team_id}: {user_id: string; team_id: string},
  ): Promise<{userId: string; teamId: string}> {
    await permissions.requireSelfOr(actor, user_id, 'edit_other_users');
    await permissions.require(actor, 'view_team', {teamId: team_id});
    return {userId: user_id, teamId: team_id};
  }

  /** Whole records come back from clients: they have to be about the sidebar in the URL. */
  function requireSamePlace(
    category: {user_id?: string; team_id?: string},
    params: {user_id: string; team_id: string},
  ): void {
    for (const name of ['user_id', 'team_id'] as const) {
      if (category[name] && category[name] !== params[name]) {
        throw invalidBodyParam(name, 'It is another id than that in the URL.');
      }
    }
  }

  api.get(
    PATH,
    {
      schema: {
        summary: 'List the categories of a sidebar',
        params: Place,
        response: {200: OrderedSidebarCategories},
      },
    },
    async (request) => {
      const categories = await sidebarCategories.all(await placeOf(actorOf(request), request.params));
      return {categories, order: categories.map(({id}) => id)};
    },
  );

  api.post(
    PATH,
    {
      schema: {
        summary: 'Make a category',
        params: Place,
        body: NewSidebarCategory,
        response: {200: SidebarCategory},
      },
    },
    async (request) => {
      requireSamePlace(request.body, request.params);
      return sidebarCategories.create(await placeOf(actorOf(request), request.params), request.body);
    },
  );

  api.put(
    PATH,
    {
      schema: {
        summary: 'Change categories, and which channels are in them',
        params: Place,
        body: Type.Array(SidebarCategoryChange, {maxItems: 1000}),
        response: {200: SidebarCategoryList},
      },
    },
    async (request) => {
      for (const category of request.body) requireSamePlace(category, request.params);
      return sidebarCategories.change(await placeOf(actorOf(request), request.params), request.body);
    },
  );

  api.get(
    `${PATH}/order`,
    {schema: {summary: 'The order of the categories', params: Place, response: {200: Order}}},
    async (request) => {
      const categories = await sidebarCategories.all(await placeOf(actorOf(request), request.params));
      return categories.map(({id}) => id);
    },
  );

  api.put(
    `${PATH}/order`,
    {
      schema: {
        summary: 'Change the order of the categories',
        params: Place,
        body: Order,
        response: {200: Order},
      },
    },
    async (request) =>
      sidebarCategories.reorder(await placeOf(actorOf(request), request.params), request.body),
  );

  api.get(
    `${PATH}/:category_id`,
    {schema: {summary: 'Get a category', params: CategoryPlace, response: {200: SidebarCategory}}},
    async (request) =>
      sidebarCategories.one(await placeOf(actorOf(request), request.params), request.params.category_id),
  );

  api.put(
    `${PATH}/:category_id`,
    {
      schema: {
        summary: 'Change a category, and which channels are in it',
        params: CategoryPlace,
        body: NewSidebarCategory,
        response: {200: SidebarCategory},
      },
    },
    async (request) => {
      requireSamePlace(request.body, request.params);
      const place = await placeOf(actorOf(request), request.params);
      const change = {...request.body, id: request.params.category_id};
      return (await sidebarCategories.change(place, [change]))[0]!;
    },
  );

  api.delete(
    `${PATH}/:category_id`,
    {schema: {summary: 'Delete an own category', params: CategoryPlace, response: {200: StatusOk}}},
    async (request) => {
      await sidebarCategories.delete(
        await placeOf(actorOf(request), request.params),
        request.params.category_id,
      );
      return STATUS_OK;
    },
  );

  // Nobody sorts channels for others here.
  api.get(
    '/teams/:team_id/channels/managed_categories',
    {
      schema: {
        summary: 'List the categories that channels are given for everyone: there are none',
        params: Type.Object({team_id: Id}),
        response: {200: Type.Record(Type.String(), Type.String())},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'view_team', {teamId: request.params.team_id});
      return {};
    },
  );
}
