import {expect, test} from 'vitest';
import {mentionKeywords} from './mention-keywords.ts';

/** The words in a text that mention the user. */
function found(text: string, keys: string, firstName = ''): string[] {
  const own = mentionKeywords(keys, firstName);
  return own ? text.split(own.pattern).filter((part, index) => index % 2 === 1 && own.counts(part)) : [];
}

test('finds whole words in any case, but the first name only as written', () => {
  expect(found('The DEPLOY of deployments, deploy.', 'deploy, outage')).toEqual(['DEPLOY', 'deploy']);
  expect(found('c++ (and C++) but not c', 'c++')).toEqual(['c++', 'C++']);
  expect(found('on call and on callers', 'on, on call')).toEqual(['on call', 'on']);
  expect(found('Robert, robert and Roberta', '', 'Robert')).toEqual(['Robert']);
  expect(found('昨日東京で', '東京')).toEqual(['東京']);
  expect(found('@night-shift at night', '@night-shift')).toEqual(['@night-shift']);
  expect(found('anything', ' , ')).toEqual([]);
});
