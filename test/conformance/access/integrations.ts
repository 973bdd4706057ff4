import {newId} from '../../../server/src/platform/database/ids.ts';
import type {AccessTable, RouteCall} from './access-table.ts';
import {INTEGRATION_MANAGERS} from './canaries.ts';
import type {World} from './world.ts';

const withHook: RouteCall = {prepare: createHook};
const withOutgoingHook: RouteCall = {prepare: createOutgoingHook};
const withCommand: RouteCall = {prepare: createCommand};
const bot = () => ({username: `b${newId().slice(0, 12)}`});

/** Webhooks and bots. The bot belongs to a system administrator, the webhook to the team administrator. */
export const integrations: AccessTable = {
  //                                           anon mem tok oth bot tad sad
  'POST /api/v4/hooks/incoming': [
    '401 403 403 403 403 201 201',
    {body: (world) => ({channel_id: world.publicChannelId})},
  ],
  'GET /api/v4/hooks/incoming': [
    '401 403 403 403 403 200 200',
    {...withHook, query: (world) => `team_id=${world.teamId}`},
  ],
  'GET /api/v4/hooks/incoming/:hook_id': ['401 403 403 403 403 200 200', withHook],
  'PUT /api/v4/hooks/incoming/:hook_id': [
    '401 403 403 403 403 201 201',
    {...withHook, body: (world) => ({id: world.params.hook_id, channel_id: world.publicChannelId})},
  ],
  'DELETE /api/v4/hooks/incoming/:hook_id': ['401 403 403 403 403 200 200', withHook],
  'POST /api/v4/hooks/incoming/:hook_id/regenerate': ['401 403 403 403 403 200 200', withHook],
  // The caller transfers it to themselves. Only a system administrator can transfer it to someone else without an
  // offer.
  'POST /api/v4/hooks/incoming/:hook_id/transfer': [
    '401 403 403 403 403 200 200',
    {...withHook, body: (world) => ({user_id: world.teamAdmin})},
  ],
  'GET /api/v4/hooks/incoming/:hook_id/transfer': ['401 403 403 403 403 200 200', withHook],
  // Managers of the webhook learn that there is no transfer.
  'DELETE /api/v4/hooks/incoming/:hook_id/transfer': ['401 403 403 403 403 404 404', withHook],
  'POST /api/v4/hooks/incoming/:hook_id/signing_secret': ['401 403 403 403 403 200 200', withHook],
  'DELETE /api/v4/hooks/incoming/:hook_id/signing_secret': ['401 403 403 403 403 200 200', withHook],
  'GET /api/v4/hooks/incoming/:hook_id/deliveries': ['401 403 403 403 403 200 200', withHook],
  'POST /hooks/:key': [
    '200 200 200 200 200 200 200',
    {...withHook, params: (world) => ({key: world.params.hook_id!}), body: () => ({text: 'hi'})},
  ],

  'POST /api/v4/hooks/outgoing': ['401 403 403 403 403 201 201', {body: newOutgoingHook}],
  'GET /api/v4/hooks/outgoing': [
    '401 403 403 403 403 200 200',
    {...withOutgoingHook, query: (world) => `team_id=${world.teamId}`},
  ],
  'GET /api/v4/hooks/outgoing/:hook_id': ['401 403 403 403 403 200 200', withOutgoingHook],
  'PUT /api/v4/hooks/outgoing/:hook_id': [
    '401 403 403 403 403 200 200',
    {...withOutgoingHook, body: newOutgoingHook},
  ],
  'DELETE /api/v4/hooks/outgoing/:hook_id': ['401 403 403 403 403 200 200', withOutgoingHook],
  'POST /api/v4/hooks/outgoing/:hook_id/regen_token': ['401 403 403 403 403 200 200', withOutgoingHook],
  // The caller transfers it to themselves. Only a system administrator can transfer it to someone else without an
  // offer.
  'POST /api/v4/hooks/outgoing/:hook_id/transfer': [
    '401 403 403 403 403 200 200',
    {...withOutgoingHook, body: (world) => ({user_id: world.teamAdmin})},
  ],
  'GET /api/v4/hooks/outgoing/:hook_id/transfer': ['401 403 403 403 403 200 200', withOutgoingHook],
  // Managers of the webhook learn that there is no transfer.
  'DELETE /api/v4/hooks/outgoing/:hook_id/transfer': ['401 403 403 403 403 404 404', withOutgoingHook],
  'POST /api/v4/hooks/outgoing/:hook_id/enable': ['401 403 403 403 403 200 200', withOutgoingHook],
  'POST /api/v4/hooks/outgoing/:hook_id/signing_secret': ['401 403 403 403 403 200 200', withOutgoingHook],
  'DELETE /api/v4/hooks/outgoing/:hook_id/signing_secret': ['401 403 403 403 403 200 200', withOutgoingHook],
  'GET /api/v4/hooks/outgoing/:hook_id/deliveries': ['401 403 403 403 403 200 200', withOutgoingHook],
  // Managers of the webhook learn that there is no such delivery.
  'POST /api/v4/hooks/outgoing/:hook_id/deliveries/:delivery_id/redeliver': [
    '401 403 403 403 403 404 404',
    {...withOutgoingHook, params: () => ({delivery_id: newId()})},
  ],

  'POST /api/v4/commands': ['401 403 403 403 403 201 201', {body: newCommand}],
  // All members can list commands. Only managers see tokens and URLs.
  'GET /api/v4/commands': [
    '401 200 200 403 200 200 200',
    {...withCommand, query: (world) => `team_id=${world.teamId}&custom_only=true`},
  ],
  // Users who can't see commands get 404.
  'GET /api/v4/commands/:command_id': ['401 404 404 404 404 200 200', withCommand],
  'PUT /api/v4/commands/:command_id': ['401 404 404 404 404 200 200', {...withCommand, body: newCommand}],
  'PUT /api/v4/commands/:command_id/move': [
    '401 404 404 404 404 200 200',
    {...withCommand, body: (world) => ({team_id: world.teamId})},
  ],
  'PUT /api/v4/commands/:command_id/regen_token': ['401 404 404 404 404 200 200', withCommand],
  'DELETE /api/v4/commands/:command_id': ['401 404 404 404 404 200 200', withCommand],
  'POST /api/v4/commands/execute': [
    '401 200 200 403 200 200 200',
    {body: (world) => ({channel_id: world.publicChannelId, command: '/shrug'})},
  ],
  'GET /api/v4/teams/:team_id/commands/autocomplete': '401 200 200 403 200 200 200',
  'GET /api/v4/teams/:team_id/commands/autocomplete_suggestions': [
    '401 200 200 403 200 200 200',
    {query: () => 'user_input=%2Fs'},
  ],
  // The id is the credential, and this one was never issued.
  'POST /hooks/commands/:response_id': [
    '404 404 404 404 404 404 404',
    {params: () => ({response_id: newId()}), body: () => ({text: 'late'})},
  ],

  // Users who can't see the message can't use its buttons. The button's URL is not allowed.
  'POST /api/v4/posts/:post_id/actions/:action_id': [
    '401 400 400 403 403 403 400',
    {prepare: postButton, body: () => ({})},
  ],
  'GET /api/v4/posts/:post_id/poll_votes': '401 200 200 403 403 403 200',
  // The trigger is the credential, regardless of the caller.
  'POST /api/v4/actions/dialogs/open': [
    '200 200 200 200 200 200 200',
    {
      but: {deactivated: 401, 'deactivated token': 401},
      prepare: issueTrigger,
      body: (world) => ({trigger_id: world.params.trigger_id, ...DIALOG}),
    },
  ],
  'POST /api/v4/actions/dialogs/submit': [
    '401 200 200 400 400 400 400',
    {prepare: openDialog, body: (world) => ({dialog_id: world.params.dialog_id, cancelled: true})},
  ],
  // The dialog has no element that looks up its options.
  'POST /api/v4/actions/dialogs/lookup': [
    '401 400 400 400 400 400 400',
    {prepare: openDialog, body: (world) => ({dialog_id: world.params.dialog_id, submission: {query: 'x'}})},
  ],
  'POST /api/v4/actions/dialogs/:dialog_id/shown': ['401 200 200 404 404 404 404', {prepare: openDialog}],
  // The dialog's id is the credential, because only its creator knows it.
  'GET /api/v4/actions/dialogs/:dialog_id': ['200 200 200 200 200 200 200', {prepare: openDialog}],

  'GET /api/v4/integrations/transfers': '401 200 200 200 200 200 200',
  // The webhook was only offered to the team administrator.
  'POST /api/v4/integrations/transfers/:transfer_id/accept': [
    '401 404 404 404 404 200 404',
    {prepare: offerHook},
  ],
  'POST /api/v4/integrations/transfers/:transfer_id/decline': [
    '401 404 404 404 404 200 404',
    {prepare: offerHook},
  ],

  'GET /api/v4/integrations/deliveries/by_hour': '401 403 403 403 403 403 200',
  'POST /api/v4/integrations/outbound/test': [
    '401 403 403 403 403 403 200',
    {body: () => ({url: 'http://127.0.0.1:9'})},
  ],

  // Nothing listens there.
  'POST /api/v4/site_url/test': [
    '401 403 403 403 403 403 400',
    {body: () => ({site_url: 'http://127.0.0.1:9'})},
  ],
  'POST /api/v4/notifications/test': '401 200 200 200 200 200 200',

  'POST /api/v4/bots': ['401 403 403 403 403 403 201', {body: bot}],
  'GET /api/v4/bots': '401 403 403 403 403 403 200',
  // Users who can't see bots get 404.
  'GET /api/v4/bots/:bot_user_id': '401 404 404 404 404 404 200',
  'PUT /api/v4/bots/:bot_user_id': ['401 404 404 404 404 404 200', {body: bot}],
  'GET /api/v4/bots/:bot_user_id/icon': '401 404 404 404 404 404 200',
  // The request contains no image, so authorized callers get 400.
  'POST /api/v4/bots/:bot_user_id/icon': '401 404 404 404 404 404 400',
  'DELETE /api/v4/bots/:bot_user_id/icon': '401 404 404 404 404 404 200',
  'POST /api/v4/bots/:bot_user_id/disable': '401 404 404 404 404 404 200',
  'POST /api/v4/bots/:bot_user_id/enable': '401 404 404 404 404 404 200',
  'POST /api/v4/bots/:bot_user_id/assign/:user_id': '401 404 404 404 404 404 200',
  'POST /api/v4/bots/:bot_user_id/convert_to_user': [
    '401 403 403 403 403 403 200',
    {body: () => ({password: 'a long enough password'})},
  ],
  'POST /api/v4/users/:user_id/convert_to_bot': '401 403 403 403 403 403 200',
};

