import {createHash} from 'node:crypto';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {newId} from '../../platform/database/ids.ts';
import {directChannelName, groupChannelName, groupDisplayName, isDirectChannelName} from './channel-names.ts';

const id = fc.constant(undefined).map(() => newId());

describe('the name of a direct channel', () => {
  test('does not depend on the order of the users, starts with the smaller id and is reserved for direct channels', () => {
    fc.assert(
      fc.property(id, id, (a, b) => {
        const name = directChannelName(a, b);
        expect(name).toBe(directChannelName(b, a));
        expect(name.split('__')).toEqual([a, b].sort());
        expect(isDirectChannelName(name)).toBe(true);
      }),
    );
  });

  test('repeats the id for a channel with oneself', () => {
    expect(directChannelName('a', 'a')).toBe('a__a');
  });
});

describe('the name of a group channel', () => {
  test('does not depend on the order of the members and differs between sets of members', () => {
    fc.assert(
      fc.property(
        fc.array(id, {minLength: 3, maxLength: 8}),
        fc.array(id, {minLength: 3, maxLength: 8}),
        (a, b) => {
          expect(groupChannelName(a)).toBe(groupChannelName([...a].reverse()));
          expect(groupChannelName(a)).toMatch(/^[0-9a-f]{40}$/);
          expect(groupChannelName(a)).not.toBe(groupChannelName(b));
          expect(isDirectChannelName(groupChannelName(a))).toBe(false);
        },
      ),
    );
  });

  test('is the SHA-1 of the sorted ids', () => {
    expect(groupChannelName(['c', 'a', 'b'])).toBe(createHash('sha1').update('abc').digest('hex'));
  });
});

describe('the display name of a group channel', () => {
  test('lists the usernames in order', () => {
    expect(groupDisplayName(['zoe', 'ann', 'max'])).toBe('ann, max, zoe');
  });

  test('is cut to 64 characters without splitting one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({unit: 'grapheme', minLength: 1}), {minLength: 3, maxLength: 8}),
        (names) => {
          const name = groupDisplayName(names);
          expect([...name].length).toBeLessThanOrEqual(64);
          expect([...names].sort().join(', ').startsWith(name)).toBe(true);
        },
      ),
    );
  });
});
