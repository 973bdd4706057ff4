import {useQuery} from '@tanstack/react-query';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {withoutDocs} from '../../lib/server-texts.ts';
import {useIsAdministrator} from '../session/permissions.ts';

export interface Setting {
  /** Section and name, separated by dots. */
  name: string;
  type: 'boolean' | 'integer' | 'choice' | 'list' | 'text';
  description: string;
  /** Describes the allowed values. */
  allowed: string;
  /** The limits of an integer. Without a maximum, there is no limit. */
  minimum?: number;
  maximum?: number;
  /** The unit of a size or a time; empty for other settings. */
  unit: '' | 'byte' | 'millisecond' | 'second' | 'minute' | 'hour';
  default: unknown;
  choices: string[];
  secret: boolean;
  restart: boolean;
  /** Whether it can only be set in `config.json` or the environment of each server. */
  local: boolean;
  environment_name: string;
}

/** Where a setting that can't be changed here comes from. */
export interface FixedSetting {
  /** `server` is a default that can only be changed in the server's file or environment. */
  source: 'environment' | 'file' | 'server';
  /** The environment variable, or the path of the file. */
  place: string;
}

export interface SettingsPage {
  sections: {name: string; description: string}[];
  settings: Setting[];
  /** By name. A secret that is set is masked. */
  values: ReadonlyMap<string, unknown>;
  /** The settings that can't be changed here, by name. */
  fixed: ReadonlyMap<string, FixedSetting>;
  /** Problems with stored settings, one line each, in English: the name of the setting, where its value comes from, and what is wrong. */
  problems: readonly string[];
}

interface SettingsStatus {
  version: number;
  pinned: {name: string; source: 'environment' | 'file'; place: string}[];
  problems: string[];
}

interface Nested {
  [name: string]: unknown;
}

function valueAt(settings: Nested, name: string): unknown {
  return name.split('.').reduce<unknown>((section, key) => (section as Nested | undefined)?.[key], settings);
}

/** What the server returns for a secret that is set. */
export const MASK = '*'.repeat(32);

async function readSettings(): Promise<SettingsPage> {
  const [schema, values, {pinned, problems}] = await Promise.all([
    server.call<{sections: SettingsPage['sections']; settings: Setting[]}>('/config/schema'),
    server.call<Nested>('/config'),
    server.call<SettingsStatus>('/config/status'),
  ]);
  const local = schema.settings.filter((setting) => setting.local);
  return {
    sections: withoutDocs(schema.sections),
    settings: withoutDocs(schema.settings),
    values: new Map(schema.settings.map(({name}) => [name, valueAt(values, name)])),
    fixed: new Map<string, FixedSetting>([
      ...local.map(
        ({name, environment_name}) => [name, {source: 'server', place: environment_name}] as const,
      ),
      ...pinned.map(({name, source, place}) => [name, {source, place}] as const),
    ]),
    problems,
  };
}

export function useSettings({enabled = true} = {}) {
  return useQuery({queryKey: ['administration', 'settings'], queryFn: readSettings, staleTime: 0, enabled});
}

const sectionKey = (name: string) => ['settings-section', name];

/**
 * The settings of one section with secrets masked, and which of them can't be changed here. Only administrators can
 * read the latter; other people get an error when they save.
 */
export function useSettingsSection<Section, Pinned extends object>(name: string) {
  const isAdministrator = useIsAdministrator();
  return useQuery({
    queryKey: sectionKey(name),
    queryFn: async () => {
      const [config, status] = await Promise.all([
        server.call<{[section: string]: Section}>('/config'),
        isAdministrator ? server.call<SettingsStatus>('/config/status') : undefined,
      ]);
      const all = nested((status?.pinned ?? []).map((setting) => [setting.name, true]));
      return {settings: config[name] as Section, pinned: (all[name] ?? {}) as Pinned};
    },
  });
}

/** Changes only the given settings of a section. */
export async function changeSettingsSection(name: string, change: object): Promise<void> {
  await server.call('/config/patch', {method: 'PUT', body: {[name]: change}});
  await queries.invalidateQueries({queryKey: sectionKey(name)});
}

/** Saves settings by their dotted names. */
export function saveSettings(changes: ReadonlyMap<string, unknown>): Promise<unknown> {
  return server.call('/config/patch', {method: 'PUT', body: nested(changes)});
}

/** Tests the bucket for files with changed settings, by their dotted names. Throws an error that says what is wrong. */
export function testBucket(changes: ReadonlyMap<string, unknown>): Promise<unknown> {
  return server.call('/file/s3_test', {method: 'POST', body: nested(changes)});
}

/** Sends a test email with changed settings, by their dotted names. Throws an error that says what is wrong. */
export function sendTestEmail(changes: ReadonlyMap<string, unknown>): Promise<unknown> {
  return server.call('/email/test', {method: 'POST', body: nested(changes)});
}

/** Tests the key for GIFs with changed settings, by their dotted names. Throws an error that says what is wrong. */
export function testGifs(changes: ReadonlyMap<string, unknown>): Promise<unknown> {
  return server.call('/gifs/test', {method: 'POST', body: nested(changes)});
}

/** Turns dotted names into sections. */
function nested(values: Iterable<readonly [string, unknown]>): Nested {
  const root: Nested = {};
  for (const [name, value] of values) {
    const path = name.split('.');
    let section = root;
    for (const key of path.slice(0, -1)) {
      section[key] ??= {};
      section = section[key] as Nested;
    }
    section[path.at(-1)!] = value;
  }
  return root;
}
