import fc from 'fast-check';
import {expect, test} from 'vitest';
import {blocksToText} from './block-kit.ts';

test('blocks are converted to Markdown', () => {
  const text = blocksToText([
    {type: 'header', text: {type: 'plain_text', text: 'Deploy failed'}},
    {type: 'section', text: {type: 'mrkdwn', text: 'On <https://ci.example.com|CI>'}},
    {
      type: 'section',
      fields: [
        {type: 'mrkdwn', text: 'Branch: main'},
        {type: 'mrkdwn', text: 'By: <@U1>'},
      ],
      accessory: {type: 'image', image_url: 'https://x.io/a.png', alt_text: 'graph'},
    },
    {type: 'divider'},
    {
      type: 'context',
      elements: [
        {type: 'mrkdwn', text: 'took 3 s'},
        {type: 'plain_text', text: 'host 7'},
      ],
    },
    {
      type: 'actions',
      elements: [
        {type: 'button', text: {type: 'plain_text', text: 'Log'}, url: 'https://x.io/log'},
        {type: 'button', text: {type: 'plain_text', text: 'Retry'}},
      ],
    },
    {
      type: 'image',
      title: {type: 'plain_text', text: 'Load'},
      image_url: 'https://x.io/b.png',
      alt_text: 'load',
    },
  ]);
  expect(text).toBe(
    [
      '#### Deploy failed',
      'On <https://ci.example.com|CI>',
      'Branch: main\nBy: <@U1>\n![graph](https://x.io/a.png)',
      '---',
      'took 3 s host 7',
      '[Log](https://x.io/log) · Retry',
      'Load\n![load](https://x.io/b.png)',
    ].join('\n\n'),
  );
});

test('rich text keeps lists, quotes, code and styles', () => {
  const section = (...elements: object[]) => ({type: 'rich_text_section', elements});
  const text = blocksToText([
    {
      type: 'rich_text',
      elements: [
        section({type: 'text', text: 'all '}, {type: 'text', text: 'bold', style: {bold: true}}),
        {
          type: 'rich_text_list',
          style: 'ordered',
          elements: [
            section({type: 'text', text: 'one'}),
            section({type: 'link', url: 'https://x.io', text: 'two'}, {type: 'emoji', name: 'tada'}),
          ],
        },
        {type: 'rich_text_quote', elements: [{type: 'text', text: 'said\ntwice'}]},
        {type: 'rich_text_preformatted', elements: [{type: 'text', text: 'x = 1'}]},
      ],
    },
  ]);
  expect(text).toBe('all **bold**\n1. one\n2. [two](https://x.io):tada:\n> said\n> twice\n```\nx = 1\n```');
});

test('an unknown block is replaced by a note', () => {
  expect(blocksToText([{type: 'call', call_id: 'R1'}])).toBe('_(block of type "call" is not shown)_');
});

test('any input is accepted', () => {
  const element: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
    node: fc.record(
      {
        type: fc.constantFrom(
          'section',
          'rich_text',
          'rich_text_list',
          'rich_text_quote',
          'actions',
          'image',
          'text',
          'x',
        ),
        text: fc.oneof(fc.anything({maxDepth: 2}), fc.record({text: fc.string()})),
        elements: fc.oneof({maxDepth: 3}, fc.anything({maxDepth: 1}), fc.array(tie('node'), {maxLength: 3})),
        style: fc.anything({maxDepth: 1}),
        indent: fc.anything({maxDepth: 0}),
      },
      {requiredKeys: []},
    ),
  })).node;
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.array(element)), (blocks) => {
      expect(typeof blocksToText(blocks)).toBe('string');
    }),
  );
});
