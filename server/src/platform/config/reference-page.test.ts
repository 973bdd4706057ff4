import {readFile} from 'node:fs/promises';
import {describe, expect, it} from 'vitest';
import {referencePage} from './reference-page.ts';
import {settingList} from './setting-list.ts';
import {checkValue} from './setting-values.ts';

describe('the schema of the settings', () => {
  it.each(settingList)(
    '$name has a description, says what it allows, and allows its own default',
    (setting) => {
      expect(setting.schema.description).toMatch(/^[A-Z].*\.$/);
      expect(checkValue(setting, setting.schema.default, 'default', [])).toEqual(setting.schema.default);
      if (setting.schema.pattern !== undefined) expect(setting.schema.form).toBeDefined();
    },
  );

  it('gives each setting a variable of its own', () => {
    expect(new Set(settingList.map(({environmentName}) => environmentName)).size).toBe(settingList.length);
  });
});

describe('docs/configuration.md', () => {
  it('lists every setting', () => {
    const page = referencePage();
    for (const {path} of settingList) expect(page).toContain(`| \`${path.at(-1)}\` |`);
  });

  it('is what the schema says now', async () => {
    const page = new URL('../../../../docs/configuration.md', import.meta.url);
    expect(await readFile(page, 'utf8')).toBe(referencePage());
  });
});
