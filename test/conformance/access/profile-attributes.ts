import {newId} from '../../../server/src/platform/database/ids.ts';
import type {AccessTable} from './access-table.ts';
import type {World} from './world.ts';

const ANYONE = '401 200 200 200 200 200 200';
const ADMINISTRATORS = '401 403 403 403 403 403 200';

/** Custom profile attributes. Administrators define them, and everyone sets their own values. */
export const profileAttributes: AccessTable = {
  //                                                       anon mem tok oth bot tad sad
  'GET /api/v4/custom_profile_attributes/group': ANYONE,
  'GET /api/v4/custom_profile_attributes/fields': ANYONE,
  'POST /api/v4/custom_profile_attributes/fields': ['401 403 403 403 403 403 201', {body: newField}],
  'PATCH /api/v4/custom_profile_attributes/fields/:field_id': [
    ADMINISTRATORS,
    {prepare: createField, body: () => ({attrs: {visibility: 'always'}})},
  ],
  'DELETE /api/v4/custom_profile_attributes/fields/:field_id': [ADMINISTRATORS, {prepare: createField}],
  'PATCH /api/v4/custom_profile_attributes/values': [ANYONE, {prepare: createField, body: values}],
  'GET /api/v4/users/:user_id/custom_profile_attributes': ANYONE,
  'PATCH /api/v4/users/:user_id/custom_profile_attributes': [
    '401 200 200 403 403 403 200',
    {prepare: createField, body: values},
  ],
};

function newField(): object {
  return {name: newId(), type: 'text'};
}

function values(world: World): object {
  return {[world.params.field_id!]: 'she/her'};
}

/** Creates an attribute. Deletes the others first, because their number is limited. */
async function createField(world: World): Promise<void> {
  const administrator = world.as('system admin');
  const {body: fields} = await administrator.get('/custom_profile_attributes/fields');
  for (const {id} of fields) await administrator.delete(`/custom_profile_attributes/fields/${id}`);
  const {body} = await administrator.post('/custom_profile_attributes/fields', newField());
  world.params.field_id = body.id;
}
