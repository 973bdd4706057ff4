import {createReadThroughCache} from '../../../platform/concurrency/read-through-cache.ts';
import type {EventBus} from '../../../platform/event-bus/event-bus.ts';
import type {Users} from '../../users/users.ts';

/** What creating a post needs to know about its author. */
export interface Author {
  userId: string;
  username: string;
  roles: readonly string[];
  isBot: boolean;
}

export type PostAuthors = ReturnType<typeof createPostAuthors>;

/** A cache of authors. */
export function createPostAuthors({users, events}: {users: Users; events: EventBus}) {
  const authors = createReadThroughCache<Author>({
    maxSize: 20_000,
    read: async (userId) => {
      const user = await users.byId(userId);
      const roles = user.roles.split(' ').filter(Boolean);
      return {userId, username: user.username, roles, isBot: user.isbot};
    },
  });
  events.onEveryNode('caches:stale', () => authors.clear());
  events.onEveryNode('users:changed', ({userIds}) => userIds.forEach(authors.invalidate));

  return {
    /** @throws AppError 404 for an unknown user. */
    async byId(userId: string): Promise<Author> {
      return (await authors.get(userId))!;
    },
  };
}
