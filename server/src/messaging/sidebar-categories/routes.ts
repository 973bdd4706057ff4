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
  const SidebarPath = Type.Object({user_id: Id, team_id: Id});
  const CategoryPath = Type.Object({
    user_id: Id,
    team_id: Id,
    category_id: Type.String({pattern: '^[A-Za-z0-9_]{1,128}$'}),
  });
  const Order = Type.Array(word(), {maxItems: 1000});

  /**
   * The sidebar in the path of a request.
   *
   * @throws AppError 403 unless it is the actor's, or the actor may edit other users.
   */
  async function requireSidebar(
    actor: Session,
    {user_id, team_id}: {user_id: string; team_id: string},
  ): Promise<{userId: string; teamId: string}> {
    await permissions.requireSelfOrEditor(actor, user_id);
    await permissions.require(actor, 'view_team', {teamId: team_id});
    return {userId: user_id, teamId: team_id};
  }

  /** Rejects records of another sidebar, because clients send complete records. */
  function requireSameSidebar(
    category: {user_id?: string; team_id?: string},
    params: {user_id: string; team_id: string},
  ): void {
    for (const name of ['user_id', 'team_id'] as const) {
      if (category[name] && category[name] !== params[name]) {
        throw invalidBodyParam(name, 'The id must match the one in the URL.');
      }
    }
  }

  api.get(
    PATH,
    {
      schema: {
        summary: "List a user's sidebar categories in a team",
        params: SidebarPath,
        response: {200: OrderedSidebarCategories},
      },
    },
    async (request) => {
      const categories = await sidebarCategories.all(await requireSidebar(actorOf(request), request.params));
      return {categories, order: categories.map(({id}) => id)};
    },
  );

  api.post(
    PATH,
    {
      schema: {
        summary: 'Create a sidebar category',
        params: SidebarPath,
        body: NewSidebarCategory,
        response: {200: SidebarCategory},
      },
    },
    async (request) => {
      requireSameSidebar(request.body, request.params);
      return sidebarCategories.create(await requireSidebar(actorOf(request), request.params), request.body);
    },
  );

  api.put(
    PATH,
    {
      schema: {
        summary: 'Edit sidebar categories and their channels',
        params: SidebarPath,
        body: Type.Array(SidebarCategoryChange, {maxItems: 1000}),
        response: {200: SidebarCategoryList},
      },
    },
    async (request) => {
      for (const category of request.body) requireSameSidebar(category, request.params);
      return sidebarCategories.change(await requireSidebar(actorOf(request), request.params), request.body);
    },
  );

  api.get(
    `${PATH}/order`,
    {
      schema: {
        summary: 'Get the order of the sidebar categories',
        params: SidebarPath,
        response: {200: Order},
      },
    },
    async (request) => {
      const categories = await sidebarCategories.all(await requireSidebar(actorOf(request), request.params));
      return categories.map(({id}) => id);
    },
  );

  api.put(
    `${PATH}/order`,
    {
      schema: {
        summary: 'Set the order of the sidebar categories',
        params: SidebarPath,
        body: Order,
        response: {200: Order},
      },
    },
    async (request) =>
      sidebarCategories.reorder(await requireSidebar(actorOf(request), request.params), request.body),
  );

  api.get(
    `${PATH}/:category_id`,
    {schema: {summary: 'Get a sidebar category', params: CategoryPath, response: {200: SidebarCategory}}},
    async (request) =>
      sidebarCategories.one(
        await requireSidebar(actorOf(request), request.params),
        request.params.category_id,
      ),
  );

  api.put(
    `${PATH}/:category_id`,
    {
      schema: {
        summary: 'Edit a sidebar category and its channels',
        params: CategoryPath,
        body: NewSidebarCategory,
        response: {200: SidebarCategory},
      },
    },
    async (request) => {
      requireSameSidebar(request.body, request.params);
      const owner = await requireSidebar(actorOf(request), request.params);
      const change = {...request.body, id: request.params.category_id};
      return (await sidebarCategories.change(owner, [change]))[0]!;
    },
  );

  api.delete(
    `${PATH}/:category_id`,
    {schema: {summary: 'Delete a custom sidebar category', params: CategoryPath, response: {200: StatusOk}}},
    async (request) => {
      await sidebarCategories.delete(
        await requireSidebar(actorOf(request), request.params),
        request.params.category_id,
      );
      return STATUS_OK;
    },
  );

  api.get(
    '/teams/:team_id/channels/managed_categories',
    {
      schema: {
        summary: 'List the default categories of channels (always empty)',
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
