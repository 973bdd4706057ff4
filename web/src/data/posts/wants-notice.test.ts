import {expect, test} from 'vitest';
import {wantsNotice} from './wants-notice.ts';

const message = {
  channelType: 'O',
  isMention: false,
  thread: 'none',
  presence: 'online',
  isPaused: false,
} as const;
const mention = {...message, isMention: true};

test('by default, people are notified about mentions and direct messages', () => {
  expect(wantsNotice(message)).toBe(false);
  expect(wantsNotice(mention)).toBe(true);
  expect(wantsNotice({...message, channelType: 'D'})).toBe(true);
  expect(wantsNotice(message, {}, {desktop: 'all'})).toBe(true);
  expect(wantsNotice(mention, {}, {desktop: 'none'})).toBe(false);
});

test('channel settings override general settings', () => {
  expect(wantsNotice(message, {desktop: 'all'}, {desktop: 'none'})).toBe(true);
  expect(wantsNotice(mention, {desktop: 'none'}, {desktop: 'all'})).toBe(false);
  expect(wantsNotice(message, {desktop: 'default'}, {desktop: 'all'})).toBe(true);
});

test('people are not notified in Do Not Disturb, outside of their notification hours, or in muted channels', () => {
  expect(wantsNotice({...mention, isPaused: true}, {desktop: 'all'}, {desktop: 'all'})).toBe(false);
  expect(wantsNotice({...mention, presence: 'dnd'}, {}, {desktop: 'all'})).toBe(false);
  expect(wantsNotice(mention, {mark_unread: 'mention', desktop: 'all'})).toBe(false);
});

test('people are notified about replies in threads that they follow', () => {
  const reply = {...message, thread: 'followed'} as const;
  expect(wantsNotice(reply)).toBe(true);
  expect(wantsNotice({...reply, thread: 'other'}, {}, {desktop: 'all'})).toBe(false);
  expect(wantsNotice(reply, {}, {desktop_threads: 'mention'})).toBe(false);
  expect(wantsNotice({...reply, isMention: true}, {}, {desktop_threads: 'mention'})).toBe(true);
});
