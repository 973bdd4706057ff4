import {expect, test} from 'vitest';
import {passesCsrfCheck, requestToken} from './credentials.ts';

const NONE: Record<string, string | undefined> = {};
const COOKIE = {MMAUTHTOKEN: 'from-cookie'};

test('the cookie takes precedence over the header', () => {
  expect(requestToken(COOKIE, undefined)).toEqual({token: 'from-cookie', fromCookie: true});
  expect(requestToken(COOKIE, 'Bearer from-header')).toEqual({token: 'from-cookie', fromCookie: true});
  expect(requestToken({MMAUTHTOKEN: ''}, 'Bearer from-header')).toEqual({
    token: 'from-header',
    fromCookie: false,
  });
});

test.each(['Bearer abc', 'bearer abc', 'Token abc', 'TOKEN   abc', 'Bearer abc  '])(
  '%j contains a token',
  (header) => {
    expect(requestToken(NONE, header)).toEqual({token: 'abc', fromCookie: false});
  },
);

test.each([
  undefined,
  '',
  'abc',
  'Bearer',
  'Bearer ',
  'Bearerabc',
  'Basic abc',
  'Bearer a b',
  'x Bearer abc',
])('%j contains no token', (header) => {
  expect(requestToken(NONE, header)).toBeUndefined();
});

test.each(['GET', 'HEAD', 'OPTIONS'])('%s requires no CSRF protection', (method) => {
  expect(passesCsrfCheck({method, headers: {}}, 'csrf')).toBe(true);
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
  '%s requires the CSRF token or a header that only scripts can set',
  (method) => {
    const proves = (headers: Record<string, string>) => passesCsrfCheck({method, headers}, 'csrf');
    expect(proves({'x-csrf-token': 'csrf'})).toBe(true);
    expect(proves({'x-requested-with': 'XMLHttpRequest'})).toBe(true);
    expect(proves({'x-csrf-token': '', 'x-requested-with': 'XMLHttpRequest'})).toBe(true);
    expect(proves({})).toBe(false);
    expect(proves({'x-csrf-token': ''})).toBe(false);
    expect(proves({'x-requested-with': 'fetch'})).toBe(false);
    // A correct header doesn't make up for a wrong token.
    expect(proves({'x-csrf-token': 'other', 'x-requested-with': 'XMLHttpRequest'})).toBe(false);
    // An empty token does not match a session without one.
    expect(passesCsrfCheck({method, headers: {'x-csrf-token': ''}}, '')).toBe(false);
  },
);
