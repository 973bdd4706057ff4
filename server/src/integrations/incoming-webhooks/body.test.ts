import {describe, expect, test} from 'vitest';
import {parseWebhookBody} from './body.ts';

const EMPTY = {text: '', attachments: [], props: {}};
const FORM = 'application/x-www-form-urlencoded';

const parse = (body: unknown, contentType?: string) =>
  parseWebhookBody(contentType, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));

/** What a sender is told, and where the fault is. */
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
    ['JSON with a blank one', '{"text":"hi"}', ' '],
    ['JSON of any type', '{"text":"hi"}', ' text/x.y+z ; a=b'],
    ['JSON that is called a form', ' {"text":"hi"}', FORM],
    ['a form', 'payload=%7B%22text%22%3A%22hi%22%7D', `${FORM.toUpperCase()};charset=utf-8`],
    ['JSON with a raw line break and more behind it', '{"text":"hi","x":"a\nb"} }', 'application/json'],
    ['keys in any case', '{"TeXt":"hi"}', 'application/json'],
  ])('is %s', async (_what, body, contentType) => {
    expect(await parse(body, contentType)).toEqual({...EMPTY, text: 'hi'});
  });

  test('may be null, or an object of nulls and empty texts', async () => {
    const names = ['text', 'channel', 'username', 'icon_url', 'icon_emoji', 'type', 'root_id'];
    expect(await parse('null')).toEqual(EMPTY);
    expect(await parse(Object.fromEntries(names.map((name) => [name, null])))).toEqual(EMPTY);
    expect(await parse(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(EMPTY);
    expect(await parse({attachments: null, props: null, priority: null})).toEqual(EMPTY);
  });

  test.each(['nonsense', 'a/b c', 'x a/b'])('of the malformed type %s is refused', async (contentType) => {
    const explanation = `The content type "${contentType}" is malformed.`;
    await expect(parse('{}', contentType)).rejects.toEqual(refusal(explanation));
  });

  test('that is no JSON is refused', async () => {
    await expect(parse('oops', 'text/plain')).rejects.toEqual(refusal(expect.stringContaining('JSON')));
  });

  test.each([
    ['[]', 'a list'],
    ['"secret"', 'a text'],
    ['1', 'a number'],
    ['true', 'true or false'],
  ])('%s is refused without its content', async (body, kind) => {
    await expect(parse(body)).rejects.toEqual(refusal(`The payload is a JSON object, and not ${kind}.`));
  });

  test('that is a form without a payload is refused', async () => {
    const explanation = 'The form has no field "payload", which holds the JSON.';
    await expect(parse('text=hi', FORM)).rejects.toEqual(refusal(explanation));
  });
});

describe('members', () => {
  test('are taken as they were sent', async () => {
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

  test('that say how urgent it is', async () => {
    const {priority} = await parse({priority: {Priority: 'urgent', requested_ack: true}});
    expect(priority).toEqual({priority: 'urgent', requested_ack: true, persistent_notifications: false});
    const other = await parse({
      priority: {priority: 'important', requested_ack: 'true', persistent_notifications: true},
    });
    expect(other.priority).toEqual({
      priority: 'important',
      requested_ack: false,
      persistent_notifications: true,
    });
  });

  test('blocks take the place of the text', async () => {
    const blocks = [{type: 'section', text: {type: 'mrkdwn', text: 'from a block'}}];
    expect((await parse({text: 'plain', blocks})).text).toBe('from a block');
    expect((await parse({text: 'plain', blocks: []})).text).toBe('plain');
    expect((await parse({attachments: [{text: 'plain', Blocks: blocks}]})).attachments).toEqual([
      {text: 'from a block', blocks},
    ]);
  });

  test.each([
    [{text: 1}, '"text" is a text, and not a number.', 'text'],
    [{channel: {}}, '"channel" is a text, and not an object.', 'channel'],
    [{username: []}, '"username" is a text, and not a list.', 'username'],
    [{icon_url: false}, '"icon_url" is a text, and not true or false.', 'icon_url'],
    [{icon_emoji: 1}, '"icon_emoji" is a text, and not a number.', 'icon_emoji'],
    [{type: 1}, '"type" is a text, and not a number.', 'type'],
    [{root_id: 1}, '"root_id" is a text, and not a number.', 'root_id'],
    [{attachments: {}}, '"attachments" is a list, and not an object.', 'attachments'],
    [{attachments: 'x'}, '"attachments" is a list, and not a text.', 'attachments'],
    [{props: []}, '"props" is an object, and not a list.', 'props'],
    [{priority: 'urgent'}, '"priority" is an object, and not a text.', 'priority'],
    [{priority: {}}, '"priority.priority" is missing.', 'priority.priority'],
  ])('of a wrong kind are refused: %j', async (body, explanation, path) => {
    await expect(parse(body)).rejects.toEqual(refusal(explanation, path));
  });
});

describe('attachments', () => {
  test.each(['fallback', 'pretext', 'author_name', 'title', 'text', 'image_url', 'thumb_url', 'footer'])(
    'with %s are shown, with an empty one not',
    async (name) => {
      const shown = {[name]: 'x'};
      const {attachments} = await parse({attachments: [{[name]: ''}, {[name]: null}, shown]});
      expect(attachments).toEqual([shown]);
    },
  );

  test.each(['fields', 'actions'])('with %s are shown, with an empty list not', async (name) => {
    const {attachments} = await parse({
      attachments: [{[name]: []}, {[name.toUpperCase()]: [{TITLE: 'x'}, 'no object', null]}],
    });
    expect(attachments).toEqual([{[name]: [{title: 'x'}]}]);
  });

  test('that are no objects, or show nothing, are left out', async () => {
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

  test('has members as fields, some under other names, and no files', async () => {
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

  test('has attachments by their position', async () => {
    const {attachments} = await parseForm([
      ['attachments.1.text', 'b'],
      ['attachments.0.text', 'a'],
      ['attachments.0.Title', 't'],
      ['attachments.99.text', 'last'],
      ['attachments.100.text', 'beyond'],
      ['attachments.-1.text', 'before'],
      ['attachments.x.text', 'nowhere'],
    ]);
    expect(attachments).toEqual([{text: 'a', title: 't'}, {text: 'b'}, {text: 'last'}]);
  });

  test('may have everything in the field payload', async () => {
    expect(
      await parseForm([
        ['text', 'ignored'],
        ['payload', '{"text":"hi"}'],
      ]),
    ).toEqual({...EMPTY, text: 'hi'});
  });

  test('that cannot be read is refused', async () => {
    await expect(parse('oops', 'multipart/form-data; boundary=x')).rejects.toEqual(
      expect.objectContaining({
        id: 'api.webhook.incoming.error',
        message: 'Could not decode the multipart payload of incoming webhook.',
        status: 400,
      }),
    );
  });
});