function newOutgoingHook(world: World) {
  return {
    team_id: world.teamId,
    channel_id: world.publicChannelId,
    trigger_words: [newId()],
    callback_urls: [`http://127.0.0.1:9/${world.canaries.text('URL of an outgoing webhook')}`],
  };
}

async function createOutgoingHook(world: World): Promise<void> {
  const {body} = await world.as('team admin').post('/hooks/outgoing', newOutgoingHook(world));
  world.params.hook_id = body.id;
  world.canaries.plant('token of an outgoing webhook', body.token, INTEGRATION_MANAGERS);
}

function newCommand(world: World) {
  const trigger = `t${newId().slice(0, 12)}`;
  return {
    id: world.params.command_id,
    team_id: world.teamId,
    trigger,
    method: 'P',
    url: `http://127.0.0.1:9/${world.canaries.text('URL of a command')}`,
  };
}

async function createCommand(world: World): Promise<void> {
  const {body} = await world.as('team admin').post('/commands', newCommand(world));
  world.params.command_id = body.id;
  world.canaries.plant('token of a command', body.token, INTEGRATION_MANAGERS);
}

const TARGET = 'http://127.0.0.1:9/';
const DIALOG = {url: TARGET, dialog: {callback_id: 'sure', title: 'Sure?'}};

