import type {FastifyReply} from 'fastify';

/** The cookie names of the official clients (docs/specification.md#sign-in-and-sessions). */
export const TOKEN_COOKIE = 'MMAUTHTOKEN';
const USER_COOKIE = 'MMUSERID';
const CSRF_COOKIE = 'MMCSRF';

/** Sets the three cookies of a session. `maxAge` is in seconds. Scripts cannot read the token. */
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

/** Deletes the cookies of the session. */
export function clearSessionCookies(reply: FastifyReply): void {
  for (const name of [TOKEN_COOKIE, USER_COOKIE, CSRF_COOKIE]) reply.clearCookie(name, {path: '/'});
}
