import type {ExtractedMessage, ExtractorType} from '@lingui/conf';
import {generateMessageId} from '@lingui/message-utils/generateMessageId';
import {consoleSections, englishSectionName} from './src/lib/console-sections.ts';
import {SETTING_LABEL, withoutDocs} from './src/lib/server-texts.ts';

/** A text `hasValues` if the names in braces are placeholders. */
type Texts = readonly {text: string; context?: string; hasValues?: boolean}[];

/** The English texts in files of the server that the web client shows in the language of the page. */
const SOURCES: Record<string, () => Promise<Texts>> = {
  'server/src/platform/config/settings.ts': async () => {
    const {describeSettings} = await import('../server/src/platform/config/describe-settings.ts');
    const {englishSettingLabel} = await import('./src/lib/setting-names.ts');
    const {sections, settings} = describeSettings();
    return [
      ...withoutDocs(sections).map(({description}) => ({text: description})),
      ...withoutDocs(settings).flatMap(({name, type, description, allowed}) => [
        {text: englishSettingLabel(name), context: SETTING_LABEL},
        {text: description},
        // For the others, the client shows no allowed values or has its own text.
        ...((type === 'text' || type === 'list') && allowed !== 'text' ? [{text: allowed}] : []),
      ]),
    ];
  },
  'server/src/messaging/permissions/built-in-roles.ts': async () => {
    const {BUILT_IN_ROLES} = await import('../server/src/messaging/permissions/built-in-roles.ts');
    return [
      ...BUILT_IN_ROLES.map(({description}) => ({text: description})),
      ...consoleSections(BUILT_IN_ROLES.flatMap(({permissions}) => permissions)).map((section) => ({
        text: englishSectionName(section),
      })),
    ];
  },
  'server/src/platform/config/rules.ts': async () => {
    const {RULES_FOR_PEOPLE} = await import('../server/src/platform/config/rules.ts');
    return [...new Set(RULES_FOR_PEOPLE)].map((text) => ({text}));
  },
  'server/src/platform/warnings/warnings.ts': async () => {
    const {NODE_WARNINGS, SECRET_VALUE, SETTING_PROBLEMS} = await import(
      '../server/src/platform/warnings/warnings.ts'
    );
    return [...Object.values(NODE_WARNINGS), ...Object.values(SETTING_PROBLEMS), SECRET_VALUE].map(
      (text) => ({text, hasValues: true}),
    );
  },
};

function loaderOf(file: string): (() => Promise<Texts>) | undefined {
  return Object.entries(SOURCES).find(([source]) => file.endsWith(`/${source}`))?.[1];
}

function message(file: string, {text, context, hasValues = false}: Texts[number]): ExtractedMessage {
  if (!hasValues && /[{}]/.test(text))
    throw new Error(`"${text}" has braces, which are placeholders in catalogs.`);
  return {id: generateMessageId(text, context), message: text, context, origin: [file, 1]};
}

/** Extracts texts of the server for the catalogs (docs/translating.md#texts-that-come-from-the-server). */
export const serverTextExtractor: ExtractorType = {
  match: (file) => loaderOf(file) !== undefined,
  async extract(file, _code, onExtracted) {
    for (const text of await loaderOf(file)!()) onExtracted(message(file, text));
  },
};

/** The files with such texts, relative to this folder. */
export const serverTextFiles = Object.keys(SOURCES).map((source) => `../${source}`);
