import {expect, test} from 'vitest';
import {parseTheme} from './theme-colors.ts';

const ONYX = {
  type: 'Onyx',
  sidebarBg: '#202228',
  sidebarText: '#ffffff',
  centerChannelBg: '#191b1f',
  centerChannelColor: '#e3e4e8',
  linkColor: '#5d89ea',
  codeTheme: 'monokai',
};

test('a theme of the reference server sets the colors of the page', () => {
  const {scheme, colors} = parseTheme(JSON.stringify(ONYX))!;
  expect(scheme).toBe('dark');
  expect(colors).toMatchObject({
    '--color-surface': '#191b1f',
    '--color-text': '#e3e4e8',
    '--color-sidebar': '#202228',
    '--color-on-accent': '#111111',
  });
  expect(colors).not.toHaveProperty('--color-online');
});

test('an invalid theme changes nothing', () => {
  for (const text of ['', 'dark', '[]', 'null', '{"centerChannelBg":"#fff"}']) {
    expect(parseTheme(text)).toBeUndefined();
  }
  const hostile = {...ONYX, centerChannelBg: '#fff;} body{display:none'};
  expect(parseTheme(JSON.stringify(hostile))).toBeUndefined();
});
