import {i18n} from '@lingui/core';
import {beforeAll, describe, expect, test} from 'vitest';
import {displayedMessage, joinLeaveSummary} from './system-messages.ts';

beforeAll(() => i18n.loadAndActivate({locale: 'en', messages: {}}));

const message = (type: string, props: Record<string, unknown>) =>
  displayedMessage({id: 'p', type, message: 'as sent', props});

describe('the text of a system message', () => {
  test('names people as mentions', () => {
    expect(message('system_join_channel', {username: 'ann'})).toBe('@ann joined the channel.');
    expect(message('system_leave_team', {username: 'ann'})).toBe('@ann left the team.');
    const added = {username: 'ann', addedUsername: 'bob'};
    expect(message('system_add_to_channel', added)).toBe('@ann added @bob to the channel.');
    const removed = {username: 'bob', removedUsername: 'bob'};
    expect(message('system_remove_from_channel', removed)).toBe('@bob was removed from the channel.');
    expect(message('system_channel_restored', {username: 'ann'})).toBe('@ann unarchived the channel.');
  });

  test('describes the change', () => {
    const renamed = {username: 'ann', old_displayname: 'Quay', new_displayname: 'Pier'};
    expect(message('system_displayname_change', renamed)).toBe(
      '@ann renamed the channel from “Quay” to “Pier”.',
    );
    const header = (old_header: string, new_header: string) =>
      message('system_header_change', {username: 'ann', old_header, new_header});
    expect(header('', 'Boats')).toBe('@ann set the channel header to “Boats”.');
    expect(header('Boats', '')).toBe('@ann removed the channel header. It was “Boats”.');
    expect(header('Boats', 'Ships')).toBe('@ann changed the channel header from “Boats” to “Ships”.');
    expect(message('system_change_chan_privacy', {username: 'ann', new_type: 'P'})).toBe(
      '@ann made the channel private.',
    );
  });

  test('is the message as sent if the type or a property is unknown', () => {
    expect(message('system_generic', {username: 'ann'})).toBe('as sent');
    expect(message('system_join_channel', {})).toBe('as sent');
    expect(message('system_add_to_team', {username: 'ann'})).toBe('as sent');
    expect(message('system_header_change', {username: 'ann', old_header: 'Boats'})).toBe('as sent');
    expect(message('system_change_chan_privacy', {username: 'ann'})).toBe('as sent');
    expect(message('', {username: 'ann'})).toBe('as sent');
  });
});

describe('the summary of people who joined and left', () => {
  const post = (type: string, props: Record<string, unknown>) => ({
    id: 'p',
    type,
    message: '',
    props,
  });
  const joined = (username: string) => post('system_join_channel', {username});
  const left = (username: string) => post('system_leave_channel', {username});

  test('counts each person once', () => {
    const added = post('system_add_to_channel', {username: 'ann', addedUsername: 'cat'});
    expect(joinLeaveSummary([joined('ann'), joined('bob'), added, joined('bob')])).toBe('3 people joined');
    expect(joinLeaveSummary([left('ann'), left('bob')])).toBe('2 people left');
  });

  test('names both directions', () => {
    const removed = post('system_remove_from_channel', {username: 'ann', removedUsername: 'ann'});
    expect(joinLeaveSummary([joined('ann'), joined('bob'), removed])).toBe('2 people joined, 1 left');
    expect(joinLeaveSummary([joined('ann'), left('ann')])).toBe('1 person joined, 1 left');
  });
});
