import type {World} from './world.ts';

/**
 * Who calls, in the order of the columns of every table:
 *
 * - `anonymous`: nobody
 * - `member`: owns the things of the {@link World}: the account, the posts, the file, the emoji, the webhook; is in the
 *   team, in its public channel and in its private one
 * - `token`: the member, by a personal access token
 * - `other`: a member of the server, in no team
 * - `bot`: in the team and in its public channel, not in the private one; by its access token
 * - `team admin`: administers the team, and is in its public channel only
 * - `system admin`: administers the server, and is in no team
 */
export const CALLERS = [
  'anonymous',
  'member',
  'token',
  'other',
  'bot',
  'team admin',
  'system admin',
] as const;
export type Caller = (typeof CALLERS)[number];

/** How a route is called, as far as it matters who may call it. */
export interface RouteCall {
  /** Path parameters that are other than those of the world (see {@link World.params}). */
  params?: (world: World) => Record<string, string>;
  /** Query string, without the question mark. */
  query?: (world: World) => string;
  /** A body that is right, so that who may call the route gets through. */
  body?: (world: World) => unknown;
  headers?: Record<string, string>;
  /** Makes, by calls or SQL, what the world does not hold. Runs anew whenever the world does. */
  prepare?: (world: World) => Promise<void>;
}

/**
 * What each route of a feature answers to each caller: the statuses in the order of {@link CALLERS}, and how it is
 * called if that takes more than the parameters of the world.
 *
 *     'GET /api/v4/users/:user_id/tokens': '401 403 403 403 403 403 200',
 *     'PUT /api/v4/users/:user_id/active': ['401 200 200 403 403 403 200', {body: () => ({active: false})}],
 */
export type AccessTable = Readonly<Record<string, string | readonly [string, RouteCall]>>;
