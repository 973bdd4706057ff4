import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {editDistance, nearestName} from './nearest-name.ts';

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['SiteURL', 'SiteURL', 0],
    ['SitURL', 'SiteURL', 1],
    ['SiteURLs', 'SiteURL', 1],
    ['SiteURI', 'SiteURL', 1],
    ['SietURL', 'SiteURL', 1],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
  ])('from %j to %j is %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
  });

  it('is symmetric, zero only for equal texts, and at least the length difference', () => {
    const word = fc.string({maxLength: 12, unit: fc.constantFrom('a', 'b', 'c')});
    fc.assert(
      fc.property(word, word, (a, b) => {
        const distance = editDistance(a, b);
        expect(distance).toBe(editDistance(b, a));
        expect(distance === 0).toBe(a === b);
        expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
    );
  });

  it('counts a removed letter as one', () => {
    fc.assert(
      fc.property(fc.string({minLength: 1, maxLength: 20}), fc.nat(), (text, seed) => {
        const at = seed % text.length;
        expect(editDistance(text, text.slice(0, at) + text.slice(at + 1))).toBe(1);
      }),
    );
  });
});

describe('nearestName', () => {
  const known = [
    'ServiceSettings.SiteURL',
    'TeamSettings.SiteName',
    'LogSettings.Enable',
    'JobSettings.Enable',
  ];

  it.each([
    ['ServiceSettings.SitURL', 'ServiceSettings.SiteURL'],
    ['servicesettings.siteurl', 'ServiceSettings.SiteURL'],
    ['TeamSettings.SiteURL', 'ServiceSettings.SiteURL'],
    ['SiteURL', 'ServiceSettings.SiteURL'],
    ['TeamSetings.SiteNam', 'TeamSettings.SiteName'],
  ])('for %s suggests %s', (name, meant) => {
    expect(nearestName(name, known, '.')).toBe(meant);
  });

  it('suggests nothing if no name is close or several are equally close', () => {
    expect(nearestName('Bananas', known, '.')).toBeUndefined();
    expect(nearestName('Enable', known, '.')).toBeUndefined();
    expect(nearestName('x'.repeat(100_000), known, '.')).toBeUndefined();
  });

  it('always returns a valid name or undefined', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect([...known, undefined]).toContain(nearestName(name, known, '.'));
      }),
    );
  });
});
