import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {newId} from '../../platform/database/ids.ts';
import {fromSlackText, mentionedIds} from './slack-text.ts';

const annId = 'ann1111111111111111111111a';
const usernames = new Map([[annId, 'ann']]);

describe('in a message', () => {
  test.each([
    ['an announcement', 'hey <!channel>, <!here> and <!all>', 'hey @channel, @here and @all'],
    ['a mention by id', `hi <@${annId}>!`, 'hi @ann!'],
    ['a mention without the @', `hi <${annId}>!`, 'hi @ann!'],
    ['an unknown id', '<@bob1111111111111111111111b>', '<@bob1111111111111111111111b>'],
    ['a labeled link', 'see <https://x.io/a?b=c|the page>.', 'see [the page](https://x.io/a?b=c).'],
    ['a bare link', '<https://x.io>', '<https://x.io>'],
    ['two links', '<http://a|A><http://b|B>', '[A](http://a)[B](http://b)'],
    ['a label with a bar', '<http://a|A|B>', '<http://a|A|B>'],
    ['a label over two lines', '<http://a|A\nB>', '<http://a|A\nB>'],
    ['an empty label', '<http://a|>', '<http://a|>'],
    ['an empty target', '<|A>', '<|A>'],
    ['a bracket that opens again', 'a < b <http://a|A>', 'a < b [A](http://a)'],
    ['a bracket that never closes', '<http://a|A', '<http://a|A'],
    ['a channel: a gap', '<#C024BE7LR> <#C024BE7LR|general>', '<#C024BE7LR> <#C024BE7LR|general>'],
    [
      'everyone and groups: gaps',
      '<!everyone> <!group> <!subteam^S1|@ops>',
      '<!everyone> <!group> <!subteam^S1|@ops>',
    ],
    ['bold: a gap', '*bold*', '*bold*'],
  ])('%s', (_name, text, expected) => {
    expect(fromSlackText(text, usernames, 'message')).toBe(expected);
  });
});

test('a label in an attachment can contain a line break and a bar', () => {
  expect(fromSlackText('<http://a|A\n|B>', usernames, 'attachment')).toBe('[A\n|B](http://a)');
});

test('mentions are converted in a title, links are not', () => {
  expect(fromSlackText(`<@${annId}> <!here> <http://a|A>`, usernames, 'title')).toBe(
    '@ann @here <http://a|A>',
  );
});

test('mentioned ids are returned without duplicates', () => {
  const other = newId();
  expect(mentionedIds(`<@${annId}> <${other}> <@${annId}> <@short> ${annId}`)).toEqual([annId, other]);
});

const slackish = fc
  .array(
    fc.oneof(
      fc.constantFrom('<', '>', '|', '@', '!', '#', '\n', 'http://x', annId),
      fc.string({unit: 'binary'}),
    ),
  )
  .map((parts) => parts.join(''));

test('any text is accepted, and text without brackets is unchanged', () => {
  fc.assert(
    fc.property(
      slackish,
      fc.constantFrom('message' as const, 'attachment' as const, 'title' as const),
      (text, place) => {
        const translated = fromSlackText(text, usernames, place);
        if (!/<[^<>]*>/.test(text)) expect(translated).toBe(text);
      },
    ),
  );
});

test('a text with only brackets takes linear time', () => {
  const text = '<a|'.repeat(500_000);
  expect(fromSlackText(text, usernames, 'attachment')).toBe(text);
});
