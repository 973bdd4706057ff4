import type {World} from './world.ts';

/**
 * Who calls, in the order of the columns of every table:
 *
 * - `anonymous`: without a session
 * - `member`: owns the things of the {@link World}: the account, the posts, the file, the emoji; is in the team, in its
 *   public channel, and in the channel in question
 * - `token`: the member, by a personal access token
 * - `other`: a member of the server, in no team
 * - `bot`: in the team and in its public channel, not in the channel in question; by its access token
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

/**
 * Callers without a column of their own, each with the column whose statuses they get unless the line says otherwise
 * with `but`:
 *
 * - `guest`: a guest of the team who is in its public channel only
 * - `former channel member`: a member of the team and of its public channel who was removed from the channel in
 *   question, and still follows a thread and has a saved post and a draft there
 * - `former team member`: removed from the team, and so from its channels
 * - `deactivated`, `deactivated token`: a member of everything whose account is deactivated, by a session and by a
 *   personal access token
 */
export const DERIVED_CALLERS = {
  guest: 'bot',
  'former channel member': 'bot',
  'former team member': 'other',
  deactivated: 'anonymous',
  'deactivated token': 'anonymous',
} as const satisfies Record<string, (typeof CALLERS)[number]>;

export type DerivedCaller = keyof typeof DERIVED_CALLERS;
export type Caller = (typeof CALLERS)[number] | DerivedCaller;

/** How a route is called, as far as it matters who may call it. */
export interface RouteCall {
  /** Path parameters that are other than those of the world (see {@link World.params}). */
  params?: (world: World) => Record<string, string>;
  /** Query string, without the question mark. */
  query?: (world: World) => string;
  /** A body that is right, so that who may call the route gets through. */
  body?: (world: World) => unknown;
  headers?: Record<string, string>;
  /** Makes, by calls or SQL, what the world does not hold. Runs again for each new world. */
  prepare?: (world: World) => Promise<void>;
  /** Statuses of derived callers that differ from those of their column (see {@link DERIVED_CALLERS}). */
  but?: Partial<Record<DerivedCaller, number>>;
  /** Whose things a response may show besides the caller's own, because the request proves a right to them. */
  showsThingsOf?: Caller;
  /** A member may do this in an archived channel too: it reads, or changes nothing that others see but by taking away. */
  allowedInArchive?: true;
}

/**
 * What each route of a feature answers to each caller: the statuses in the order of {@link CALLERS}, and how it is
 * called if that takes more than the parameters of the world.
 *
 *     'GET /api/v4/users/:user_id/tokens': '401 403 403 403 403 403 200',
 *     'PUT /api/v4/users/:user_id/active': ['401 200 200 403 403 403 200', {body: () => ({active: false})}],
 */
export type AccessTable = Readonly<Record<string, string | readonly [string, RouteCall]>>;
