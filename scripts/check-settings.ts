// Checks that code reads every setting. A setting that is only sent to clients must be used by a client.

import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {FIXED_SETTINGS} from '../server/src/messaging/reference-settings/fixed-settings.ts';
import {settingList} from '../server/src/platform/config/setting-list.ts';
import {projectRoot} from './bootstrap.js';
import {sourceFiles} from './source-files.ts';

const CLIENT_CONFIG = 'server/src/messaging/client-config/client-config.ts';

/**
 * Files that declare, validate, list, store or document all settings. Mentioning a setting there doesn't count as using it.
 */
const GENERIC =
  /^server\/src\/platform\/config\/(?:settings|setting-[\w-]+|rules|describe-settings|reference-page)\.ts$/;

/**
 * Keys of the client configuration that only official clients read, with how they use it. Only for settings that the server
 * cannot enforce itself.
 */
export const READ_BY_OFFICIAL_CLIENTS: ReadonlyMap<string, string> = new Map([
  ['DefaultTheme', 'the default theme; the web client only has a light and a dark theme'],
  ['AllowedThemes', 'the themes that users can choose'],
]);

/**
 * Settings that have no effect, as their descriptions say, with the reason. They are accepted because configurations and
 * scripts for the reference server set them.
 */
export const WITHOUT_EFFECT: ReadonlyMap<string, string> = new Map([
  ['ComplianceSettings.BatchSize', 'reports are streamed, not read in batches'],
  ['MessageExportSettings.ChannelBatchSize', 'the channels of a batch are read together'],
  [
    'MessageExportSettings.ChannelHistoryBatchSize',
    'the history of the channels of a batch is read together',
  ],
]);

/** A TypeScript file. */
export interface Source {
  file: string;
  text: string;
}

