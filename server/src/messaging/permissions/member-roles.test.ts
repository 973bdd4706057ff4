import {describe, expect, test} from 'vitest';
import {splitMemberRoles} from './member-roles.ts';
import type {RoleRow} from './store.ts';

const role = (name: string, schememanaged = false) => ({name, schememanaged}) as RoleRow;
const existing = [
  role('team_user', true),
  role('channel_admin', true),
  role('helper'),
  role('reader'),
  role('system_user_manager'),
];
const flags = {
  admin: ['team_admin', 'scheme_admin'],
  user: ['team_user', 'scheme_user'],
  guest: ['team_guest', 'scheme_guest'],
};

const split = (names: string, wasGuest = false) =>
  splitMemberRoles({
    names: names.split(' ').filter(Boolean),
    existing,
    flags,
    wasGuest,
    idPrefix: 'api.team',
  });
const none = {schemeAdmin: false, schemeUser: false, schemeGuest: false, explicit: ''};

describe('the roles of a membership', () => {
  test.each([
    ['', none],
    ['team_user', {...none, schemeUser: true}],
    ['scheme_user', {...none, schemeUser: true}],
    ['team_admin', {...none, schemeAdmin: true}],
    ['scheme_admin team_user', {...none, schemeAdmin: true, schemeUser: true}],
    ['helper', {...none, explicit: 'helper'}],
    ['reader team_user helper', {...none, schemeUser: true, explicit: 'reader helper'}],
  ])('%j are stored as flags for standard roles and names for others', (names, expected) => {
    expect(split(names)).toEqual(expected);
  });

  test.each(['team_guest', 'scheme_guest'])('a guest remains a guest: %s', (name) => {
    expect(split(name, true)).toEqual({...none, schemeGuest: true});
    expect(split(`${name} helper`, true)).toEqual({...none, schemeGuest: true, explicit: 'helper'});
  });

  test.each([
    ['nobody', false, 'app.role.get_by_name.app_error', 'There is no role "nobody".'],
    // Existing roles that are assigned with a flag in another scope.
    [
      'channel_admin',
      false,
      'api.team.scheme_role.app_error',
      '"channel_admin" cannot be assigned to a member here',
    ],
    // A team administrator would get permissions that only system administrators have.
    [
      'system_user_manager',
      false,
      'api.team.scheme_role.app_error',
      '"system_user_manager" cannot be assigned to a member here',
    ],
    [
      'team_guest team_user',
      true,
      'api.team.guest_and_user.app_error',
      'cannot be both a guest and a member or administrator',
    ],
    [
      'team_guest team_admin',
      true,
      'api.team.guest_and_user.app_error',
      'cannot be both a guest and a member or administrator',
    ],
    ['team_guest', false, 'api.team.changing_guest_role.app_error', 'To turn a member into a guest'],
    ['team_user', true, 'api.team.changing_guest_role.app_error', 'To turn a guest into a member'],
    ['', true, 'api.team.changing_guest_role.app_error', 'To turn a guest into a member'],
  ])('%j are rejected (guest before: %j)', (names, wasGuest, id, words) => {
    expect(() => split(names, wasGuest)).toThrow(
      expect.objectContaining({id, status: 400, path: 'roles', message: expect.stringContaining(words)}),
    );
  });
});
