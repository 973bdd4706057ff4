import {newId} from '../../../server/src/platform/database/ids.ts';
import type {AccessTable, RouteCall} from './access-table.ts';
import type {World} from './world.ts';

const withReport: RouteCall = {prepare: (world) => createReport(world, 'finished')};

/** Compliance reports and exports are for system administrators only. The key for verifying them is public. */
export const compliance: AccessTable = {
  //                                   anon mem tok oth bot tad sad
  'POST /api/v4/compliance/reports': [
    '401 403 403 403 403 403 201',
    {body: () => ({desc: 'audit', start_at: 1, end_at: 2})},
  ],
  'GET /api/v4/compliance/reports': '401 403 403 403 403 403 200',
  'GET /api/v4/compliance/reports/:report_id': ['401 403 403 403 403 403 200', withReport],
  // Its archive was never created.
  'GET /api/v4/compliance/reports/:report_id/download': ['401 403 403 403 403 403 501', withReport],
  'POST /api/v4/compliance/reports/:report_id/verify': ['401 403 403 403 403 403 501', withReport],
  'POST /api/v4/compliance/reports/:report_id/cancel': [
    '401 403 403 403 403 403 200',
    {prepare: (world) => createReport(world, 'running')},
  ],
  'DELETE /api/v4/compliance/reports/:report_id': ['401 403 403 403 403 403 200', withReport],
  // There is no such export.
  'POST /api/v4/compliance/exports/:job_id/verify': [
    '401 403 403 403 403 403 404',
    {
      prepare: async ({params}) => {
        params.job_id = newId();
      },
    },
  ],
  'GET /api/v4/compliance/signing_key': '200 200 200 200 200 200 200',
};

async function createReport(world: World, status: string): Promise<void> {
  const id = newId();
  await world.server.platform.database.execute({
    text: `
      insert into Compliances (Id, CreateAt, UserId, Status, "desc", Type, StartAt, EndAt)
      values ($1, $2, $3, $4, 'audit', 'adhoc', 1, 2)`,
    values: [id, Date.now(), world.systemAdmin, status],
  });
  world.params.report_id = id;
}
