import {i18n} from '@lingui/core';
import type {ChannelCategory} from '@mattermost/types/channel_categories';
import type {ChannelMembership, ServerChannel} from '@mattermost/types/channels';
import {beforeAll, describe, expect, test} from 'vitest';
import {type SidebarFacts, sidebarSections} from './sidebar-sections.ts';

beforeAll(() => i18n.loadAndActivate({locale: 'en', messages: {}}));

function channel(id: string, more: Partial<ServerChannel> = {}): ServerChannel {
  const counts = {total_msg_count: 0, total_msg_count_root: 0, last_post_at: 0, delete_at: 0};
  return {id, name: id, display_name: id, type: 'O', ...counts, ...more} as ServerChannel;
}

function facts(channels: ServerChannel[], more: Partial<SidebarFacts> = {}): SidebarFacts {
  const read = {msg_count: 0, msg_count_root: 0, mention_count: 0, mention_count_root: 0, notify_props: {}};
  const category = (type: string, ids: string[], sorting = '') =>
    ({id: type, type, display_name: type, sorting, channel_ids: ids, collapsed: false}) as ChannelCategory;
  const direct = channels.filter(({type}) => type === 'D').map(({id}) => id);
  const others = channels.filter(({type}) => type !== 'D').map(({id}) => id);
  return {
    categories: [category('channels', others), category('direct_messages', direct)],
    channels: Object.fromEntries(channels.map((one) => [one.id, one])),
    memberships: Object.fromEntries(channels.map(({id}) => [id, {channel_id: id, ...read}])) as Record<
      string,
      ChannelMembership
    >,
    collapsedThreads: false,
    ownId: 'me',
    openChannelId: undefined,
    unreads: 'inCategories',
    kept: new Set(),
    mostDirect: 2,
    getName: ({display_name}) => display_name,
    directShown: () => '',
    ...more,
  };
}

const shown = (given: SidebarFacts) =>
  sidebarSections(given).map(({title, channels}) => [title, channels.map(({id}) => id)]);

describe('sections of the sidebar', () => {
  test('show channels by name, and no archived channel except the open one', () => {
    const channels = [
      channel('b'),
      channel('a'),
      channel('old', {delete_at: 1}),
      channel('older', {delete_at: 1}),
    ];
    expect(shown(facts(channels, {openChannelId: 'old'}))).toEqual([
      ['Channels', ['a', 'b', 'old']],
      ['Direct messages', []],
    ]);
  });

  test('show muted channels after the others', () => {
    const given = facts([channel('b'), channel('a'), channel('c')]);
    given.memberships.a!.notify_props = {mark_unread: 'mention'};
    expect(shown(given)[0]).toEqual(['Channels', ['b', 'c', 'a']]);
  });

  test('show recent direct messages, and all unread ones', () => {
    const direct = (id: string, last_post_at: number, unread = 0) =>
      channel(id, {type: 'D', name: `me__${id}`, last_post_at, total_msg_count: unread});
    const channels = [direct('x', 1, 1), direct('y', 5), direct('z', 4), direct('w', 3), direct('v', 0)];
    expect(shown(facts(channels))[1]).toEqual(['Direct messages', ['y', 'z', 'x']]);
    const hidden = {directShown: ({id}: ServerChannel) => (id === 'y' ? 'false' : '')};
    expect(shown(facts(channels, hidden))[1]).toEqual(['Direct messages', ['z', 'w', 'x']]);
  });

  test('show unread channels first if the person prefers that, and not again below', () => {
    const channels = [channel('a'), channel('b', {total_msg_count: 3})];
    expect(shown(facts(channels, {unreads: 'first'}))).toEqual([
      ['Unread', ['b']],
      ['Channels', ['a']],
      ['Direct messages', []],
    ]);
  });

  test('show only unread channels and the open one, if the person wants that', () => {
    const direct = channel('x', {type: 'D', name: 'me__x', total_msg_count: 1});
    const channels = [channel('a'), channel('c', {total_msg_count: 3}), channel('b'), direct];
    const only = {unreads: 'only', openChannelId: 'b'} as const;
    expect(shown(facts(channels, only))).toEqual([['Unread', ['b', 'c', 'x']]]);
    expect(shown(facts([channel('a')], {unreads: 'only'}))).toEqual([['Unread', []]]);
  });

  test('keep channels among the unread ones', () => {
    const channels = [channel('a'), channel('b', {total_msg_count: 3}), channel('c')];
    const kept = new Set(['c']);
    expect(shown(facts(channels, {unreads: 'only', kept}))).toEqual([['Unread', ['b', 'c']]]);
    expect(shown(facts(channels, {unreads: 'first', kept, openChannelId: 'c'}))).toEqual([
      ['Unread', ['b', 'c']],
      ['Channels', ['a']],
      ['Direct messages', []],
    ]);
  });
});
