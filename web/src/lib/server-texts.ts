import {i18n} from '@lingui/core';
import {generateMessageId} from '@lingui/message-utils/generateMessageId';

/** Distinguishes labels of settings from other texts with the same words. */
export const SETTING_LABEL = 'label of a setting';

/**
 * A text that the server writes in English, such as the description of a setting, in the language of the page
 * (docs/translating.md#texts-that-come-from-the-server). Texts that aren't in the catalog `settings`, because a person
 * wrote them or the page is older than the server, don't change.
 */
export function serverText(text: string, context?: string): string {
  const id = generateMessageId(text, context);
  return id in i18n.messages ? i18n._(id) : text;
}

/** Descriptions of settings without a reference to a file in `docs`, which people who use the web client may not have. */
export function withoutDocs<Described extends {description: string}>(
  described: readonly Described[],
): Described[] {
  return described.map((one) => ({...one, description: one.description.replace(/ See docs\/\S+$/, '')}));
}
