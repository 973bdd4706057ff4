import type {ServerChannel} from '@mattermost/types/channels';
import type {UserProfile} from '@mattermost/types/users';
import {describe, expect, test} from 'vitest';
import {findTargets, type Target} from './find-targets.ts';

const channel = (id: string, last_post_at: number, more: object = {}) =>
  ({
    id,
    name: id,
    display_name: id,
    type: 'O',
    delete_at: 0,
    last_post_at,
    team_id: 'team',
    ...more,
  }) as ServerChannel;

const facts = {
  teamId: 'team',
  query: '',
  channels: [
    channel('here', 9),
    channel('quiet', 5),
    channel('news', 3),
    channel('alarms', 1),
    channel('old', 8, {delete_at: 1}),
  ],
  publicChannels: [channel('quiet', 5), channel('quince', 9)],
  getNames: ({display_name, name, type}: ServerChannel) =>
    type === 'G' ? [display_name] : [display_name, name],
  getUnread: ({id}: ServerChannel) => ({
    isUnread: id === 'news' || id === 'alarms',
    mentions: id === 'alarms' ? 2 : 0,
  }),
  openId: 'here',
  people: [{id: 'u1', username: 'quinn'}] as UserProfile[],
  commands: [{trigger: 'quit', hint: '', about: ''}],
  places: [{name: 'Sidebar', area: 'Settings', icon: 'list' as const, open() {}}],
};

const shown = (targets: Target[]) =>
  targets.map((target) => {
    if (target.kind === 'channel') return target.channel.id;
    if (target.kind === 'person') return `@${target.person.username}`;
    if (target.kind === 'search') return `“${target.terms}”`;
    return target.kind === 'command' ? `/${target.command.trigger}` : target.place.name;
  });

describe('the palette', () => {
  test('starts with mentions and unread channels, and ends with the open one', () => {
    expect(shown(findTargets(facts))).toEqual(['alarms', 'news', 'quiet', 'here']);
  });

  test('finds every kind of thing', () => {
    expect(shown(findTargets({...facts, query: 'qui'}))).toEqual([
      'quiet',
      'quince',
      '@quinn',
      '/quit',
      '“qui”',
    ]);
    expect(shown(findTargets({...facts, query: 'sideb', people: []}))).toEqual(['Sidebar', '“sideb”']);
    expect(shown(findTargets({...facts, query: 'settings', people: []}))).toEqual(['Sidebar', '“settings”']);
  });

  test('offers neither people nor a search without a team', () => {
    expect(shown(findTargets({...facts, teamId: undefined, channels: [], query: 'qui'}))).toEqual([
      'quince',
      'quiet',
      '/quit',
    ]);
  });

  test('prefers names that start with the text, and finds the starts of words, without accents', () => {
    const channels = ['rescue', 'Café crew north', 'Esc'].map((name) => channel(name, 1));
    const find = (query: string) =>
      shown(
        findTargets({...facts, channels, publicChannels: [], people: [], places: [], commands: [], query}),
      );
    expect(find('esc')).toEqual(['Esc', 'rescue', '“esc”']);
    expect(find('cafe no')).toEqual(['Café crew north', '“cafe no”']);
  });

  test('forgives one typo in a word, after everything that matches', () => {
    const channels = ['engineering', 'design engineers', 'general', 'enginering-old'].map((name) =>
      channel(name, 1),
    );
    const find = (query: string) =>
      shown(
        findTargets({...facts, channels, publicChannels: [], people: [], places: [], commands: [], query}),
      );
    expect(find('enginering')).toEqual(['enginering-old', 'engineering', '“enginering”']);
    for (const typo of ['engineerring', 'engieering', 'engineernig', 'engineerimg']) {
      expect(find(typo)[0]).toBe('engineering');
    }
    expect(find('gen')).toEqual(['general', '“gen”']);
    for (const wrong of ['xngineering', 'emgimeering', 'eng1neeringg1']) expect(find(wrong)).toHaveLength(1);
  });

  test('ranks the name before its start, starts of words, the area of a page and middles of words, then by recency', () => {
    const channels = [
      channel('unpaid', 9),
      channel('the-aid', 8),
      channel('aid-old', 2),
      channel('aid-new', 3),
      channel('aid', 1),
      channel('ab12aidcd', 9, {type: 'G', display_name: 'bob, cat'}),
      ...Array.from({length: 30}, (_, index) => channel(`braid${index}`, 7)),
    ];
    const places = ['Aid', 'First aid', 'Braids', 'Other'].map((name) => ({
      name,
      area: 'Aiding',
      icon: 'list' as const,
      open() {},
    }));
    const found = shown(
      findTargets({...facts, channels, publicChannels: [], people: [], places, query: 'aid'}),
    );
    expect(found.slice(0, 10)).toEqual([
      'aid',
      'Aid',
      'aid-new',
      'aid-old',
      'the-aid',
      'First aid',
      'Braids',
      'Other',
      'unpaid',
      'braid0',
    ]);
    expect(found).not.toContain('ab12aidcd');
  });

  test('finds one or two letters only at the start of a word, unless words have no spaces between them', () => {
    const channels = ['design', 'code-review', 'ideas', '製品開発'].map((name) => channel(name, 1));
    const find = (query: string) =>
      shown(
        findTargets({...facts, channels, publicChannels: [], people: [], places: [], commands: [], query}),
      );
    expect(find('de')).toEqual(['design', '“de”']);
    expect(find('re')).toEqual(['code-review', '“re”']);
    expect(find('dea')).toEqual(['ideas', '“dea”']);
    expect(find('開発')).toEqual(['製品開発', '“開発”']);
  });

  test('ranks channels of other teams after those of the current one that match equally well', () => {
    const channels = [
      channel('news', 9, {team_id: 'other'}),
      channel('here', 1, {name: 'news-here'}),
      channel('chat', 1, {team_id: '', type: 'G', display_name: 'news crew'}),
      channel('newsroom', 2),
      channel('daily-news', 3),
    ];
    const find = (query: string) =>
      shown(findTargets({...facts, channels, publicChannels: [], people: [], query}));
    expect(find('new')).toEqual(['newsroom', 'chat', 'here', 'news', 'daily-news', '“new”']);
    expect(find('news')[0]).toBe('news');
    expect(find('')[0]).toBe('news');
  });

  test('always has room for people, commands and pages', () => {
    const many = (mark: string) => Array.from({length: 30}, (_, index) => `qu${mark}${index}`);
    const found = shown(
      findTargets({
        ...facts,
        query: 'qu',
        channels: many('a').map((name, index) => channel(name, index)),
        people: many('b').map((username) => ({id: username, username}) as UserProfile),
        commands: many('c').map((trigger) => ({trigger, hint: '', about: ''})),
      }),
    );
    const count = (start: string) => found.filter((one) => one.startsWith(start)).length;
    expect([count('qua'), count('@'), count('/'), found.length]).toEqual([10, 5, 5, 21]);
  });

  test.each([
    ['/q', ['/quit']],
    ['~qu', ['quiet', 'quince']],
    ['#qu', ['quiet', 'quince', '“#qu”']],
    ['@q', ['@quinn']],
  ])('%s limits the kind', (query, expected) => {
    expect(shown(findTargets({...facts, query}))).toEqual(expected);
  });
});
