import pg from 'pg';
import {expect, test} from 'vitest';
import {connectionSettings} from './connection-settings.ts';

test.each([
  ['', false],
  ['?sslmode=disable', false],
  ['?sslmode=require', {rejectUnauthorized: false}],
  ['?application_name=x&sslmode=verify-full', {}],
])('sslmode works as in psql: %s', (parameters, ssl) => {
  const client = new pg.Client(connectionSettings(`postgresql://user@host/database${parameters}`));
  expect(client.ssl).toEqual(ssl);
});
