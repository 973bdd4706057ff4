import type {FastifyReply} from 'fastify';

/** The names of the cookies that the official clients use (docs/specification.md#sign-in-and-sessions). */
export const TOKEN_COOKIE = 'MMAUTHTOKEN';
const USER_COOKIE = 'MMUSERID';
const CSRF_COOKIE = 'MMCSRF';

/** Sets the three cookies of a session. `maxAge` in seconds. Only the token is out of a script's reach. */
export function setSessionCookies(
  reply: FastifyReply,
  {token, userId, csrf}: {token: string; userId: string; csrf: string},
  {maxAge, secure}: {maxAge: number; secure: boolean},
): void {
  const options = {
    path: '/',
    maxAge,
    expires: new Date(Date.now() + maxAge * 1000),
    secure,
    sameSite: 'lax',
  } as const;
  reply.setCookie(TOKEN_COOKIE, token, {...options, httpOnly: true});
  reply.setCookie(USER_COOKIE, userId, options);
  reply.setCookie(CSRF_COOKIE, csrf, options);
}

/** Makes the browser forget the session. */
export function clearSessionCookies(reply: FastifyReply): void {
  for (const name of [TOKEN_COOKIE, USER_COOKIE, CSRF_COOKIE]) reply.clearCookie(name, {path: '/'});
}
