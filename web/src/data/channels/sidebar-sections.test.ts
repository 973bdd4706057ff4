import type {ChannelCategory} from '@mattermost/types/channel_categories';
import type {ChannelMembership, ServerChannel} from '@mattermost/types/channels';
import {describe, expect, test} from 'vitest';
import {type SidebarFacts, sidebarSections} from './sidebar-sections.ts';

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
    unreadsFirst: false,
    mostDirect: 2,
    nameOf: ({display_name}) => display_name,
    directShown: () => '',
    ...more,
  };
}

const shown = (given: SidebarFacts) =>
  sidebarSections(given).map(({title, channels}) => [title, channels.map(({id}) => id)]);

describe('sections of the sidebar', () => {
  test('have channels by name, and no archived ones but the open one', () => {
    const channels = [
      channel('b'),
      channel('a'),
      channel('old', {delete_at: 1}),
      channel('older', {delete_at: 1}),
    ];
    expect(shown(facts(channels, {openChannelId: 'old'}))).toEqual([
      ['channels', ['a', 'b', 'old']],
      ['direct_messages', []],
    ]);
  });

  test('have the direct messages of late, and those that wait whatever their number', () => {
    const direct = (id: string, last_post_at: number, unread = 0) =>
      channel(id, {type: 'D', name: `me__${id}`, last_post_at, total_msg_count: unread});
    const channels = [direct('x', 1, 1), direct('y', 5), direct('z', 4), direct('w', 3), direct('v', 0)];
    expect(shown(facts(channels))[1]).toEqual(['direct_messages', ['y', 'z', 'x']]);
    const hidden = {directShown: ({id}: ServerChannel) => (id === 'y' ? 'false' : '')};
    expect(shown(facts(channels, hidden))[1]).toEqual(['direct_messages', ['z', 'w', 'x']]);
  });

  test('put what is unread first on demand, and leave it out below', () => {
    const channels = [channel('a'), channel('b', {total_msg_count: 3})];
    expect(shown(facts(channels, {unreadsFirst: true}))).toEqual([
      ['Unread', ['b']],
      ['channels', ['a']],
      ['direct_messages', []],
    ]);
  });
});
