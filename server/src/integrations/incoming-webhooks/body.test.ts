import {describe, expect, test} from 'vitest';
import {parseWebhookBody} from './body.ts';

const EMPTY = {text: '', attachments: [], props: {}};
const FORM = 'application/x-www-form-urlencoded';

const parse = (body: unknown, contentType?: string) =>
  parseWebhookBody(contentType, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));

/** The error for a sender, with the location of the problem. */
const refusal = (explanation: unknown, path?: string) =>
  expect.objectContaining({
    id: 'model.incoming_hook.parse_data.app_error',
    message: 'Unable to parse incoming data',
    status: 400,
    explanation,
    path,
  });

describe('a body', () => {
  test.each([
    ['JSON without a content type', '{"text":"hi"}', undefined],
    ['JSON with a blank content type', '{"text":"hi"}', ' '],
    ['JSON of any type', '{"text":"hi"}', ' text/x.y+z ; a=b'],
    ['JSON labeled as a form', ' {"text":"hi"}', FORM],
    ['a form', 'payload=%7B%22text%22%3A%22hi%22%7D', `${FORM.toUpperCase()};charset=utf-8`],
    ['JSON with a raw line break and trailing text', '{"text":"hi","x":"a\nb"} }', 'application/json'],
    ['keys in any case', '{"TeXt":"hi"}', 'application/json'],
  ])('is %s', async (_what, body, contentType) => {
    expect(await parse(body, contentType)).toEqual({...EMPTY, text: 'hi'});
  });

  test('can be null, or an object with null and empty values', async () => {
    const names = ['text', 'channel', 'username', 'icon_url', 'icon_emoji', 'type', 'root_id'];
    expect(await parse('null')).toEqual(EMPTY);
    expect(await parse(Object.fromEntries(names.map((name) => [name, null])))).toEqual(EMPTY);
    expect(await parse(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(EMPTY);
    expect(await parse({attachments: null, props: null, priority: null})).toEqual(EMPTY);
  });

  test.each(['nonsense', 'a/b c', 'x a/b'])(
    'with the malformed content type %s is rejected',
    async (contentType) => {
      const explanation = `The content type "${contentType}" is malformed.`;
      await expect(parse('{}', contentType)).rejects.toEqual(refusal(explanation));
    },
  );

  test.each([
    ['raw line breaks, tabs and other control characters', '{"text":"a\n\tb\u0001"}', 'a\n\tb\u0001'],
    ['an escaped quote and a raw line break', '{"text":"a\\"\n"}', 'a"\n'],
    ['brackets in text, and more text behind it', '{"text":"}]{["} }', '}]{['],
    ['lists and objects, and more text behind it', '{"props":{"a":[{}]},"text":"b"} {', 'b'],
  ])('can be JSON with %s', async (_what, body, text) => {
    expect((await parse(body)).text).toBe(text);
  });

  test.each([
    ['oops', /JSON .* unexpected "o"/],
    ['{"text":"a\\', /JSON .* is incomplete/],
    ['{"text":"a"', /JSON .* line 1, column 12/],
  ])('that is not JSON is rejected: %j', async (body, explanation) => {
    await expect(parse(body, 'text/plain')).rejects.toEqual(refusal(expect.stringMatching(explanation)));
  });

  test.each([
    ['[]', 'a list'],
    ['"secret"', 'text'],
    ['"sec\nret"', 'text'],
    ['1', 'a number'],
    ['true', 'a boolean'],
  ])('%s is rejected without showing its content', async (body, kind) => {
    await expect(parse(body)).rejects.toEqual(refusal(`The payload must be a JSON object, not ${kind}.`));
  });

  test('that is a form without a payload is rejected', async () => {
    const explanation = 'The form has no field "payload" with the JSON.';
    await expect(parse('text=hi', FORM)).rejects.toEqual(refusal(explanation));
  });
});

describe('fields', () => {
  test('are accepted as sent', async () => {
    const members = {channel: 'town', username: 'ci', type: 'custom_x', props: {Card: 'x'}};
    const more = {icon_url: 'https://x.io/i.png', icon_emoji: ':x:', root_id: 'r'};
    expect(await parse({text: 'hi', ...members, ...more})).toEqual({
      text: 'hi',
      ...members,
      iconUrl: 'https://x.io/i.png',
      iconEmoji: ':x:',
      rootId: 'r',
      attachments: [],
    });
  });

  test('with a priority are accepted', async () => {
    const {priority} = await parse({priority: {Priority: 'urgent', requested_ack: true}});
    expect(priority).toEqual({priority: 'urgent', requested_ack: true});
    const other = await parse({
      priority: {priority: 'important', requested_ack: 'true', persistent_notifications: false},
    });
    expect(other.priority).toEqual({priority: 'important', requested_ack: false});
    const persistent = {priority: 'urgent', persistent_notifications: true};
    await expect(parse({priority: persistent})).rejects.toMatchObject({
      status: 501,
      path: 'priority.persistent_notifications',
    });
  });

  test('with blocks replace the text', async () => {
    const blocks = [{type: 'section', text: {type: 'mrkdwn', text: 'from a block'}}];
    expect((await parse({text: 'plain', blocks})).text).toBe('from a block');
    expect((await parse({text: 'plain', blocks: []})).text).toBe('plain');
    expect((await parse({attachments: [{text: 'plain', Blocks: blocks}]})).attachments).toEqual([
      {text: 'from a block', blocks},
    ]);
  });

  test.each([
    [{text: 1}, '"text" must be text, not a number.', 'text'],
    [{channel: {}}, '"channel" must be text, not an object.', 'channel'],
    [{username: []}, '"username" must be text, not a list.', 'username'],
    [{icon_url: false}, '"icon_url" must be text, not a boolean.', 'icon_url'],
    [{icon_emoji: 1}, '"icon_emoji" must be text, not a number.', 'icon_emoji'],
    [{type: 1}, '"type" must be text, not a number.', 'type'],
    [{root_id: 1}, '"root_id" must be text, not a number.', 'root_id'],
    [{attachments: {}}, '"attachments" must be a list, not an object.', 'attachments'],
    [{attachments: 'x'}, '"attachments" must be a list, not text.', 'attachments'],
    [{props: []}, '"props" must be an object, not a list.', 'props'],
    [{priority: 'urgent'}, '"priority" must be an object, not text.', 'priority'],
    [{priority: {priority: 5}}, '"priority" must be text, not a number.', 'priority'],
    [{priority: {}}, '"priority.priority" is missing.', 'priority.priority'],
  ])('of a wrong type are rejected: %j', async (body, explanation, path) => {
    await expect(parse(body)).rejects.toEqual(refusal(explanation, path));
  });
});

describe('attachments', () => {
  test.each(['fallback', 'pretext', 'author_name', 'title', 'text', 'image_url', 'thumb_url', 'footer'])(
    'with %s are shown, unless it is empty',
    async (name) => {
      const shown = {[name]: 'x'};
      const {attachments} = await parse({attachments: [{[name]: ''}, {[name]: null}, shown]});
      expect(attachments).toEqual([shown]);
    },
  );

  test.each(['fields', 'actions'])('with %s are shown, unless the list is empty', async (name) => {
    const {attachments} = await parse({
      attachments: [{[name]: []}, {[name.toUpperCase()]: [{TITLE: 'x'}, 'no object', null]}],
    });
    expect(attachments).toEqual([{[name]: [{title: 'x'}]}]);
  });

  test('without visible content, or that are not objects, are left out', async () => {
    expect((await parse({attachments: ['x', null, 1, {}, {color: 'good'}]})).attachments).toEqual([]);
  });
});

describe('a multipart form', () => {
  async function parseForm(fields: [name: string, value: string | Blob][]) {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    const response = new Response(form);
    const body = Buffer.from(await response.arrayBuffer());
    return parseWebhookBody(response.headers.get('content-type')!, body);
  }

  test('has the fields of the payload, some with other names, and ignores files', async () => {
    expect(
      await parseForm([
        ['TEXT', 'h\0i'],
        ['iconurl', 'u'],
        ['iconemoji', 'e'],
        ['channelname', 'c'],
        ['username', 'n'],
        ['root_id', new Blob(['file'])],
      ]),
    ).toEqual({...EMPTY, text: 'h\ufffdi', iconUrl: 'u', iconEmoji: 'e', channel: 'c', username: 'n'});
  });

  test('has attachments by position', async () => {
    const {attachments} = await parseForm([
      ['attachments.1.text', 'b'],
      ['attachments.0.text', 'a'],
      ['attachments.0.Title', 't'],
      ['attachments.99.text', 'last'],
      ['attachments.100.text', 'beyond'],
      ['attachments.-1.text', 'before'],
      ['attachments.x.text', 'nowhere'],
      ['attachments.1', 'no field'],
      ['other.0.text', 'no attachment'],
    ]);
    expect(attachments).toEqual([{text: 'a', title: 't'}, {text: 'b'}, {text: 'last'}]);
  });

  test('has no other list of attachments', async () => {
    const explanation = '"attachments" must be a list, not text.';
    await expect(parseForm([['attachments', 'x']])).rejects.toEqual(refusal(explanation, 'attachments'));
    await expect(parseForm([['xattachments.1.text', 'x']])).resolves.toEqual(EMPTY);
    await expect(parseForm([['attachments.1.text.x', 'x']])).resolves.toEqual(EMPTY);
  });

  test('can have everything in the field payload', async () => {
    expect(
      await parseForm([
        ['text', 'ignored'],
        ['payload', '{"text":"hi"}'],
      ]),
    ).toEqual({...EMPTY, text: 'hi'});
  });

  test('that is malformed is rejected', async () => {
    await expect(parse('oops', 'multipart/form-data; boundary=x')).rejects.toEqual(
      expect.objectContaining({
        id: 'api.webhook.incoming.error',
        message: 'Could not decode the multipart payload of incoming webhook.',
        status: 400,
      }),
    );
  });
});
