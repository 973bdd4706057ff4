import type {World} from './world.ts';

/**
 * The callers, in the order of the columns of every table:
 *
 * - `anonymous`: without a session
 * - `member`: owns everything in the {@link World}: the account, the posts, the file, the emoji; is in the team, in its
 *   public channel, and in the channel under test
 * - `token`: the member, with a personal access token
 * - `other`: a member of the server who is in no team
 * - `bot`: in the team and in its public channel, but not in the channel under test; with its access token
 * - `team admin`: administers the team, and is only in its public channel
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
 * Callers without a column, each with the column whose statuses they get unless the line overrides it with `but`:
 *
 * - `guest`: a guest of the team who is only in its public channel
 * - `former channel member`: a member of the team and of its public channel who was removed from the channel under
 *   test, and still follows a thread and has a saved post and a draft there
 * - `former team member`: removed from the team, and so from its channels
 * - `deactivated`, `deactivated token`: a member of everything whose account is deactivated, with a session and with a
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

/** How to call a route, where access depends on it. */
export interface RouteCall {
  /** Path parameters that differ from those of the world (see {@link World.params}). */
  params?: (world: World) => Record<string, string>;
  /** Query string, without the question mark. */
  query?: (world: World) => string;
  /** A valid body, so that calls by authorized callers succeed. */
  body?: (world: World) => unknown;
  headers?: Record<string, string>;
  /** Creates what the world does not contain, by API calls or SQL. Runs again for each new world. */
  prepare?: (world: World) => Promise<void>;
  /** Statuses of derived callers that differ from their column (see {@link DERIVED_CALLERS}). */
  but?: Partial<Record<DerivedCaller, number>>;
  /** The caller whose data a response may also contain, because the request proves a right to it. */
  showsThingsOf?: Caller;
  /** A member can do this in an archived channel too, because it only reads, or only removes something from view. */
  allowedInArchive?: true;
}

/**
 * The response of each route of a feature to each caller: the statuses in the order of {@link CALLERS}, and how to
 * call the route if the parameters of the world are not sufficient.
 *
 *     'GET /api/v4/users/:user_id/tokens': '401 403 403 403 403 403 200',
 *     'PUT /api/v4/users/:user_id/active': ['401 200 200 403 403 403 200', {body: () => ({active: false})}],
 */
export type AccessTable = Readonly<Record<string, string | readonly [string, RouteCall]>>;
