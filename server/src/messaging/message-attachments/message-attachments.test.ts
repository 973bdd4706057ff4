import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {attachmentWith} from '../../../../test/support/attachments.ts';
import {fallbackText, mentionTexts, normalizeAttachments} from './message-attachments.ts';

const one = (attachment: unknown) => normalizeAttachments([attachment])[0]!;

test('an attachment with all fields is unchanged', () => {
  const attachment = {
    fallback: 'Build 7 failed',
    color: '#ff8000',
    pretext: 'look',
    author_name: 'CI',
    author_link: 'https://ci.example.com',
    author_icon: 'https://ci.example.com/icon.png',
    title: 'Build 7',
    title_link: 'https://ci.example.com/7',
    text: '**failed**',
    fields: [{title: 'Branch', value: 'main', short: true}],
    image_url: 'https://ci.example.com/graph.png',
    thumb_url: 'https://ci.example.com/thumb.png',
    footer: 'ci',
    footer_icon: 'https://ci.example.com/footer.png',
  };
  expect(one(attachment)).toEqual(attachmentWith(attachment));
});

test.each([
  ['good', 'good'],
  ['Danger', 'danger'],
  ['#FFF', '#fff'],
  ['red', ''],
  ['#12345', ''],
  [7, ''],
])('the color %j becomes %j', (color, expected) => {
  expect(one({text: 'x', color}).color).toBe(expected);
});

describe('links', () => {
  test('a link without the text it belongs to is dropped', () => {
    expect(one({author_link: 'https://x.io', title_link: 'https://x.io', text: 'x'})).toEqual(
      attachmentWith({text: 'x'}),
    );
  });

  test.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '//evil.io',
    'x',
  ])('%j is dropped', (url) => {
    expect(one({title: 't', title_link: url, image_url: url})).toEqual(attachmentWith({title: 't'}));
  });

  test('a path on this server is kept', () => {
    expect(one({image_url: '/api/v4/files/x'}).image_url).toBe('/api/v4/files/x');
  });
});

test('`short` can be a boolean or a string, and any field value becomes text', () => {
  const fields = [
    {title: 1, value: 2, short: 'true'},
    {value: {a: [1]}, short: 'yes'},
    {value: null},
    null,
    'x',
  ];
  expect(one({fields}).fields).toEqual([
    {title: '1', value: '2', short: true},
    {title: '', value: '{"a":[1]}', short: false},
    {title: '', value: '', short: false},
  ]);
});

test('`ts` and unknown properties are dropped', () => {
  expect(one({text: 'x', ts: 1, mrkdwn_in: ['text']})).toEqual(attachmentWith({text: 'x'}));
});

test('an action keeps its integration and gets an id if it has none', () => {
  const {actions} = one({
    actions: [
      {name: 'Go', integration: {url: 'http://x.io', context: {a: 1}}},
      {id: 'menu', name: 'Pick', type: 'select', options: [{text: 'A', value: 'a'}]},
    ],
  });
  expect(actions).toEqual([
    {
      id: expect.stringMatching(/^[a-z0-9]{26}$/),
      name: 'Go',
      type: 'button',
      integration: {url: 'http://x.io', context: {a: 1}},
    },
    {id: 'menu', name: 'Pick', type: 'select', options: [{text: 'A', value: 'a'}]},
  ]);
});

test('only the pretext, text and values can contain mentions', () => {
  const attachments = normalizeAttachments([
    {fallback: 'f', pretext: 'p', title: 't', text: 'x', footer: 'o', fields: [{title: 'ft', value: 'v'}]},
  ]);
  expect(mentionTexts(attachments)).toEqual(['p', 'x', 'v']);
});

test("the fallback text is the fallback or, if it is empty, the attachment's texts", () => {
  expect(
    fallbackText(
      normalizeAttachments([{fallback: 'f', text: 'x'}, {title: 't', text: 'x'}, {color: 'good'}]),
    ),
  ).toBe('f\nt x');
});

test('any input is accepted, and normalizing is idempotent', () => {
  const shape = fc.anything({withNullPrototype: true, maxDepth: 5});
  const attachment = fc.record(
    {
      text: shape,
      color: shape,
      fields: fc.oneof(shape, fc.array(shape)),
      actions: fc.oneof(
        shape,
        fc.array(fc.oneof(shape, fc.record({id: shape, options: fc.array(shape), integration: shape}))),
      ),
      title: shape,
      title_link: fc.oneof(shape, fc.webUrl()),
    },
    {requiredKeys: []},
  );
  fc.assert(
    fc.property(fc.oneof(shape, fc.array(fc.oneof(shape, attachment))), (value) => {
      const idsAside = (text: string) => text.replaceAll(/"id":"[a-z0-9]{26}"/g, '"id":""');
      const once = normalizeAttachments(value);
      expect(idsAside(JSON.stringify(normalizeAttachments(once)))).toBe(idsAside(JSON.stringify(once)));
    }),
  );
});
