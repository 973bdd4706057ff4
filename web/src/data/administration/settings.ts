import {useQuery} from '@tanstack/react-query';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';

export interface Setting {
  /** Section and name with dots. */
  name: string;
  type: 'boolean' | 'integer' | 'choice' | 'list' | 'text';
  description: string;
  /** What it may hold, in words. */
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
  /** By the settings' names. Of a secret that is set, only that it is set. */
  values: ReadonlyMap<string, unknown>;
  /** Names of the settings that the environment sets. */
  fixed: ReadonlySet<string>;
}

interface Nested {
  [name: string]: unknown;
}

function valueAt(settings: Nested, name: string): unknown {
  return name.split('.').reduce<unknown>((section, key) => (section as Nested | undefined)?.[key], settings);
}

/** What stands in the place of a secret that is set. */
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

/** The settings of one section, secrets masked, and which of them the environment sets. */
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

/** Changes those settings of a section that are given. */
export async function changeSettingsSection(name: string, change: object): Promise<void> {
  await server.call('/config/patch', {method: 'PUT', body: {[name]: change}});
  await queries.invalidateQueries({queryKey: sectionKey(name)});
}

/** Changes settings, given by their names with dots. */
export function saveSettings(changes: ReadonlyMap<string, unknown>): Promise<unknown> {
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
  return server.call('/config/patch', {method: 'PUT', body});
}
