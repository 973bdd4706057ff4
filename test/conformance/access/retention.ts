import type {AccessTable} from './access-table.ts';
import type {World} from './world.ts';

const ADMINISTRATORS = '401 403 403 403 403 403 200';

/** Retention policies and legal holds are for administrators. Everyone can see the policies that apply to them. */
export const retention: AccessTable = {
  //                                     anon mem tok oth bot tad sad
  'GET /api/v4/data_retention/policy': '401 200 200 200 200 200 200',
  'GET /api/v4/data_retention/policies': ADMINISTRATORS,
  'GET /api/v4/data_retention/policies_count': ADMINISTRATORS,
  'POST /api/v4/data_retention/policies': [
    '401 403 403 403 403 403 201',
    {body: () => ({display_name: 'Ten days', post_duration: 10})},
  ],
  'GET /api/v4/data_retention/policies/:policy_id': [ADMINISTRATORS, {prepare: addPolicy}],
  'PATCH /api/v4/data_retention/policies/:policy_id': [
    ADMINISTRATORS,
    {prepare: addPolicy, body: () => ({post_duration: 20})},
  ],
  'DELETE /api/v4/data_retention/policies/:policy_id': [ADMINISTRATORS, {prepare: addPolicy}],
  'GET /api/v4/data_retention/policies/:policy_id/teams': [ADMINISTRATORS, {prepare: addPolicy}],
  'POST /api/v4/data_retention/policies/:policy_id/teams': [
    ADMINISTRATORS,
    {prepare: addPolicy, body: () => []},
  ],
  'DELETE /api/v4/data_retention/policies/:policy_id/teams': [
    ADMINISTRATORS,
    {prepare: addPolicy, body: () => []},
  ],
  'POST /api/v4/data_retention/policies/:policy_id/teams/search': [
    ADMINISTRATORS,
    {prepare: addPolicy, body: () => ({term: ''})},
  ],
  'GET /api/v4/data_retention/policies/:policy_id/channels': [ADMINISTRATORS, {prepare: addPolicy}],
  'POST /api/v4/data_retention/policies/:policy_id/channels': [
    ADMINISTRATORS,
    {prepare: addPolicy, body: () => []},
  ],
  'DELETE /api/v4/data_retention/policies/:policy_id/channels': [
    ADMINISTRATORS,
    {prepare: addPolicy, body: () => []},
  ],
  'POST /api/v4/data_retention/policies/:policy_id/channels/search': [
    ADMINISTRATORS,
    {prepare: addPolicy, body: () => ({term: ''})},
  ],
  'GET /api/v4/users/:user_id/data_retention/team_policies': '401 200 200 403 403 403 200',
  'GET /api/v4/users/:user_id/data_retention/channel_policies': '401 200 200 403 403 403 200',
  'GET /api/v4/data_retention/waiting': ADMINISTRATORS,
  'GET /api/v4/data_retention/records': ADMINISTRATORS,
  // No job has deleted anything.
  'GET /api/v4/data_retention/records/:job_id': ['401 403 403 403 403 403 404', {params: aJob}],
  'POST /api/v4/data_retention/records/:job_id/verify': ['401 403 403 403 403 403 404', {params: aJob}],

  'GET /api/v4/legal_holds': ADMINISTRATORS,
  'POST /api/v4/legal_holds': [
    '401 403 403 403 403 403 201',
    {body: ({member}) => ({name: 'Case', user_ids: [member]})},
  ],
  'POST /api/v4/legal_holds/:hold_id/release': [ADMINISTRATORS, {prepare: addHold}],
};

async function addPolicy(world: World): Promise<void> {
  const {id} = await world.server.features.retentionPolicies.create({display_name: 'Policy'});
  world.params.policy_id = id;
}

async function addHold(world: World): Promise<void> {
  const {id} = await world.server.features.legalHolds.create({name: 'Case'}, world.systemAdmin);
  world.params.hold_id = id;
}

function aJob(world: World): Record<string, string> {
  return {job_id: world.teamId};
}
