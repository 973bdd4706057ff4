import {SECRET_VALUE, SETTING_PROBLEMS, writeWarning} from '../warnings/warnings.ts';
import type {Problem} from './config-error.ts';
import type {Setting} from './setting-list.ts';
import {allowedValues, isSet} from './setting-list.ts';

const INVALID = 'model.config.is_valid.app_error';
const LONGEST_SHOWN = 100;

/** Formats external input for one line of a message: as JSON, shortened if it is long. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
}

/** The source of settings that the caller of the API or the command line sent. */
export const CALLER = 'request';

/** A setting, and where its value comes from unless the caller has just sent it. */
function place(name: string, source: string): string {
  return source === CALLER || source === name ? name : `${name} (${source})`;
}

function shownName(name: string): string {
  return /^[\w.-]{1,100}$/.test(name) ? name : shown(name);
}

/** An unknown setting. The value is not shown, because it could be a secret under a misspelled name. */
export function unknownSetting(name: string, source: string, nearest: string | undefined): Problem {
  const hint = nearest ? `Did you mean ${nearest}?` : 'See docs/configuration.md.';
  const from = name === source ? shownName(name) : place(shownName(name), source);
  return {name, line: `${from}: ${SETTING_PROBLEMS.unknown} ${hint}`, errorId: INVALID};
}

/** A section is not an object. */
export function notASection(name: string, source: string): Problem {
  const line = `${place(name || 'The settings', source)}: must be an object of settings.`;
  return {name, line, errorId: INVALID};
}

/** A value that the setting doesn't allow. `allowed` defaults to the schema's description. */
export function badValue(setting: Setting, value: unknown, source: string, allowed?: string): Problem {
  const what = writeWarning(SETTING_PROBLEMS.notAllowed, {
    value: setting.schema.secret && isSet(value) ? SECRET_VALUE : shown(value),
    allowed: allowed ?? allowedValues(setting.schema),
  });
  return {
    name: setting.name,
    line: `${place(setting.name, source)}: ${what}`,
    errorId: setting.schema.errorId ?? INVALID,
  };
}

/** The settings file cannot be read or is not valid JSON. */
export function unreadableFile(path: string, why: string): Problem {
  return {name: path, line: `${path}: ${why}`, errorId: INVALID};
}

/** A setting that must come from this server's file or environment is stored in the database. */
export function localOnly({name, environmentName}: Setting, source: string): Problem {
  const what = writeWarning(SETTING_PROBLEMS.local, {variable: environmentName});
  const line = `${place(name, source)}: ${what}`;
  return {name, line, errorId: INVALID};
}

/** Settings in the database that cannot be read. */
export function unreadableSettings(name: string, source: string, why: string): Problem {
  return {name, line: `${name} (${source}): ${why}`, errorId: INVALID};
}
