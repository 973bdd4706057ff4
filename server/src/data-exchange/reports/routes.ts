import Type from 'typebox';
import type {Audits} from '../../messaging/audits/audits.ts';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import {actorOf} from '../../messaging/sessions/sessions.ts';
import type {Database} from '../../platform/database/database.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {PostReports} from './post-reports.ts';
import {
  PostReport,
  PostReportRequest,
  UserExportQuery,
  UserFilterQuery,
  UserReport,
  UserReportQuery,
} from './schema.ts';
import type {UserReports} from './user-reports.ts';

/** Reports for administrators: `/reports`. Every route requires `manage_system`. */
export function registerReportRoutes(
  api: HttpServer,
  {
    userReports,
    postReports,
    database,
    permissions,
    audits,
  }: {
    userReports: UserReports;
    postReports: PostReports;
    database: Database;
    permissions: Permissions;
    audits: Audits;
  },
): void {
  api.get(
    '/reports/users',
    {
      schema: {
        summary: 'List users with the statistics of their posts',
        querystring: UserReportQuery,
        response: {200: Type.Array(UserReport)},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return userReports.list(database.replica, request.query, Date.now());
    },
  );

  api.get(
    '/reports/users/count',
    {
      schema: {
        summary: 'Count the users of a report',
        querystring: UserFilterQuery,
        response: {200: Type.Integer()},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return userReports.count(database.replica, request.query, Date.now());
    },
  );

  api.post(
    '/reports/users/export',
    {
      schema: {
        summary: 'Export a report of users',
        description: 'Runs in the background. The system bot sends you the file, as CSV.',
        querystring: UserExportQuery,
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      await permissions.require(actor, 'manage_system');
      const jobId = await userReports.startExport(actor.userId, request.query);
      await audits.recordRequest(request, `exportUserReport job=${jobId}`);
      return STATUS_OK;
    },
  );

  api.post(
    '/reports/posts',
    {
      schema: {
        summary: 'List the posts of a channel for a report',
        description:
          'Includes channels that you are not a member of. Each call is recorded in the audit log.',
        body: PostReportRequest,
        response: {200: PostReport},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      const {channelId, report} = await postReports.list(database.replica, request.body);
      const count = Object.keys(report.posts).length;
      await audits.recordRequest(request, `postReport channel=${channelId} posts=${count}`);
      return report;
    },
  );
}
