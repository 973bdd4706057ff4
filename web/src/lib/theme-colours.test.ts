import {expect, test} from 'vitest';
import {parseTheme} from './theme-colours.ts';

const ONYX = {
  type: 'Onyx',
  sidebarBg: '#202228',
  sidebarText: '#ffffff',
  centerChannelBg: '#191b1f',
  centerChannelColor: '#e3e4e8',
  linkColor: '#5d89ea',
  codeTheme: 'monokai',
};

test('a theme of the reference server names the colours of the page', () => {
  const {scheme, colours} = parseTheme(JSON.stringify(ONYX))!;
  expect(scheme).toBe('dark');
  expect(colours).toMatchObject({
    '--color-surface': '#191b1f',
    '--color-text': '#e3e4e8',
    '--color-sidebar': '#202228',
    '--color-on-accent': '#111111',
  });
  expect(colours).not.toHaveProperty('--color-online');
});

test('what is no theme changes nothing', () => {
  for (const text of ['', 'dark', '[]', 'null', '{"centerChannelBg":"#fff"}']) {
    expect(parseTheme(text)).toBeUndefined();
  }
  const hostile = {...ONYX, centerChannelBg: '#fff;} body{display:none'};
  expect(parseTheme(JSON.stringify(hostile))).toBeUndefined();
});
