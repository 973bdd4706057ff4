import type {Setting} from './setting-list.ts';
import {allowedValues} from './setting-list.ts';

/** One thing that is wrong with the settings. */
export interface Problem {
  /** The setting with dots, or what was written in its place. */
  name: string;
  /** One line for a person: the name, where it came from, the value, what is allowed. */
  line: string;
  /** The error id with which the API refuses it. */
  errorId: string;
}

const INVALID = 'model.config.is_valid.app_error';
const LONGEST_SHOWN = 100;

/** The settings cannot be used. The message names every problem, a line each. */
export class ConfigError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const count = problems.length === 1 ? 'is a problem' : `are ${problems.length} problems`;
    super(`There ${count} in the settings:\n${problems.map(({line}) => `  ${line}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Foreign text made fit for one line of a message: quoted if it would be misread, cut if it is long. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
}

function shownName(name: string): string {
  return /^[\w.-]{1,100}$/.test(name) ? name : shown(name);
}

/** No such setting. The value is not shown: it could be a secret under a misspelt name. */
export function unknownSetting(name: string, source: string, nearest: string | undefined): Problem {
  const hint = nearest ? `Did you mean ${nearest}?` : 'docs/configuration.md lists them all.';
  const from = name === source ? shownName(name) : `${shownName(name)} (${source})`;
  return {name, line: `${from}: there is no such setting. ${hint}`, errorId: INVALID};
}

/** A section holds something other than settings. */
export function notASection(name: string, source: string): Problem {
  const line = `${name || 'The settings'} (${source}): must be an object that holds settings by their names.`;
  return {name, line, errorId: INVALID};
}

/** The value is not one that the setting allows. `allowed` defaults to what the schema says. */
export function badValue(setting: Setting, value: unknown, source: string, allowed?: string): Problem {
  const what = setting.schema.secret && value !== '' ? 'the value (a secret, not shown)' : shown(value);
  return {
    name: setting.name,
    line: `${setting.name} (${source}): ${what} is not allowed. It must be ${allowed ?? allowedValues(setting.schema)}.`,
    errorId: setting.schema.errorId ?? INVALID,
  };
}

/** The file with the settings cannot be read or is not JSON. */
export function unreadableFile(path: string, why: string): Problem {
  return {name: path, line: `${path}: ${why}`, errorId: INVALID};
}
