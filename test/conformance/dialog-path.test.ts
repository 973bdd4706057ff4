import {Client4, WebSocketClient, type WebSocketMessage} from '@mattermost/client';
import {afterAll, beforeAll, expect, test, vi} from 'vitest';
import {WebSocket} from 'ws';
import {startTicketDesk} from '../../examples/ticket-desk/ticket-desk.js';
import {type Crew, createCrew} from '../support/crew.ts';
import {json, startIntegration} from '../support/integration.ts';

// The example integration, a user with the official client library, and the server, with real connections: a command,
// a dialog, errors, a submission, a message with buttons, and a second dialog.

let crew: Crew;
let desk: Awaited<ReturnType<typeof startTicketDesk>>;
let client: Client4;
let socket: WebSocketClient;
const received: WebSocketMessage[] = [];

beforeAll(async () => {
  crew = await createCrew({ServiceSettings: {AllowedUntrustedInternalConnections: '127.0.0.1'}});
  const address = await crew.server.listen();
  // The response URL contains the site URL.
  await crew.server.platform.config.patch({ServiceSettings: {SiteURL: address}});
  desk = await startTicketDesk({patchbay: address});
  client = clientOf(address, crew.bob.token);
  await clientOf(address, crew.ann.token).addCommand({
    team_id: crew.teamId,
    trigger: 'ticket',
    method: 'P',
    url: `${desk.url}/command`,
  } as Parameters<Client4['addCommand']>[0]);

  socket = new WebSocketClient({
    newWebSocketFn: (url) =>
      new WebSocket(url, {headers: {origin: address}}) as unknown as globalThis.WebSocket,
  });
  socket.addMessageListener((message) => void received.push(message));
  socket.initialize(`${address.replace('http', 'ws')}/api/v4/websocket`, crew.bob.token);
  await next('hello');
});
afterAll(async () => {
  socket.close();
  await desk.close();
  await crew.close();
});

function clientOf(address: string, token: string): Client4 {
  const made = new Client4();
  made.setUrl(address);
  made.setToken(token);
  return made;
}

/** Resolves with the first event of this name. Each event is only returned once. */
async function next(event: string): Promise<Record<string, string>> {
  return vi.waitFor(
    () => {
      const index = received.findIndex((one) => one.event === event);
      if (index < 0) throw new Error(`bob did not receive ${event}`);
      return received.splice(index, 1)[0]!.data as Record<string, string>;
    },
    {timeout: 30_000, interval: 5},
  );
}

const nextDialog = async () => JSON.parse((await next('open_dialog')).dialog!);

async function nextPost(event: 'posted' | 'ephemeral_message') {
  return JSON.parse((await next(event)).post!);
}

