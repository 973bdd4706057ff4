import {AppError} from '../errors/app-error.ts';
import {isJsonObject} from '../formats/json.ts';
import type {Problem} from './config-error.ts';
import {CALLER} from './problems.ts';
import {isMask, readSettings} from './setting-values.ts';
import type {Settings} from './settings.ts';

/**
 * The current settings with changes to one section, to test them before they are saved. The current values apply to
 * settings that are left out, and to secrets that are sent as asterisks.
 *
 * The current secret is not used with other values of the settings in `boundTo`: no one can have it sent to another host
 * without knowing it, or without encryption.
 *
 * @param input `{Section: {…}}`, from a request
 * @throws AppError 400 for invalid values, and if the secret is needed
 */
export function trialSettings<Name extends keyof Settings>(
  current: Settings,
  section: Name,
  input: unknown,
  {secret, boundTo}: {secret: keyof Settings[Name] & string; boundTo: (keyof Settings[Name] & string)[]},
): Settings {
  const sent = isJsonObject(input) ? input[section] : undefined;
  if (sent === undefined) return current;
  const problems: Problem[] = [];
  const values = readSettings({[section]: sent}, CALLER, problems, {masks: true, retired: true});
  const [first] = problems;
  if (first) {
    const message = problems.map(({line}) => line).join('\n');
    throw new AppError({id: first.errorId, message, status: 400, path: first.name});
  }
  const changes = [...values].filter(([, value]) => !isMask(value));
  const byKey = changes.map(([name, value]) => [name.slice(section.length + 1), value]);
  const changed: Settings[Name] = {...current[section], ...Object.fromEntries(byKey)};
  const other = boundTo.find((key) => changed[key] !== current[section][key]);
  if (other !== undefined && current[section][secret] !== '' && !byKey.some(([key]) => key === secret)) {
    throw secretNeeded(`${section}.${secret}`, `${section}.${other}`);
  }
  return {...current, [section]: changed};
}

function secretNeeded(secret: string, other: string): AppError {
  return new AppError({
    id: 'api.config.test.secret_needed.app_error',
    message: `Enter ${secret} again. The current one is not used with another ${other}.`,
    status: 400,
    path: secret,
  });
}
