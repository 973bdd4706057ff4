import {describe, expect, test} from 'vitest';
import {fileCycles, folderCycles, importProblem, packageName, parseImports} from './check-imports.ts';

describe('parseImports', () => {
  test('finds every form of import, with its line', () => {
    const source = [
      `import {a} from './a.ts';`,
      `import type {B} from "./b.ts";`,
      `import './c.ts';`,
      'import {',
      '  d,',
      `} from './d.ts';`,
      `export {e} from './e.ts';`,
      `const f = await import('./f.ts');`,
      `const text = 'not an import from here';`,
    ].join('\n');
    expect(parseImports(source).toSorted((x, y) => x.line - y.line)).toEqual([
      {specifier: './a.ts', line: 1},
      {specifier: './b.ts', line: 2},
      {specifier: './c.ts', line: 3},
      {specifier: './d.ts', line: 6},
      {specifier: './e.ts', line: 7},
      {specifier: './f.ts', line: 8},
    ]);
  });
});

describe('importProblem', () => {
  const posts = 'server/src/messaging/posts/posts.ts';

  test.each([
    ['a lower layer', posts, 'server/src/platform/database/ids.ts'],
    ['any top-level file of a platform folder', posts, 'server/src/platform/database/sql.ts'],
    ['two layers down', 'server/src/integrations/dialogs/dialogs.ts', 'server/src/platform/database/ids.ts'],
    ['a file of the same feature', posts, 'server/src/messaging/posts/store.ts'],
    ['a parent folder of the same feature', 'server/src/messaging/posts/search/search.ts', posts],
    ['the public file of another feature', posts, 'server/src/messaging/users/users.ts'],
    ['the wire types of another feature', posts, 'server/src/messaging/users/schema.ts'],
    [
      'another folder in the same layer',
      'server/src/integrations/bots/bots.ts',
      'server/src/realtime/hub.ts',
    ],
    [
      'anything below, from the composition root',
      'server/src/server.ts',
      'server/src/messaging/posts/routes.ts',
    ],
    ['anything below, from a command', 'server/src/commands/serve.ts', 'server/src/server.ts'],
    ['a command, from the command line', 'server/src/cli.ts', 'server/src/commands/serve.ts'],
    ['the version', 'server/src/commands/version.ts', 'server/package.json'],
    [
      'anything, from a test',
      'server/src/platform/database/ids.test.ts',
      'server/src/messaging/posts/store.ts',
    ],
    ['test support, from a test', 'server/src/messaging/posts/posts.test.ts', 'test/support/server.ts'],
    ['the server, from a script', 'scripts/write.ts', 'server/src/platform/config/settings.ts'],
    ['a lower layer of the web client', 'web/src/app/app.tsx', 'web/src/views/sign-in/sign-in.tsx'],
    [
      'texts of the server, to translate them',
      'web/server-texts.ts',
      'server/src/platform/config/settings.ts',
    ],
    ['a component, from a view', 'web/src/views/home/home.tsx', 'web/src/components/posts/post-item.tsx'],
    ['data, from a component', 'web/src/components/posts/post-item.tsx', 'web/src/data/posts/posts.ts'],
  ])('allows %s', (_, file, target) => {
    expect(importProblem(file, target)).toBeUndefined();
  });

  test.each([
    ['a higher layer from the platform', 'server/src/platform/http/http.ts', posts, 'points up'],
    ['a higher layer from messaging', posts, 'server/src/realtime/hub.ts', 'points up'],
    ['the composition root from a feature', posts, 'server/src/server.ts', 'points up'],
    ['a command from the composition root', 'server/src/server.ts', 'server/src/commands/x.ts', 'points up'],
    [
      'the store of another feature',
      posts,
      'server/src/messaging/users/store.ts',
      'messaging/users/users.ts',
    ],
    [
      'a private file of a lower layer',
      'server/src/integrations/bots/bots.ts',
      'server/src/messaging/users/store.ts',
      'only through messaging/users/users.ts',
    ],
    [
      'a private folder of the platform',
      'server/src/platform/jobs/jobs.ts',
      'server/src/platform/database/embedded/initdb.ts',
      'private to platform/database',
    ],
    ['a test', posts, 'server/src/messaging/posts/posts.test.ts', 'only a test'],
    ['test support', posts, 'test/support/server.ts', 'only a test'],
    ['the web client from the server', posts, 'web/src/lib/time.ts', 'outside server/src'],
    [
      'an unknown layer',
      'server/src/utils/text.ts',
      'server/src/platform/database/ids.ts',
      'server/src/utils is not one',
    ],
    ['the server from the web client', 'web/src/lib/time.ts', posts, 'scripts/shared-with-web.ts'],
    ['a higher layer of the web client', 'web/src/lib/time.ts', 'web/src/views/x/x.tsx', 'app → views'],
    ['a component from data', 'web/src/data/posts/posts.ts', 'web/src/components/ui/icon.tsx', 'app → views'],
    [
      'another view',
      'web/src/views/home/home.tsx',
      'web/src/views/settings/x.tsx',
      'do not import each other',
    ],
    [
      'data, from the design system',
      'web/src/components/ui/icon.tsx',
      'web/src/data/posts/posts.ts',
      'design system',
    ],
  ])('rejects %s', (_, file, target, reason) => {
    expect(importProblem(file, target)).toContain(reason);
  });
});

