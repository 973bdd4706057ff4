import {readFile} from 'node:fs/promises';
import {describe, expect, it} from 'vitest';
import {referencePage} from './reference-page.ts';
import {settingList} from './setting-list.ts';
import {checkValue} from './setting-values.ts';

describe('the settings schema', () => {
  it.each(settingList)(
    '$name has a description, describes its allowed values, and allows its default',
    (setting) => {
      expect(setting.schema.description).toMatch(/^[A-Z].*\.$/);
      expect(checkValue(setting, setting.schema.default, 'default', [])).toEqual(setting.schema.default);
      if (setting.schema.pattern !== undefined) expect(setting.schema.allowed).toBeDefined();
    },
  );

  it('has a unique environment variable for each setting', () => {
    expect(new Set(settingList.map(({environmentName}) => environmentName)).size).toBe(settingList.length);
  });
});

describe('docs/configuration.md', () => {
  it('lists every setting', () => {
    const page = referencePage();
    for (const {path} of settingList) expect(page).toContain(`| \`${path.at(-1)}\` |`);
  });

  it('is up to date', async () => {
    const page = new URL('../../../../docs/configuration.md', import.meta.url);
    expect(await readFile(page, 'utf8')).toBe(referencePage());
  });
});
