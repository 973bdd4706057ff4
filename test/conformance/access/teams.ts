import {newId} from '../../../server/src/platform/database/ids.ts';
import type {AccessTable} from './access-table.ts';
import type {World} from './world.ts';

const ofTeam = (world: World) => ({id: world.teamId, display_name: 'Another name'});
const memberIds = (world: World) => [world.member];

/** Teams and their members. The team is invitation-only. */
export const teams: AccessTable = {
  //                                  anon mem tok oth bot tad sad
  'POST /api/v4/teams': [
    '401 201 201 201 201 201 201',
    {body: () => ({name: `t-${newId().slice(0, 12)}`, display_name: 'New', type: 'O'}), but: {guest: 403}},
  ],
  'GET /api/v4/teams': ['401 200 200 200 200 200 200', {but: {guest: 403}}],
  'POST /api/v4/teams/search': [
    '401 200 200 200 200 200 200',
    {body: () => ({term: 'team'}), but: {guest: 403}},
  ],
  'GET /api/v4/teams/:team_id': '401 200 200 403 200 200 200',
  'GET /api/v4/teams/name/:team_name': '401 200 200 404 200 200 200',
  'GET /api/v4/teams/name/:team_name/exists': '401 200 200 200 200 200 200',
  // Anyone with the invite id can see its team.
  'GET /api/v4/teams/invite/:invite_id': ['200 200 200 200 200 200 200', {showsThingsOf: 'member'}],
  'GET /api/v4/teams/:team_id/stats': '401 200 200 403 200 200 200',

  'PUT /api/v4/teams/:team_id': ['401 403 403 403 403 200 200', {body: ofTeam}],
  'PUT /api/v4/teams/:team_id/patch': ['401 403 403 403 403 200 200', {body: () => ({description: 'New'})}],
  'PUT /api/v4/teams/:team_id/privacy': ['401 403 403 403 403 200 200', {body: () => ({privacy: 'O'})}],
  'POST /api/v4/teams/:team_id/regenerate_invite_id': '401 403 403 403 403 200 200',
  'DELETE /api/v4/teams/:team_id': '401 403 403 403 403 200 200',
  'POST /api/v4/teams/:team_id/restore': '401 403 403 403 403 200 200',
  'PUT /api/v4/teams/:team_id/scheme': ['401 403 403 403 403 403 200', {body: () => ({scheme_id: ''})}],
  'GET /api/v4/teams/:team_id/image': '401 404 404 403 404 404 404',
  // The request contains no file, so authorized callers get 400.
  'POST /api/v4/teams/:team_id/image': '401 403 403 403 403 400 400',
  'DELETE /api/v4/teams/:team_id/image': '401 403 403 403 403 200 200',

  'GET /api/v4/teams/:team_id/members': '401 200 200 403 200 200 200',
  'POST /api/v4/teams/:team_id/members/ids': ['401 200 200 403 200 200 200', {body: memberIds}],
  'GET /api/v4/teams/:team_id/members/:user_id': '401 200 200 403 200 200 200',
  // Members can add others, as in Mattermost. No one can add themselves to an invitation-only team.
  'POST /api/v4/teams/:team_id/members': [
    '401 201 201 403 201 201 201',
    {body: (world) => ({team_id: world.teamId, user_id: world.other}), but: {guest: 403}},
  ],
  'POST /api/v4/teams/:team_id/members/batch': [
    '401 201 201 403 201 201 201',
    {body: (world) => [{team_id: world.teamId, user_id: world.other}], but: {guest: 403}},
  ],
  // Emails are turned off.
  'POST /api/v4/teams/:team_id/invite/email': [
    '401 501 501 501 501 501 501',
    {body: () => ['new@example.com']},
  ],
  'POST /api/v4/teams/:team_id/invite-guests/email': [
    '401 501 501 501 501 501 501',
    {body: (world) => ({emails: ['new@example.com'], channels: [world.params.channel_id]})},
  ],
  'GET /api/v4/teams/:team_id/invites/email': ['401 200 200 403 200 200 200', {but: {guest: 403}}],
  'DELETE /api/v4/teams/:team_id/invites/email/:invitation_id': [
    '401 404 404 403 404 404 404',
    {params: () => ({invitation_id: newId()}), but: {guest: 403}},
  ],
  'GET /api/v4/teams/invites/email': '401 403 403 403 403 403 200',
  'DELETE /api/v4/teams/invites/email': '401 403 403 403 403 403 200',
  'POST /api/v4/teams/members/invite': [
    '401 201 201 201 201 201 201',
    {query: (world) => `invite_id=${world.params.invite_id}`, showsThingsOf: 'member', but: {guest: 403}},
  ],
  'DELETE /api/v4/teams/:team_id/members/:user_id': '401 200 200 403 403 200 200',
  'PUT /api/v4/teams/:team_id/members/:user_id/roles': [
    '401 403 403 403 403 200 200',
    {body: () => ({roles: 'team_user team_admin'})},
  ],
  'PUT /api/v4/teams/:team_id/members/:user_id/schemeRoles': [
    '401 403 403 403 403 200 200',
    {body: () => ({scheme_user: true, scheme_admin: true})},
  ],

  'GET /api/v4/users/:user_id/teams': '401 200 200 403 403 403 200',
  'GET /api/v4/users/:user_id/teams/members': '401 200 200 403 403 403 200',
  'GET /api/v4/users/:user_id/teams/unread': '401 200 200 403 403 403 200',
  'GET /api/v4/users/:user_id/teams/:team_id/unread': '401 200 200 403 403 403 200',
  'PUT /api/v4/users/:user_id/teams/:team_id/read': '401 200 200 403 403 403 200',
};