async function postButton(world: World): Promise<void> {
  const button = {id: 'press', name: 'Press', type: 'button', integration: {url: TARGET}};
  const {body} = await world.as('member').post('/posts', {
    channel_id: world.privateChannelId,
    message: 'Press here',
    props: {attachments: [{text: 'Press', actions: [button]}]},
  });
  Object.assign(world.params, {post_id: body.id, action_id: body.props.attachments[0].actions[0].id});
}

/** Issues a trigger for the member, like a command or button would. */
async function issueTrigger({server, member, privateChannelId, teamId, params}: World): Promise<void> {
  const place = {userId: member, channelId: privateChannelId, teamId};
  params.trigger_id = (await server.features.triggerIds.issue(place)).triggerId;
}

async function openDialog(world: World): Promise<void> {
  await issueTrigger(world);
  const opened = {triggerId: world.params.trigger_id!, ...DIALOG};
  world.params.dialog_id = (await world.server.features.dialogs.open(opened)).dialogId;
}

/**
 * Offers the team administrator the webhook of another administrator. That administrator does not exist in the next
 * world.
 */
async function offerHook(world: World): Promise<void> {
  const {server, teamId, teamAdmin, publicChannelId, params} = world;
  const name = `offerer${newId().slice(0, 12)}`;
  const offerer = await server.person(name);
  await server.features.teams.addMember(teamId, offerer.id, teamAdmin);
  const path = `/teams/${teamId}/members/${offerer.id}/schemeRoles`;
  await world.as('system admin').put(path, {scheme_admin: true, scheme_user: true});
  const {body: hook} = await offerer.post('/hooks/incoming', {channel_id: publicChannelId});
  const {body} = await offerer.post(`/hooks/incoming/${hook.id}/transfer`, {user_id: teamAdmin});
  params.transfer_id = body.id;
}

/** Creates a webhook of the team administrator, and another one whose key the team administrator can't see. */
async function createHook(world: World): Promise<void> {
  const {body} = await world.as('team admin').post('/hooks/incoming', {channel_id: world.publicChannelId});
  world.params.hook_id = body.id;
  world.canaries.plant('key of an incoming webhook', body.id, INTEGRATION_MANAGERS);
  const other = await world.as('system admin').post('/hooks/incoming', {channel_id: world.publicChannelId});
  world.canaries.plant("key of someone else's incoming webhook", other.body.id, ['system admin']);
}
