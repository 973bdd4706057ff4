import {describe, expect, test} from 'vitest';
import type {Language} from '../../../../server/src/platform/languages/languages.ts';
import {listKeywords} from '../../../emoji-keywords.ts';
import {listEmoji} from '../../../emoji-list.ts';
import {readEmoji} from './emoji-file.ts';
import {withLocalWords} from './local-words.ts';
import {rankEmoji} from './rank-emoji.ts';

const file = listEmoji();
const emoji = readEmoji(file);
const find = (term: string, {custom = [], used = []}: {custom?: string[]; used?: string[]} = {}) =>
  rankEmoji({term, emoji, custom, used});
const first = (term: string, used: string[] = []) => find(term, {used})[0];

describe('the search for emoji', () => {
  test('finds emoji by what they mean', () => {
    const found = Object.fromEntries(
      ['yes', 'lol', 'happy', 'sad', 'party', 'celebrate', 'love', 'thanks', 'done', 'laugh'].map((term) => [
        term,
        first(term),
      ]),
    );
    expect(found).toEqual({
      yes: '+1',
      lol: 'joy',
      happy: 'smile',
      sad: 'cry',
      party: 'tada',
      celebrate: 'tada',
      love: 'heart',
      thanks: 'pray',
      done: 'white_check_mark',
      laugh: 'joy',
    });
    expect(find('ok').slice(0, 2)).toEqual(['ok', 'ok_hand']);
    expect(find('lunch')).toContain('sandwich');
    // While a word is typed.
    expect(first('hap')).toBe('smile');
    expect(first('celebr')).toBe('tada');
  });

  test.each<[Language, Record<string, string>]>([
    [
      'de',
      {herz: 'heart', 'rotes Herz': 'heart', Käse: 'cheese_wedge', kase: 'cheese_wedge', Kanada: 'flag-ca'},
    ],
    [
      'fr',
      {
        fete: 'tada',
        cœur: 'heart',
        fromage: 'cheese_wedge',
        'cote d’ivoire': 'flag-ci',
        'Côte d’Ivoire': 'flag-ci',
      },
    ],
    ['es', {corazón: 'heart', corazon: 'heart', queso: 'cheese_wedge', Alemania: 'de'}],
    ['pt-BR', {coração: 'heart', queijo: 'cheese_wedge', joia: '+1'}],
    ['ja', {ハート: 'heart', チーズ: 'cheese_wedge', 桜: 'cherry_blossom'}],
    ['zh-CN', {心: 'heart', 咖啡: 'coffee', 德国: 'de'}],
    ['ar', {قلب: 'heart', أحمر: 'heart', جبن: 'cheese_wedge', ألمانيا: 'de'}],
  ])('finds emoji in the language of the page: %s', (language, expected) => {
    const local = withLocalWords(emoji, listKeywords(file, language));
    const firstOf = (term: string) => rankEmoji({term, emoji: local, custom: [], used: []})[0];
    const found = Object.keys(expected).map((term) => [term, firstOf(term)]);
    expect(Object.fromEntries(found)).toEqual(expected);
    expect(firstOf('celebrate')).toBe('tada');
  });

  test('takes spaces, underscores, hyphens and upper case as the same', () => {
    for (const term of ['thumbs up', 'thumbs_up', 'thumbs-up', 'Thumbs Up'])
      expect(find(term)).toEqual(['+1']);
    expect(find('thumbsup')).toEqual(['thumbsup']);
    expect(find('white check')).toEqual(['white_check_mark']);
    expect(find('flag de')[0]).toBe('flag-de');
    expect(find('-1')).toEqual(['-1']);
    expect(find('party parrot', {custom: ['party_parrot']})).toEqual(['party_parrot']);
  });

  test('finds several words, each in a name or a keyword', () => {
    expect(find('red heart')).toContain('heart');
    expect(find('face tears')).toContain('joy');
    expect(find('tears fac')).toContain('joy');
    expect(find('heart xylophone')).toEqual([]);
  });

  test('prefers popular emoji to short names, and an exact name to both', () => {
    expect(find('roc').slice(0, 2)).toEqual(['rocket', 'rock']);
    expect(find('ta').slice(0, 3)).toEqual(['tada', 'taco', 'taxi']);
    expect(first('rock')).toBe('rock');
    expect(first('check')).toBe('white_check_mark');
    // A keyword of a popular emoji is worth less than the name of another one.
    expect(first('green')).toBe('green_book');
  });

  test('prefers the emoji that the person uses', () => {
    expect(first('roc', ['rock'])).toBe('rock');
    expect(find('smi', {used: ['smirk', 'smiley']}).slice(0, 3)).toEqual(['smirk', 'smiley', 'smile']);
    expect(first('thanks', ['bow'])).toBe('pray');
    expect(find('hooray', {used: ['raised_hands_medium_skin_tone']})[0]).toBe('raised_hands');
    expect(first('party', ['partying_face', 'tada'])).toBe('partying_face');
  });

  test('lists coarse names last, unless the person uses them or types them', () => {
    expect(find('shi').at(-1)).toBe('shit');
    expect(first('shi', ['shit'])).toBe('shit');
    expect(first('shit')).toBe('shit');
    expect(find('rude').at(-1)).toBe('middle_finger');
  });

  test('lists each emoji once', () => {
    for (const term of ['a', 'thumb', 'happy', 'car']) {
      const characters = find(term).map((name) => emoji.find(({names}) => names.includes(name))!.character);
      expect(new Set(characters).size).toBe(characters.length);
    }
    expect(find('no such emoji')).toEqual([]);
  });
});

test('popular emoji are listed by their main names, once', () => {
  const names = file.popular.map(([name]) => name!);
  expect(names.filter((name) => !emoji.some((one) => one.names[0] === name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});