test('a command opens a dialog; errors keep it open; its submission is confirmed with an ephemeral message', async () => {
  const {trigger_id} = (await client.executeCommand('/ticket The lamp', {
    channel_id: crew.channelId,
    team_id: crew.teamId,
    root_id: '',
  } as Parameters<Client4['executeCommand']>[1])) as unknown as {trigger_id: string};
  const opened = await nextDialog();
  expect(opened).toMatchObject({
    trigger_id,
    url: `${desk.url}/submit`,
    dialog: {callback_id: 'ticket', title: 'New ticket', submit_label: 'File', notify_on_cancel: true},
  });
  expect(opened.dialog.elements.map(({type}: {type: string}) => type)).toEqual([
    'text',
    'textarea',
    'select',
    'select',
    'bool',
  ]);
  const [title, , urgency] = opened.dialog.elements;
  expect([title.default, urgency.default]).toEqual(['The lamp', 'normal']);

  const submit = (submission: Record<string, string>) =>
    client.submitInteractiveDialog({
      url: opened.url,
      callback_id: opened.dialog.callback_id,
      state: opened.dialog.state,
      // The server ignores both of these.
      user_id: crew.ann.id,
      channel_id: 'x'.repeat(26),
      team_id: '',
      submission,
      cancelled: false,
    });
  const entered = {title: 'The lamp', details: 'dark', urgency: 'normal', assignee: crew.cat.id};
  // The server's own rules are checked before those of the integration.
  expect(await submit({...entered, title: '', urgency: 'whenever'})).toMatchObject({
    errors: {title: 'This field is required.', urgency: 'Choose one of the options.'},
  });
  expect(await submit(entered)).toEqual({errors: {details: 'Enter at least 10 characters.'}});
  expect(await submit({...entered, details: 'It has been dark since noon.'})).toEqual({});

  expect(await nextPost('ephemeral_message')).toMatchObject({
    channel_id: crew.channelId,
    message: 'Ticket 1 was filed. Thank you!',
  });
  const ticket = await nextPost('posted');
  expect(ticket).toMatchObject({
    user_id: crew.bob.id,
    props: {attachments: [{title: '1: The lamp', text: 'It has been dark since noon.'}]},
  });
  expect(JSON.stringify(ticket)).not.toContain(desk.url);

  // The dialog is closed, so the same submission is rejected.
  await expect(submit(entered)).rejects.toMatchObject({status_code: 400});
  const {body} = await crew.server.anonymous.get(`/actions/dialogs/${opened.dialog_id}`);
  expect(body.status).toBe('submitted');

  // A menu, a second dialog, a button.
  await client.doPostAction(ticket.id, 'urgency', 'urgent');
  expect((await nextPost('ephemeral_message')).message).toBe('The urgency is now urgent.');
  expect(await client.getPost(ticket.id)).toMatchObject({props: {attachments: [{footer: 'urgent'}]}});

  await client.doPostAction(ticket.id, 'plan');
  const plan = await nextDialog();
  const types = plan.dialog.elements.map(({type}: {type: string}) => type);
  expect(types).toEqual(['text', 'select', 'radio', 'text']);
  const planned = await client.submitInteractiveDialog({
    url: plan.url,
    callback_id: 'plan',
    state: plan.dialog.state,
    user_id: crew.bob.id,
    channel_id: crew.channelId,
    team_id: crew.teamId,
    submission: {hours: '2', channel: crew.channelId, when: 'today'},
    cancelled: false,
  });
  expect(planned).toEqual({});

  await client.doPostAction(ticket.id, 'close');
  expect((await nextPost('ephemeral_message')).message).toBe('Closed.');
  expect(await client.getPost(ticket.id)).toMatchObject({
    props: {attachments: [{footer: 'Closed by bob', color: 'good'}]},
  });
});

test('canceling a dialog notifies its integration', async () => {
  await client.executeCommand('/ticket', {
    channel_id: crew.channelId,
    team_id: crew.teamId,
    root_id: '',
  } as Parameters<Client4['executeCommand']>[1]);
  const {url, dialog, dialog_id} = await nextDialog();
  await client.submitInteractiveDialog({
    url,
    callback_id: dialog.callback_id,
    state: dialog.state,
    user_id: '',
    channel_id: '',
    team_id: '',
    submission: {},
    cancelled: true,
  });
  expect((await nextPost('ephemeral_message')).message).toBe('Ticket 2 was not filed.');
  expect((await crew.server.anonymous.get(`/actions/dialogs/${dialog_id}`)).body.status).toBe('cancelled');
});

test('two dialogs that are open at the same time are submitted independently', async () => {
  const opened = [];
  for (const title of ['The door', 'The window']) {
    await client.executeCommand(`/ticket ${title}`, {
      channel_id: crew.channelId,
      team_id: crew.teamId,
      root_id: '',
    } as Parameters<Client4['executeCommand']>[1]);
    opened.push(await nextDialog());
  }
  for (const {url, dialog, dialog_id} of opened) {
    const done = await client.submitInteractiveDialog({
      url,
      callback_id: dialog.callback_id,
      state: dialog.state,
      user_id: crew.bob.id,
      channel_id: crew.channelId,
      team_id: crew.teamId,
      submission: {
        title: 'One of two',
        details: 'It does not close.',
        urgency: 'normal',
        assignee: crew.cat.id,
      },
      cancelled: false,
    });
    expect(done).toEqual({});
    expect((await nextPost('ephemeral_message')).message).toBe(
      `Ticket ${dialog.state} was filed. Thank you!`,
    );
    expect((await crew.server.anonymous.get(`/actions/dialogs/${dialog_id}`)).body.status).toBe('submitted');
  }
});

