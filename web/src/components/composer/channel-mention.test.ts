import {expect, test} from 'vitest';
import {channelMention} from './channel-mention.ts';

test.each([
  ['@channel lunch', 'everyone'],
  ['lunch, @All!', 'everyone'],
  ['(@here)', 'here'],
  ['@here and @channel.', 'everyone'],
  ['`x` @all', 'everyone'],
  ['`@channel`', undefined],
  ['```\n@channel\n```\nok', undefined],
  ['```\n@channel', undefined],
  ['me@here.com, @channels, @all.hands, @@all', undefined],
])('%j mentions %j', (message, expected) => {
  expect(channelMention(message)).toBe(expected);
});
