import babelExtractor from '@lingui/cli/api/extractors/babel';
import type {LinguiConfig} from '@lingui/conf';
import {formatter} from '@lingui/format-po';
import {LANGUAGES, SOURCE_LANGUAGE} from '../server/src/platform/languages/languages.ts';
import {serverTextExtractor, serverTextFiles} from './server-texts.ts';

// A catalog is loaded with the pages that need it. `main` has the texts of everything that is not in a folder below.
const own = {
  administration: ['<rootDir>/src/views/administration'],
  conversation: [
    ...[
      'bookmarks',
      'menus',
      'not-joined',
      'panels',
      'search/suggestions',
      'sidebar/arranging',
      'sidebar/dialogs',
    ].map((part) => `<rootDir>/src/views/conversation/${part}`),
    ...[
      'channels/dialogs',
      'composer/menus',
      'emoji/picker',
      'frame/account',
      'jump-to-date',
      'keyboard/sheet',
      'people/profile',
      'posts/dialogs',
      'posts/polls',
      'reminders',
    ].map((part) => `<rootDir>/src/components/${part}`),
    '<rootDir>/src/app/palette',
  ],
  'first-steps': ['<rootDir>/src/views/conversation/first-steps'],
  files: ['file-viewer', 'media'].map((part) => `<rootDir>/src/components/${part}`),
  integrations: ['<rootDir>/src/views/integrations', '<rootDir>/src/components/integrations'],
  pages: [
    ...['drafts', 'home', 'settings', 'share', 'sign-in', 'threads'].map(
      (view) => `<rootDir>/src/views/${view}`,
    ),
    ...['frame/missing', 'groups', 'invitations', 'posts/absent-people', 'teams/joining'].map(
      (part) => `<rootDir>/src/components/${part}`,
    ),
  ],
};

/** The texts of errors. English pages show those of the server instead. */
const errors = '<rootDir>/src/lib/api-errors.ts';

/** The catalogs of texts (docs/translating.md). */
const config: LinguiConfig = {
  sourceLocale: SOURCE_LANGUAGE,
  locales: [...LANGUAGES],
  fallbackLocales: {default: SOURCE_LANGUAGE},
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}/main',
      include: ['<rootDir>/src'],
      exclude: [
        ...Object.values(own)
          .flat()
          .map((folder) => `${folder}/**`),
        errors,
        '**/*.test.ts',
      ],
    },
    {path: '<rootDir>/src/locales/{locale}/errors', include: [errors]},
    ...Object.entries(own).map(([name, include]) => ({
      path: `<rootDir>/src/locales/{locale}/${name}`,
      include,
    })),
    {
      path: '<rootDir>/src/locales/{locale}/settings',
      include: serverTextFiles.map((file) => `<rootDir>/${file}`),
    },
  ],
  extractors: [serverTextExtractor, babelExtractor],
  // Without line numbers a catalog changes only when a text does.
  format: formatter({lineNumbers: false}),
};

export default config;
