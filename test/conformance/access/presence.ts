import {createECDH} from 'node:crypto';
import {newId} from '../../../server/src/platform/database/ids.ts';
import type {AccessTable} from './access-table.ts';
import type {World} from './world.ts';

/** A public key and a secret in the format of a browser's subscription. They belong to no browser. */
const subscription = () => ({
  endpoint: 'https://push.example.com/1',
  keys: {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: Buffer.alloc(16).toString('base64url'),
  },
});

const customStatus = () => ({emoji: 'smile', text: 'at lunch'});

/** Statuses, typing, push notifications, and background jobs. */
export const presence: AccessTable = {
  //                                       anon mem tok oth bot tad sad
  'GET /api/v4/users/:user_id/status': '401 200 200 200 200 200 200',
  'POST /api/v4/users/status/ids': ['401 200 200 200 200 200 200', {body: (world) => [world.member]}],
  'PUT /api/v4/users/:user_id/status': [
    '401 200 200 403 403 403 200',
    {body: (world) => ({user_id: world.member, status: 'away'})},
  ],
  'PUT /api/v4/users/:user_id/status/custom': ['401 200 200 403 403 403 200', {body: customStatus}],
  'DELETE /api/v4/users/:user_id/status/custom': '401 200 200 403 403 403 200',
  'DELETE /api/v4/users/:user_id/status/custom/recent': ['401 200 200 403 403 403 200', {body: customStatus}],
  'POST /api/v4/users/:user_id/status/custom/recent/delete': [
    '401 200 200 403 403 403 200',
    {body: customStatus},
  ],
  'POST /api/v4/users/:user_id/typing': [
    '401 200 200 403 403 403 403',
    {allowedInArchive: true, body: (world) => ({channel_id: world.privateChannelId})},
  ],

  // Only signed-in browsers can subscribe: callers who have not subscribed get 404, and access tokens get 403.
  'GET /api/v4/web_push/subscriptions': '401 403 403 403 403 403 200',
  'DELETE /api/v4/web_push/subscriptions/:session_id': [
    '401 403 403 403 403 403 404',
    {params: () => ({session_id: newId()})},
  ],
  'GET /api/v4/web_push/key': '401 200 200 200 200 200 200',
  'PUT /api/v4/web_push/subscription': [
    '401 200 403 200 403 200 200',
    {body: subscription, but: {guest: 200, 'former channel member': 200}},
  ],
  'DELETE /api/v4/web_push/subscription': '401 200 200 200 200 200 200',
  'POST /api/v4/web_push/test': '401 404 404 404 404 404 404',

  // A job type without its own permissions.
  'POST /api/v4/jobs': ['401 403 403 403 403 403 201', {prepare: createJob, body: () => ({type: KIND})}],
  'GET /api/v4/jobs': ['401 403 403 403 403 403 200', {prepare: createJob}],
  'GET /api/v4/jobs/:job_id': ['401 403 403 403 403 403 200', {prepare: createJob}],
  'GET /api/v4/jobs/type/:job_type': ['401 403 403 403 403 403 200', {prepare: createJob}],
  'POST /api/v4/jobs/:job_id/cancel': ['401 403 403 403 403 403 200', {prepare: createJob}],
  'PATCH /api/v4/jobs/:job_id/status': [
    '401 403 403 403 403 403 200',
    {prepare: createJob, body: () => ({status: 'canceled'})},
  ],
  // The job has no file to download.
  'GET /api/v4/jobs/:job_id/download': ['401 403 403 403 403 403 400', {prepare: createJob}],
};

const KIND = 'access_matrix';

async function createJob({server, params}: World): Promise<void> {
  const {jobs} = server.features;
  jobs.register(KIND, {run: async () => undefined});
  Object.assign(params, {job_type: KIND, job_id: (await jobs.create(KIND, {})).id});
}
