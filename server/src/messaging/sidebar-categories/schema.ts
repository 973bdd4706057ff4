import Type from 'typebox';
import {Id, line, looseId, word} from '../../platform/http/wire.ts';

const CategoryType = Type.Enum(['favorites', 'channels', 'direct_messages', 'custom']);

const Sorting = Type.String({
  pattern: '^(?:|manual|recent|alpha)$',
  description: 'manual, recent, alpha, or empty.',
});

export const SidebarCategory = Type.Object({
  id: Type.String(),
  user_id: Id,
  team_id: Id,
  sort_order: Type.Integer(),
  sorting: Sorting,
  type: CategoryType,
  display_name: Type.String(),
  muted: Type.Boolean(),
  collapsed: Type.Boolean(),
  channel_ids: Type.Array(Id),
});

export const SidebarCategoryList = Type.Array(SidebarCategory);

/** All categories of a user in a team, and their ids in order. */
export const OrderedSidebarCategories = Type.Object({
  categories: SidebarCategoryList,
  order: Type.Array(Type.String()),
});

const fields = {
  user_id: Type.Optional(looseId()),
  team_id: Type.Optional(looseId()),
  display_name: Type.Optional(line('1 to 64 characters; only custom categories can be renamed.')),
  sorting: Type.Optional(Sorting),
  muted: Type.Optional(Type.Boolean()),
  collapsed: Type.Optional(Type.Boolean()),
  channel_ids: Type.Optional(Type.Array(looseId(), {maxItems: 10_000})),
};

export const NewSidebarCategory = Type.Object(fields);

/** The changes to a category; missing fields don't change. */
export const SidebarCategoryChange = Type.Object({id: word(), ...fields});
