import type {CustomStatusDuration} from '@mattermost/types/users';
import {server} from '../../lib/server.ts';
import {preference} from '../preferences/preferences.ts';
import {me} from '../session/session.ts';
import {rememberMe, usePerson} from './people.ts';

/** A custom status. */
export interface CustomStatus {
  /** The name of the emoji. */
  emoji: string;
  text: string;
  /** When it expires, in milliseconds; 0 if never. */
  until: number;
}

/** The format in the person's props and in the preference with the recent statuses. */
interface StoredStatus {
  emoji?: unknown;
  text?: unknown;
  expires_at?: unknown;
}

const word = (value: unknown) => (typeof value === 'string' ? value : '');

function read({emoji, text, expires_at}: StoredStatus): CustomStatus {
  const end = Date.parse(word(expires_at));
  return {emoji: word(emoji), text: word(text), until: end > 0 ? end : 0};
}

/** A person's custom status, unless it has expired. */
export function useCustomStatus(userId: string): CustomStatus | undefined {
  const text = usePerson(userId)?.props?.customStatus;
  if (!text) return undefined;
  try {
    const status = read(JSON.parse(text) as StoredStatus);
    return status.until === 0 || status.until > Date.now() ? status : undefined;
  } catch {
    return undefined;
  }
}

/** The statuses that the person set most recently, without their expiry. */
export function recentStatuses(): CustomStatus[] {
  try {
    const list: unknown = JSON.parse(preference('custom_status', 'recent_custom_statuses', '[]'));
    return (Array.isArray(list) ? (list as StoredStatus[]) : []).map((one) => ({...read(one), until: 0}));
  } catch {
    // Other clients can store anything there.
    return [];
  }
}

function show(customStatus: string): void {
  const own = me();
  rememberMe({...own, props: {...own.props, customStatus}});
}

/** Sets the person's custom status. @throws the server's error if it rejects it. */
export async function setCustomStatus({emoji, text, until}: CustomStatus): Promise<void> {
  const status = {
    emoji,
    text,
    duration: (until === 0 ? '' : 'date_and_time') as CustomStatusDuration,
    ...(until === 0 ? {} : {expires_at: new Date(until).toISOString()}),
  };
  await server.updateCustomStatus(status);
  show(JSON.stringify(status));
}

/** Clears the person's custom status. @throws the server's error if it rejects that. */
export async function clearCustomStatus(): Promise<void> {
  await server.unsetCustomStatus();
  show('');
}
