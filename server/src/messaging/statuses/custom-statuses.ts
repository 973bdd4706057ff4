import {invalidBodyParam} from '../../platform/errors/app-error.ts';
import type {Preferences} from '../preferences/preferences.ts';
import type {Users} from '../users/users.ts';
import type {CustomStatus} from './schema.ts';

/** The maximum length of the text in runes, and the maximum number of recent statuses (as on the reference server). */
const MAX_TEXT_RUNES = 100;
const MAX_RECENT = 5;

/** The emoji of a status that has only text. */
export const DEFAULT_EMOJI = 'speech_balloon';
/** The duration that the client sends with a chosen `expires_at`. */
const DATE_AND_TIME = 'date_and_time';
const RECENT = {category: 'custom_status', name: 'recent_custom_statuses'};

export type CustomStatuses = ReturnType<typeof createCustomStatuses>;

/** Custom statuses. They are stored in the account's props, where clients read them. */
export function createCustomStatuses({users, preferences}: {users: Users; preferences: Preferences}) {
  async function store(userId: string, status: string): Promise<void> {
    const user = await users.byId(userId);
    await users.update(user, {props: {...user.props, customStatus: status}});
  }

  async function recent(userId: string): Promise<CustomStatus[]> {
    const all = await preferences.get(userId);
    const stored = all.find(({category, name}) => category === RECENT.category && name === RECENT.name);
    try {
      const list: unknown = JSON.parse(stored?.value || '[]');
      return Array.isArray(list) ? list : [];
    } catch {
      // Clients can store any text in this preference.
      return [];
    }
  }

  const setRecent = (userId: string, list: readonly CustomStatus[]) =>
    preferences.set(userId, [{...RECENT, value: JSON.stringify(list)}]);

  return {
    /**
     * Sets the user's custom status and adds it to the recent ones.
     *
     * @throws AppError 400 for an empty status or an expiry in the past.
     */
    async set(userId: string, customStatus: CustomStatus): Promise<void> {
      const status = valid(customStatus);
      await store(userId, JSON.stringify(status));
      const others = (await recent(userId)).filter((one) => !isSame(one, status));
      await setRecent(userId, [status, ...others].slice(0, MAX_RECENT));
    },

    /** Clears the user's custom status. */
    clear: (userId: string) => store(userId, ''),

    /** Removes a status from the user's recent ones. */
    async removeRecent(userId: string, status: CustomStatus): Promise<void> {
      const list = await recent(userId);
      await setRecent(
        userId,
        list.filter((one) => !isSame(one, status)),
      );
    },
  };
}

function valid({emoji = '', text = '', duration = '', expires_at = ''}: CustomStatus): CustomStatus {
  if (emoji === '' && text === '') throw invalidBodyParam('text', 'Enter a text or choose an emoji.');
  const end = expires_at === '' || expires_at.startsWith('0001-') ? 0 : Date.parse(expires_at);
  if (Number.isNaN(end)) throw invalidBodyParam('expires_at', {explanation: 'It must be an RFC 3339 time.'});
  if (duration !== '' && end <= Date.now())
    throw invalidBodyParam('expires_at', {
      message: 'Choose a time in the future.',
      params: {rule: 'timeInFuture'},
    });
  return {
    emoji: emoji || DEFAULT_EMOJI,
    text: [...text].slice(0, MAX_TEXT_RUNES).join(''),
    duration: duration === '' && end > Date.now() ? DATE_AND_TIME : duration,
    expires_at: end === 0 ? '0001-01-01T00:00:00Z' : expires_at,
  };
}

function isSame(one: CustomStatus, other: CustomStatus): boolean {
  return (
    one.emoji === other.emoji && one.text === other.text && (one.duration ?? '') === (other.duration ?? '')
  );
}
