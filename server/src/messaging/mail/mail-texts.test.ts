import {expect, test} from 'vitest';
import type {Settings} from '../../platform/config/settings.ts';
import {mailTexts} from './texts.ts';

const textsIn = (locale: string) =>
  mailTexts(locale, {LocalizationSettings: {DefaultServerLocale: 'en'}} as Settings);

test('names in another text direction do not rearrange the text around them', () => {
  expect(textsIn('ar').missedMessages.direct('@ann')).toBe('رسالة مباشرة من \u2068@ann\u2069');
  expect(textsIn('en').missedMessages.mention('قناة (2)')).toBe('Mention in \u2068قناة (2)\u2069');
  expect(textsIn('en').missedMessages.direct('@ann')).toBe('Direct message from @ann');
});

test('lists of names follow the language', () => {
  expect(textsIn('de').list(['Ann', 'Bob', 'Cat'])).toBe('Ann, Bob und Cat');
  expect(textsIn('ja').list(['Ann', 'Bob'])).toBe('Ann、Bob');
});
