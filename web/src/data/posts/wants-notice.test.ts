import {expect, test} from 'vitest';
import {wantsNotice} from './wants-notice.ts';

const message = {channelType: 'O', isMention: false, thread: 'none', presence: 'online'} as const;
const mention = {...message, isMention: true};

test('people are told of mentions and direct messages, or as they wish', () => {
  expect(wantsNotice(message)).toBe(false);
  expect(wantsNotice(mention)).toBe(true);
  expect(wantsNotice({...message, channelType: 'D'})).toBe(true);
  expect(wantsNotice(message, {}, {desktop: 'all'})).toBe(true);
  expect(wantsNotice(mention, {}, {desktop: 'none'})).toBe(false);
});

test('what is set for the channel goes before what is set for all', () => {
  expect(wantsNotice(message, {desktop: 'all'}, {desktop: 'none'})).toBe(true);
  expect(wantsNotice(mention, {desktop: 'none'}, {desktop: 'all'})).toBe(false);
  expect(wantsNotice(message, {desktop: 'default'}, {desktop: 'all'})).toBe(true);
});

test('nobody is told who does not want to be disturbed, or has muted the channel', () => {
  expect(wantsNotice({...mention, presence: 'dnd'}, {}, {desktop: 'all'})).toBe(false);
  expect(wantsNotice(mention, {mark_unread: 'mention', desktop: 'all'})).toBe(false);
});

test('of replies in threads of their own, people are told in those that they follow', () => {
  const reply = {...message, thread: 'followed'} as const;
  expect(wantsNotice(reply)).toBe(true);
  expect(wantsNotice({...reply, thread: 'other'}, {}, {desktop: 'all'})).toBe(false);
  expect(wantsNotice(reply, {}, {desktop_threads: 'mention'})).toBe(false);
  expect(wantsNotice({...reply, isMention: true}, {}, {desktop_threads: 'mention'})).toBe(true);
});
