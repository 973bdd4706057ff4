// Every setting does something: some code reads it. A setting that is only passed on to clients counts if a client acts
// on it.

import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {settingList} from '../server/src/platform/config/setting-list.ts';
import {projectRoot} from './bootstrap.js';
import {sourceFiles} from './source-files.ts';

const CLIENT_CONFIG = 'server/src/platform/config/client-config.ts';

/**
 * These treat settings alike: they declare, validate, list, store or document them. What they say about one setting is
 * no use of it.
 */
const GENERIC =
  /^server\/src\/platform\/config\/(?:settings|setting-[\w-]+|rules|describe-settings|reference-page)\.ts$/;

/**
 * Keys of the client configuration that our own web client does not read although official clients do, each with what
 * they do with it. Only for what the server cannot enforce by itself.
 */
export const READ_BY_OFFICIAL_CLIENTS: ReadonlyMap<string, string> = new Map([
  [
    'DefaultTheme',
    'the theme of people who have chosen none; the web client has no themes but light and dark',
  ],
  ['AllowedThemes', 'the themes that the settings offer'],
]);

/**
 * Settings that change nothing, as their descriptions say, each with the reason to have it. Configurations and scripts
 * of the reference server set them, and refusing those would help nobody.
 */
export const WITHOUT_EFFECT: ReadonlyMap<string, string> = new Map([
  ['ComplianceSettings.BatchSize', 'reports are streamed, not read in batches'],
  ['MessageExportSettings.ChannelBatchSize', 'the channels of a batch are read together'],
  [
    'MessageExportSettings.ChannelHistoryBatchSize',
    'the history of the channels of a batch is read together',
  ],
]);

/** A TypeScript file, or a part of one. */
export interface Source {
  file: string;
  text: string;
}

/** Code without comments, and without texts in quotes; single words stay, because types name sections in quotes. */
export function codeOf(source: string): string {
  return source.replaceAll(
    /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*/g,
    (match) => (/^['"]\w+['"]$/.test(match) ? match : match.startsWith('/') ? '' : "''"),
  );
}

/** The names that a destructuring pattern takes, before any renaming: `{A, B: c, ...d}` takes A and B. */
function namesTaken(pattern: string): string[] {
  return pattern.split(',').flatMap((part) => /^\s*(\w+)\s*(?::|=|$)/.exec(part)?.[1] ?? []);
}

/**
 * The settings that code reads, as `Section.Name`. Sections are followed through the names that a file gives them:
 * `const {SiteURL} = config.get().ServiceSettings`, `{ServiceSettings: service}` and later `service.SiteURL`.
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
      add(namesTaken(pattern!));
    }
    for (const [, pattern] of code.matchAll(new RegExp(`${called}\\s*:\\s*\\{([^{}]*)`, 'g'))) {
      add(namesTaken(pattern!));
    }
    // A name that is put together: `EnableAPI${what}Deletion`.
    for (const [, template] of code.matchAll(new RegExp(`${called}\\s*\\[\\s*\`([^\`]*)\``, 'g'))) {
      const shape = new RegExp(`^${template!.replaceAll(/\$\{[^}]*\}/g, '\\w+')}$`);
      add(settingList.filter(({path}) => shape.test(path.at(-1)!)).map(({path}) => path.at(-1)!));
    }
  }
  return read;
}

/** The keys of the client configuration, each with the expression that gives its value. */
function clientKeys(code: string): [key: string, expression: string][] {
  return [...code.matchAll(/^ {4,}([A-Z]\w+): ([^\n]+),$/gm)].map(([, key, value]) => [key!, value!]);
}

/**
 * The settings that nothing uses, each as one line that says so.
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
    const code = codeOf(text);
    if (file !== CLIENT_CONFIG) {
      for (const name of settingsRead(code, sections)) read.add(name);
      continue;
    }
    const header = code.replaceAll(/^ {4,}[A-Z]\w+: [^\n]+,$/gm, '');
    for (const [clientKey, expression] of clientKeys(code)) {
      for (const name of settingsRead(`${header}\n${expression};`, sections)) {
        shown.set(name, [...(shown.get(name) ?? []), clientKey]);
      }
    }
  }
  const clientCode = web.filter(({file}) => !/\.test\.tsx?$/.test(file)).map(({text}) => codeOf(text));
  const isReadByClient = (clientKey: string) =>
    officialClients.has(clientKey) || clientCode.some((code) => new RegExp(`\\b${clientKey}\\b`).test(code));

  return names.flatMap((name) => {
    if (read.has(key(name))) return [];
    if (withoutEffect.has(name)) return [];
    const keys = shown.get(key(name)) ?? [];
    if (keys.some(isReadByClient)) return [];
    return keys.length === 0
      ? `${name}: nothing reads it`
      : `${name}: only the client configuration passes it on, as ${keys.join(' and ')}, and the web client does not read that`;
  });
}

if (import.meta.main) {
  const load = (folder: string) =>
    sourceFiles(projectRoot, folder)
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => ({file, text: readFileSync(join(projectRoot, file), 'utf8')}));
  const names = settingList.map(({name}) => name);
  const faults = unusedSettings(names, load('server/src'), load('web/src'));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
