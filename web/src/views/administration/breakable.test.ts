import {renderToStaticMarkup} from 'react-dom/server';
import {expect, test} from 'vitest';
import {breakable} from './breakable.tsx';

const shown = (text: string) =>
  renderToStaticMarkup(breakable(text))
    .replaceAll('<wbr/>', '|')
    .replaceAll(/<span[^>]*>/g, '[')
    .replaceAll('</span>', ']');

test('breaks names, addresses and keys after their parts', () => {
  expect(shown('ann.lee@example.com')).toBe('ann.|lee@|example.|com');
  expect(shown('MessageExportSettings')).toBe('Message|ExportSettings');
  expect(shown('Ronald McDonald, MySQL')).toBe('Ronald McDonald, MySQL');
});

test('keeps a word in one piece if it fits on a line of its own', () => {
  expect(shown('The ServerSettings.Port of ann')).toBe('The [ServerSettings.|Port] of ann');
});
