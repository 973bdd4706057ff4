/**
 * Sentences of warnings, with the names of their values in braces. The server writes them in English. The web client
 * recognizes a sentence by its template, to show it in the language of the page.
 */

/** Warnings about a node. */
export const NODE_WARNINGS = {
  clockAhead: 'The clock is {seconds} seconds ahead of that of the database. Synchronize both with NTP.',
  clockBehind: 'The clock is {seconds} seconds behind that of the database. Synchronize both with NTP.',
  otherBus:
    'The node {node} uses this database, but is not on this bus. It may have just stopped. Otherwise compare ClusterSettings.BusURLs.',
  otherSettings: 'The node {node} has other values for {settings}.',
} as const;

/** What is wrong with a setting, after its name. */
export const SETTING_PROBLEMS = {
  notAllowed: '{value} is not allowed. It must be {allowed}.',
  unknown: 'there is no such setting.',
  local: 'is ignored. It can only be set in config.json or with {variable}.',
} as const;

/** In place of a value that must not be shown. */
export const SECRET_VALUE = 'the value (a secret, not shown)';

/** The sentence of a template. */
export function writeWarning(template: string, values: {[name: string]: string}): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!);
}