/** Removes comments and strings from code. Strings of a single word stay, because types refer to sections with them. */
export function withoutComments(source: string): string {
  return source.replaceAll(
    /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*/g,
    (match) => (/^['"]\w+['"]$/.test(match) ? match : match.startsWith('/') ? '' : "''"),
  );
}

/** The property names in a destructuring pattern: A and B for `{A, B: c, ...d}`. */
function destructuredNames(pattern: string): string[] {
  return pattern.split(',').flatMap((part) => /^\s*(\w+)\s*(?::|=|$)/.exec(part)?.[1] ?? []);
}

/**
 * The settings that code reads, as `Section.Name`. Follows sections through variable names, such as `const {SiteURL}
 * = config.get().ServiceSettings`, or `{ServiceSettings: service}` and later `service.SiteURL`.
 */
export function settingsRead(code: string, sections: ReadonlySet<string>): Set<string> {
  const read = new Set<string>();
  for (const section of sections) {
    if (!code.includes(section)) continue;
    const add = (names: readonly string[]) => {
      for (const name of names) read.add(`${section}.${name}`);
    };
    const aliases = [section];
    const collect = (pattern: RegExp) => {
      for (const [, name] of code.matchAll(pattern)) aliases.push(name!);
    };
    collect(new RegExp(`\\b${section}\\s*:\\s*(\\w+)\\s*[,}]`, 'g'));
    collect(new RegExp(`\\b(?:const|let)\\s+(\\w+)\\s*=\\s*[^;={}]*\\.${section}\\s*;`, 'g'));
    const types = [`Settings(?:\\['\\w+'\\])*\\['${section}'\\]`];
    for (const [, name] of code.matchAll(new RegExp(`\\btype\\s+(\\w+)\\s*=\\s*${types[0]}`, 'g')))
      types.push(name!);
    collect(new RegExp(`\\b(\\w+)\\??\\s*:\\s*(?:${types.join('|')})`, 'g'));
    const called = `(?<![\\w$])(?:${aliases.join('|')})`;
    for (const [, name] of code.matchAll(new RegExp(`${called}\\s*[?!]?\\.\\s*(\\w+)`, 'g'))) add([name!]);
    for (const [, pattern] of code.matchAll(
      new RegExp(`\\{([^{}]*)\\}\\s*=\\s*[^;{}]*?${called}\\s*;`, 'g'),
    )) {
      add(destructuredNames(pattern!));
    }
    for (const [, pattern] of code.matchAll(new RegExp(`${called}\\s*:\\s*\\{([^{}]*)`, 'g'))) {
      add(destructuredNames(pattern!));
    }
    // A name that is computed at run time, such as `EnableAPI${what}Deletion`.
    for (const [, template] of code.matchAll(new RegExp(`${called}\\s*\\[\\s*\`([^\`]*)\``, 'g'))) {
      const shape = new RegExp(`^${template!.replaceAll(/\$\{[^}]*\}/g, '\\w+')}$`);
      add(settingList.filter(({path}) => shape.test(path.at(-1)!)).map(({path}) => path.at(-1)!));
    }
  }
  return read;
}

/** A line with a key of the client configuration. Lines that destructure settings don't match. */
const CLIENT_KEY = /^ {4,}(?!\w+Settings:)([A-Z]\w+): ([^\n]+),$/gm;

/** The keys of the client configuration and their value expressions. */
function clientKeys(code: string): [key: string, expression: string][] {
  return [...code.matchAll(CLIENT_KEY)].map(([, key, value]) => [key!, value!]);
}

/**
 * The unused settings, each as a message.
 *
 * @param server all files of the server
 * @param web all files of the web client
 */
export function unusedSettings(
  names: readonly string[],
  server: readonly Source[],
  web: readonly Source[],
  {officialClients = READ_BY_OFFICIAL_CLIENTS, withoutEffect = WITHOUT_EFFECT} = {},
): string[] {
  const sections = new Set(names.map((name) => name.split('.').at(-2)!));
  const key = (name: string) => name.split('.').slice(-2).join('.');
  const read = new Set<string>();
  const shown = new Map<string, string[]>();
  for (const {file, text} of server) {
    if (file.endsWith('.test.ts') || GENERIC.test(file)) continue;
    const code = withoutComments(text);
    if (file !== CLIENT_CONFIG) {
      for (const name of settingsRead(code, sections)) read.add(name);
      continue;
    }
    const header = code.replaceAll(CLIENT_KEY, '');
    for (const [clientKey, expression] of clientKeys(code)) {
      for (const name of settingsRead(`${header}\n${expression};`, sections)) {
        shown.set(name, [...(shown.get(name) ?? []), clientKey]);
      }
    }
  }
  const clientCode = web
    .filter(({file}) => !/\.test\.tsx?$/.test(file))
    .map(({text}) => withoutComments(text));
  const isReadByClient = (clientKey: string) =>
    officialClients.has(clientKey) || clientCode.some((code) => new RegExp(`\\b${clientKey}\\b`).test(code));

  return names.flatMap((name) => {
    if (read.has(key(name))) return [];
    if (withoutEffect.has(name)) return [];
    const keys = shown.get(key(name)) ?? [];
    if (keys.some(isReadByClient)) return [];
    return keys.length === 0
      ? `${name}: no code reads it`
      : `${name}: it is only sent to clients as ${keys.join(' and ')}, which the web client does not read`;
  });
}

if (import.meta.main) {
  const load = (folder: string) =>
    sourceFiles(projectRoot, folder)
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => ({file, text: readFileSync(join(projectRoot, file), 'utf8')}));
  const names = settingList.map(({name}) => name);
  const fixedNames = new Set(
    Object.entries(FIXED_SETTINGS).flatMap(([section, values]) =>
      Object.keys(values).map((key) => `${section}.${key}`),
    ),
  );
  const faults = [
    ...unusedSettings(names, load('server/src'), load('web/src')),
    ...names
      .filter((name) => fixedNames.has(name))
      .map((name) => `${name}: remove its fixed value in server/src/messaging/reference-settings`),
  ];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
