import {i18n} from '@lingui/core';
import {generateMessageId} from '@lingui/message-utils/generateMessageId';
import {serverText} from './server-texts.ts';

/**
 * A sentence of the server with values in it, in the language of the page
 * (docs/translating.md#texts-that-come-from-the-server), with its values as `translate` returns them. A sentence without
 * one of the templates doesn't change.
 */
export function serverWarning(
  sentence: string,
  templates: {[key: string]: string},
  translate: (value: string) => string = serverText,
): string {
  for (const template of Object.values(templates)) {
    const values = valuesIn(sentence, template, translate);
    const id = generateMessageId(template);
    if (values && id in i18n.messages) return i18n._(id, values);
  }
  return sentence;
}

function valuesIn(
  sentence: string,
  template: string,
  translate: (value: string) => string,
): {[name: string]: string} | undefined {
  const pattern = template
    .split(/\{(\w+)\}/)
    .map((part, index) =>
      index % 2 === 0 ? part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&') : `(?<${part}>.*)`,
    );
  const match = new RegExp(`^${pattern.join('')}$`, 's').exec(sentence);
  if (!match) return undefined;
  return Object.fromEntries(
    Object.entries(match.groups ?? {}).map(([name, value]) => [name, translate(value)]),
  );
}
