import {AppError} from '../errors/app-error.ts';
import {isJsonObject} from '../formats/json.ts';
import type {Problem} from './config-error.ts';
import {MASK, readSettings} from './setting-values.ts';
import type {Settings} from './settings.ts';

/**
 * The current settings with changes to one section, to test them before they are saved. The current values apply to
 * settings that are left out, and to secrets that are sent as asterisks.
 *
 * @param given `{Section: {…}}`, from a request
 * @throws AppError 400 for invalid values
 */
export function trialSettings<Name extends keyof Settings>(
  current: Settings,
  section: Name,
  given: unknown,
): Settings {
  const sent = isJsonObject(given) ? given[section] : undefined;
  if (sent === undefined) return current;
  const problems: Problem[] = [];
  const values = readSettings({[section]: sent}, 'request', problems, {masks: true, retired: true});
  const [first] = problems;
  if (first) {
    const message = problems.map(({line}) => line).join('\n');
    throw new AppError({id: first.errorId, message, status: 400, path: first.name});
  }
  const changes = [...values].filter(([, value]) => value !== MASK);
  const byKey = changes.map(([name, value]) => [name.slice(section.length + 1), value]);
  return {...current, [section]: {...current[section], ...Object.fromEntries(byKey)}};
}
