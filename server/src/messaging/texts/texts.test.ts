import {expect, test} from 'vitest';
import type {Settings} from '../../platform/config/settings.ts';
import {textsIn} from './texts.ts';

const textsFor = (locale: string) =>
  textsIn(locale, {LocalizationSettings: {DefaultServerLocale: 'en'}} as Settings);

test('names in another text direction do not rearrange the text around them', () => {
  expect(textsFor('ar').missedMessages.direct('@ann')).toBe('رسالة مباشرة من \u2068@ann\u2069');
  expect(textsFor('en').missedMessages.mention('قناة (2)')).toBe('Mention in \u2068قناة (2)\u2069');
  expect(textsFor('en').missedMessages.direct('@ann')).toBe('Direct message from @ann');
});

test('lists of names follow the language', () => {
  expect(textsFor('de').list(['Ann', 'Bob', 'Cat'])).toBe('Ann, Bob und Cat');
  expect(textsFor('ja').list(['Ann', 'Bob'])).toBe('Ann、Bob');
});

test('links are not isolated, because Markdown would not recognize their addresses', () => {
  expect(textsFor('ar').reminders.due(new URL('http://localhost/x'), '@ann')).toBe(
    'إليك تذكيرك [بهذه الرسالة](http://localhost/x) من \u2068@ann\u2069.',
  );
});
