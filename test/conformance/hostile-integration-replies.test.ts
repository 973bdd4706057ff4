import type {OutgoingHttpHeaders} from 'node:http';
import fc from 'fast-check';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {anything, attachments, awkwardText, malformedJson, withMembers} from '../support/awkward-json.ts';
import {type Crew, createCrew} from '../support/crew.ts';
import {type Integration, json, startIntegration} from '../support/integration.ts';

// For any response of an integration, its caller gets a defined response, and the server keeps running
// (docs/testing.md#rules-and-the-tests-that-show-them, rule 13).

const RUNS = 60;

let crew: Crew;
let integration: Integration;
let dialogId: string;
const responseUrls: string[] = [];

beforeAll(async () => {
  crew = await createCrew({ServiceSettings: {AllowedUntrustedInternalConnections: '127.0.0.1'}});
  integration = await startIntegration();
  const {url} = integration;
  const command = {team_id: crew.teamId, trigger: 'ask', method: 'P', url};
  expect((await crew.ann.post('/commands', command)).status).toBe(201);
  expect((await clickButton()).status).toBe(200);
  const {trigger_id} = JSON.parse(integration.received.at(-1)!.body);
  const dialog = {title: 'T', elements: [{display_name: 'A', name: 'a', type: 'text'}]};
  const opened = await crew.bob.post('/actions/dialogs/open', {trigger_id, url, dialog});
  dialogId = opened.body.dialog_id;
});
afterAll(async () => {
  await crew.close();
  await integration.close();
});

/** Bob clicks a button in a message of Ann's. Each button is new, because a response may remove it. */
async function clickButton() {
  const button = {id: 'press', name: 'Press', integration: {url: integration.url}};
  const post = await crew.post(crew.ann, 'x', {props: {attachments: [{text: 'x', actions: [button]}]}});
  return crew.bob.post(`/posts/${post.id}/actions/press`, {});
}

const members = {
  response_type: fc.constantFrom('ephemeral', 'in_channel', 'comment'),
  text: awkwardText,
  username: awkwardText,
  icon_url: awkwardText,
  channel_id: fc.oneof(awkwardText, fc.constant('a'.repeat(26))),
  type: fc.oneof(awkwardText, fc.constantFrom('custom_x', 'system_x', 'me')),
  props: fc.object({maxDepth: 3}),
  attachments,
  goto_location: awkwardText,
  priority: withMembers({priority: awkwardText, requested_ack: fc.boolean()}),
  update: withMembers({message: awkwardText, props: withMembers({attachments})}),
  ephemeral_text: awkwardText,
  skip_slack_parsing: fc.boolean(),
  error: awkwardText,
  errors: fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), anything),
};
const reply = withMembers({
  ...members,
  extra_responses: fc.array(fc.oneof(withMembers(members), anything), {maxLength: 3}),
});

const response = fc.record({
  status: fc.oneof(
    {weight: 6, arbitrary: fc.constant(200)},
    {weight: 1, arbitrary: fc.constantFrom(201, 204, 302, 304, 400, 418, 500, 599)},
  ),
  type: fc.oneof(
    {weight: 6, arbitrary: fc.constant('application/json')},
    {weight: 1, arbitrary: fc.constantFrom('', 'text/html', 'application/json;;', 'nonsense')},
  ),
  body: fc.oneof(
    {weight: 4, arbitrary: reply.map((value) => Buffer.from(JSON.stringify(value)))},
    {weight: 1, arbitrary: anything.map((value) => Buffer.from(JSON.stringify(value)))},
    {weight: 1, arbitrary: malformedJson(reply).map((text) => Buffer.from(text))},
    {weight: 1, arbitrary: fc.uint8Array({maxLength: 200}).map((bytes) => Buffer.from(bytes))},
    {weight: 1, arbitrary: fc.nat({max: 5_000}).map((depth) => Buffer.from('['.repeat(depth)))},
  ),
});

/** Sends every kind of response, and checks the result of each call. */
async function withAnyResponse(call: () => Promise<{status: number; body: unknown}>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(response, async ({status, type, body}) => {
      const headers: OutgoingHttpHeaders = type === '' ? {} : {'content-type': type};
      integration.answer = (_request, answer) => void answer.writeHead(status, headers).end(body);
      const answer = await call();
      const {id = ''} = (answer.body ?? {}) as {id?: string};
      // A failed command returns 500 with an explanation, like in Mattermost. Nothing else returns 500.
      if (answer.status >= 500) expect(id).toMatch(/^api\.command\.execute_command\./);
      expect(id).not.toBe('api.context.internal.app_error');
    }),
    {numRuns: RUNS},
  );
  integration.answer = json({text: 'well again'});
  expect((await call()).status).toBeLessThan(300);
}

test('to a command', () =>
  withAnyResponse(async () => {
    const answer = await crew.bob.post('/commands/execute', {channel_id: crew.channelId, command: '/ask it'});
    responseUrls.push(integration.received.at(-1)!.form.get('response_url')!);
    return answer;
  }));

test('delayed, to a command', async () => {
  await fc.assert(
    fc.asyncProperty(response, async ({type, body}) => {
      const {pathname} = new URL(responseUrls.pop()!);
      const {statusCode, payload} = await crew.server.app.inject({
        method: 'POST',
        url: pathname,
        headers: {'content-type': type},
        payload: body,
      });
      if (statusCode >= 500) expect(JSON.parse(payload).id).toMatch(/^api\.command\.execute_command\./);
    }),
    {numRuns: RUNS},
  );
});

test('to a button', () => withAnyResponse(clickButton));

test('to a dialog', () =>
  withAnyResponse(async () => {
    // A response without errors closes the dialog, so reopen it for the next one.
    await crew.server.platform.database.execute({
      text: `update Dialogs set Status = 'shown' where Id = $1`,
      values: [dialogId],
    });
    return crew.bob.post('/actions/dialogs/submit', {dialog_id: dialogId, submission: {a: 'x'}});
  }));
