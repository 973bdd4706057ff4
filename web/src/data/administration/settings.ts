import {useQuery} from '@tanstack/react-query';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';

export interface Setting {
  /** Section and name, separated by dots. */
  name: string;
  type: 'boolean' | 'integer' | 'choice' | 'list' | 'text';
  description: string;
  /** The allowed values, as a phrase. */
  allowed: string;
  default: unknown;
  choices: string[];
  secret: boolean;
  restart: boolean;
  environment_name: string;
}

export interface SettingsPage {
  sections: {name: string; description: string}[];
  settings: Setting[];
  /** By name. A secret that is set has the mask as its value. */
  values: ReadonlyMap<string, unknown>;
  /** Names of the settings that environment variables set. */
  fixed: ReadonlySet<string>;
}

interface Nested {
  [name: string]: unknown;
}

function valueAt(settings: Nested, name: string): unknown {
  return name.split('.').reduce<unknown>((section, key) => (section as Nested | undefined)?.[key], settings);
}

/** The value that the server shows for a secret that is set. */
export const MASK = '*'.repeat(32);

async function readSettings(): Promise<SettingsPage> {
  const [schema, values, environment] = await Promise.all([
    server.call<{sections: SettingsPage['sections']; settings: Setting[]}>('/config/schema'),
    server.call<Nested>('/config'),
    server.call<Nested>('/config/environment'),
  ]);
  return {
    ...schema,
    values: new Map(schema.settings.map(({name}) => [name, valueAt(values, name)])),
    fixed: new Set(schema.settings.filter(({name}) => valueAt(environment, name)).map(({name}) => name)),
  };
}

export function useSettings() {
  return useQuery({queryKey: ['administration', 'settings'], queryFn: readSettings, staleTime: 0});
}

const sectionKey = (name: string) => ['settings-section', name];

/** The settings of one section with secrets masked, and which of them environment variables set. */
export function useSettingsSection<Section, Environment extends object>(name: string) {
  return useQuery({
    queryKey: sectionKey(name),
    queryFn: async () => {
      const [config, environment] = await Promise.all([
        server.call<{[section: string]: Section}>('/config'),
        server.call<{[section: string]: Environment}>('/config/environment'),
      ]);
      return {settings: config[name] as Section, environment: environment[name] ?? ({} as Environment)};
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

/** Settings in their sections. */
function nested(changes: ReadonlyMap<string, unknown>): Nested {
  const body: Nested = {};
  for (const [name, value] of changes) {
    const path = name.split('.');
    let section = body;
    for (const key of path.slice(0, -1)) {
      section[key] ??= {};
      section = section[key] as Nested;
    }
    section[path.at(-1)!] = value;
  }
  return body;
}