test('the official client looks up options, refreshes the form and continues with a second step', async () => {
  const integration = await startIntegration();
  const element = (name: string, more: object) => ({display_name: name, name, ...more});
  const kind = element('kind', {type: 'bool', optional: true, refresh: true});
  const city = element('city', {
    type: 'select',
    data_source: 'dynamic',
    data_source_url: `${integration.url}/cities`,
  });
  const name = element('name', {type: 'text'});
  integration.answer = async (request, response) => {
    if (request.url === '/command') {
      await crew.server.anonymous.post('/actions/dialogs/open', {
        trigger_id: request.form.get('trigger_id'),
        url: `${integration.url}/submit`,
        dialog: {
          callback_id: 'trip',
          title: 'Trip',
          state: 'one',
          source_url: `${integration.url}/refresh`,
          elements: [kind, city],
        },
      });
      return json({})(request, response);
    }
    const {submission} = JSON.parse(request.body);
    const form = (title: string, state: string, elements: object[]) => ({
      type: 'form',
      form: {title, state, elements},
    });
    const answers: Record<string, object> = {
      '/cities': {items: [{text: 'Paris', value: 'par'}]},
      '/refresh': form('Trip', 'two', [kind, city, element('day', {type: 'date'})]),
      '/submit': submission.name ? {} : form('Who', 'three', [name]),
    };
    json(answers[request.url]!)(request, response);
  };
  const owner = clientOf(client.getUrl(), crew.ann.token);
  const url = `${integration.url}/command`;
  await owner.addCommand({team_id: crew.teamId, trigger: 'trip', method: 'P', url} as Parameters<
    Client4['addCommand']
  >[0]);
  await client.executeCommand('/trip', {channel_id: crew.channelId, team_id: crew.teamId} as Parameters<
    Client4['executeCommand']
  >[1]);
  const opened = await nextDialog();
  const common = {callback_id: 'trip', user_id: '', channel_id: '', team_id: '', cancelled: false};

  const found = await client.lookupInteractiveDialog({
    ...common,
    url: opened.dialog.elements[1].data_source_url,
    state: 'one',
    submission: {query: 'pa', selected_field: 'city'},
  });
  expect(found).toEqual({items: [{text: 'Paris', value: 'par'}]});
  const refreshed = await client.submitInteractiveDialog({
    ...common,
    type: 'refresh',
    url: opened.dialog.source_url,
    state: 'one',
    submission: {kind: true as unknown as string},
  });
  expect(refreshed).toMatchObject({type: 'form', form: {state: 'two', elements: [{}, {}, {type: 'date'}]}});
  const first = {kind: true as unknown as string, city: 'par', day: '2030-01-31'};
  const second = await client.submitInteractiveDialog({
    ...common,
    url: opened.url,
    state: 'two',
    submission: first,
  });
  expect(second).toMatchObject({type: 'form', form: {title: 'Who', state: 'three'}});
  // Official clients repeat the values of earlier steps.
  const done = {...common, url: opened.url, state: 'three', submission: {...first, name: 'Bob'}};
  expect(await client.submitInteractiveDialog(done)).toEqual({});
  expect(JSON.parse(integration.received.at(-1)!.body)).toMatchObject({
    type: 'dialog_submission',
    callback_id: 'trip',
    state: 'three',
    submission: {...first, name: 'Bob'},
  });
  await integration.close();
});