describe('folderCycles', () => {
  test('finds a cycle through several folders once', () => {
    expect(
      folderCycles([
        ['web/src/data/posts/posts.ts', 'web/src/data/people/people.ts'],
        ['web/src/data/people/presence.ts', 'web/src/data/teams/teams.ts'],
        ['web/src/data/teams/teams.ts', 'web/src/data/posts/saved.ts'],
        ['web/src/data/teams/teams.ts', 'web/src/lib/store.ts'],
      ]),
    ).toEqual(['data/posts → data/people → data/teams → data/posts']);
  });

  test('finds cycles in every layer, and between subfolders of a feature', () => {
    expect(
      folderCycles([
        ['server/src/messaging/users/routes.ts', 'server/src/messaging/sessions/sessions.ts'],
        ['server/src/messaging/sessions/login.ts', 'server/src/messaging/users/users.ts'],
        ['server/src/messaging/posts/lists/store.ts', 'server/src/messaging/posts/creation/store.ts'],
        ['server/src/messaging/posts/creation/rules.ts', 'server/src/messaging/posts/lists/lists.ts'],
      ]),
    ).toEqual([
      'messaging/users → messaging/sessions → messaging/users',
      'messaging/posts/lists → messaging/posts/creation → messaging/posts/lists',
    ]);
  });

  test('allows imports between a feature and its subfolders', () => {
    expect(
      folderCycles([
        ['server/src/messaging/posts/posts.ts', 'server/src/messaging/posts/creation/creation.ts'],
        ['server/src/messaging/posts/creation/creation.ts', 'server/src/messaging/posts/store.ts'],
      ]),
    ).toEqual([]);
  });

  test('allows cycles within a folder, and folders without cycles', () => {
    expect(
      folderCycles([
        ['web/src/data/posts/posts.ts', 'web/src/data/posts/saved.ts'],
        ['web/src/data/posts/saved.ts', 'web/src/data/posts/posts.ts'],
        ['web/src/data/posts/posts.ts', 'web/src/data/people/people.ts'],
      ]),
    ).toEqual([]);
  });
});

test('fileCycles finds files that import each other', () => {
  expect(
    fileCycles([
      ['server/src/messaging/posts/posts.ts', 'server/src/messaging/posts/creation/creation.ts'],
      ['server/src/messaging/posts/creation/creation.ts', 'server/src/messaging/posts/store.ts'],
      ['server/src/messaging/posts/store.ts', 'server/src/messaging/posts/creation/creation.ts'],
    ]),
  ).toEqual([
    'messaging/posts/creation/creation.ts → messaging/posts/store.ts → messaging/posts/creation/creation.ts',
  ]);
});

describe('packageName', () => {
  test.each([
    ['fastify', 'fastify'],
    ['@fastify/cookie', '@fastify/cookie'],
    ['typebox/value', 'typebox'],
    ['node:fs', undefined],
    ['fs/promises', undefined],
    ['./posts.ts', undefined],
  ])('%s is %s', (specifier, name) => {
    expect(packageName(specifier)).toBe(name);
  });
});
