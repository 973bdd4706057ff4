import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {findMentions, indexMembers, type MentionableMember, withoutCode} from './mentions.ts';

function member(username: string, more: Partial<MentionableMember> = {}): MentionableMember {
  return {
    userId: username,
    username,
    firstName: '',
    isBot: false,
    notifyProps: {},
    channelNotifyProps: {},
    ...more,
  };
}

const index = indexMembers([
  member('ann', {firstName: 'Ann', notifyProps: {first_name: 'true', mention_keys: 'deploy, On Call ,@ann'}}),
  member('bob', {firstName: 'Bob', notifyProps: {mention_keys: '障害,release-train'}}),
  member('dr.no'),
  member('a-b_c'),
]);

function mentioned(...texts: string[]): string[] {
  return [...findMentions(texts, index).userIds].sort();
}

describe('a text mentions', () => {
  test.each<[string, string[]]>([
    ['@ann', ['ann']],
    ['@ANN!', ['ann']],
    ['(@ann), @bob.', ['ann', 'bob']],
    ['ann', []],
    ['mail@ann.com', []],
    ['@annabel', []],
    ['@dr.no', ['dr.no']],
    ['@dr.no.', ['dr.no']],
    ['@ann.', ['ann']],
    ['@ann-', ['ann']],
    ['@ann:', ['ann']],
    ['hello.@ann', ['ann']],
    ['@a-b_c', ['a-b_c']],
    ['@bob/@ann', ['ann', 'bob']],
    ['**@ann**', ['ann']],
    [':ann: :deploy:', []],
    ['Deploy now', ['ann']],
    ['deployed', []],
    ['we are ON CALL today', ['ann']],
    ['on calling', []],
    ['Ann said', ['ann']],
    ['本日の障害について', ['bob']],
    ['the release-train', ['bob']],
    ['`@ann` and ``a ` @bob``', []],
    ['`@ann @bob', ['ann', 'bob']],
    ['```\n@ann\n```\n@bob', ['bob']],
    ['~~~ sh\n@ann\n', []],
    ['see https://example.com/@ann', []],
    ['', []],
  ])('%s', (text, expected) => {
    expect(mentioned(text)).toEqual(expected);
  });

  test('the users in all of its parts', () => {
    expect(mentioned('@ann', '@bob')).toEqual(['ann', 'bob']);
  });

  test('everyone, or everyone who is online', () => {
    expect(findMentions(['@channel'], index)).toMatchObject({everyone: true, here: false});
    expect(findMentions(['@All!'], index)).toMatchObject({everyone: true, here: false});
    expect(findMentions(['(@here)'], index)).toMatchObject({everyone: false, here: true});
    expect(findMentions(['channel all here'], index)).toMatchObject({everyone: false, here: false});
  });
});

test('everyone except those who ignore channel-wide mentions', () => {
  const {channelWide} = indexMembers([
    member('default'),
    member('never', {notifyProps: {channel: 'false'}}),
    member('but-here', {
      notifyProps: {channel: 'false'},
      channelNotifyProps: {ignore_channel_mentions: 'off'},
    }),
    member('not-here', {channelNotifyProps: {ignore_channel_mentions: 'on'}}),
  ]);
  expect(channelWide).toEqual(['default', 'but-here']);
});

// Text that contains parts of mentions in any order.
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '@ann',
        '@bob',
        '`',
        '```',
        '\n',
        '~~~',
        '.',
        '-',
        '_',
        ':',
        ' ',
        'on call',
        '障害',
        'http://',
      ),
      fc.string({unit: 'binary', maxLength: 4}),
    ),
    {maxLength: 30},
  )
  .map((parts) => parts.join(''));

test('any text is processed without errors, and only members are found', () => {
  fc.assert(
    fc.property(text, (message) => {
      for (const userId of mentioned(message)) expect(['ann', 'bob', 'dr.no', 'a-b_c']).toContain(userId);
    }),
    {numRuns: 2000},
  );
});

test('a name between spaces is always found', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,20}[a-z0-9]$/), (username) => {
      const own = indexMembers([member(username)]);
      expect([...findMentions([`hello @${username} there`], own).userIds]).toEqual([username]);
    }),
  );
});

test('the text without code is a subset of the text', () => {
  fc.assert(
    fc.property(text, (message) => {
      expect(withoutCode(message).length).toBeLessThanOrEqual(message.length + 1);
    }),
  );
});

test('hostile texts are processed quickly', () => {
  const length = 200_000;
  for (const piece of ['`', '` ', '`` ` ', '@', '@a.', '.', '-', 'a.', ':', '```\n', 'http://', '障害']) {
    findMentions([piece.repeat(length / piece.length)], index);
  }
  findMentions([Array.from({length: 600}, (_, count) => '`'.repeat(count + 1)).join(' ')], index);
});
