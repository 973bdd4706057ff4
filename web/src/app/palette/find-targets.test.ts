import type {ServerChannel} from '@mattermost/types/channels';
import type {UserProfile} from '@mattermost/types/users';
import {describe, expect, test} from 'vitest';
import {findTargets, type Target} from './find-targets.ts';

const channel = (id: string, last_post_at: number, more: object = {}) =>
  ({id, name: id, display_name: id, type: 'O', delete_at: 0, last_post_at, ...more}) as ServerChannel;

const facts = {
  query: '',
  channels: [
    channel('here', 9),
    channel('quiet', 5),
    channel('news', 3),
    channel('alarms', 1),
    channel('old', 8, {delete_at: 1}),
  ],
  getName: ({display_name}: ServerChannel) => display_name,
  getUnread: ({id}: ServerChannel) => ({
    isUnread: id === 'news' || id === 'alarms',
    mentions: id === 'alarms' ? 2 : 0,
  }),
  openId: 'here',
  people: [{id: 'u1', username: 'quinn'}] as UserProfile[],
  commands: [{trigger: 'quit', about: ''}],
  places: [{path: '/_settings/sidebar', name: 'Sidebar', area: 'Settings', icon: 'list' as const}],
};

const shown = (targets: Target[]) =>
  targets.map((target) => {
    if (target.kind === 'channel') return target.channel.id;
    if (target.kind === 'person') return `@${target.person.username}`;
    return target.kind === 'command' ? `/${target.command.trigger}` : target.place.name;
  });

describe('the palette', () => {
  test('starts with mentions and unread channels, and ends with the open one', () => {
    expect(shown(findTargets(facts))).toEqual(['alarms', 'news', 'quiet', 'here']);
  });

  test('finds every kind of thing', () => {
    expect(shown(findTargets({...facts, query: 'qui'}))).toEqual(['quiet', '@quinn', '/quit']);
    expect(shown(findTargets({...facts, query: 'sideb', people: []}))).toEqual(['Sidebar']);
    expect(shown(findTargets({...facts, query: 'settings', people: []}))).toEqual(['Sidebar']);
  });

  test.each([
    ['/q', ['/quit']],
    ['~e', ['news', 'quiet', 'here']],
    ['@q', ['@quinn']],
  ])('%s limits the kind', (query, expected) => {
    expect(shown(findTargets({...facts, query}))).toEqual(expected);
  });
});
