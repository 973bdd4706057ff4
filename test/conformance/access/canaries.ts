import {createHash} from 'node:crypto';
import {newId} from '../../../server/src/platform/database/ids.ts';
import type {Caller} from './access-table.ts';

/** A text that only responses to its readers can contain. */
interface Canary {
  what: string;
  value: string;
  readers: readonly Caller[];
}

export interface Canaries {
  all: readonly Canary[];
  /** The text planted in this kind of data; {@link READERS} defines who can read it. */
  text(what: keyof typeof READERS): string;
  /** Adds a text that the server created, such as a token. */
  plant(what: string, value: string, readers: readonly Caller[]): void;
}

const IN_CHANNEL = ['member', 'token', 'system admin'] as const;
const ONLY_MEMBER = ['member', 'token'] as const;
const IN_TEAM = [...IN_CHANNEL, 'bot', 'team admin', 'guest', 'former channel member'] as const;
/** The people who manage the team's integrations. */
export const INTEGRATION_MANAGERS = ['team admin', 'system admin'] as const;

/**
 * Who can read which kind of data. Email addresses are hidden from other users (PrivacySettings.ShowEmailAddress).
 */
const READERS = {
  'name of a channel': IN_CHANNEL,
  'header of a channel': IN_CHANNEL,
  'purpose of a channel': IN_CHANNEL,
  message: IN_CHANNEL,
  'property of a message': IN_CHANNEL,
  'earlier text of a message': IN_CHANNEL,
  'deleted message': [],
  'name of a file': IN_CHANNEL,
  'content of a file': IN_CHANNEL,
  'indexed text of a file': [],
  draft: ONLY_MEMBER,
  'scheduled message': ONLY_MEMBER,
  preference: IN_CHANNEL,
  'notification setting': IN_CHANNEL,
  device: IN_CHANNEL,
  'description of a token': IN_CHANNEL,
  'MFA secret': [],
  'name of the team': IN_TEAM,
  'description of the team': IN_TEAM,
  'name of the public channel': IN_TEAM,
  'header of the public channel': IN_TEAM,
  'message in the public channel': IN_TEAM,
  'email of member': IN_CHANNEL,
  'email of other': ['other', 'system admin'],
  'email of bot': ['bot', 'system admin'],
  'email of teamadmin': ['team admin', 'system admin'],
  'email of systemadmin': ['system admin'],
  'email of guest': ['guest', 'system admin'],
  'email of formerinchannel': ['former channel member', 'system admin'],
  'email of formerinteam': ['former team member', 'system admin'],
  'email of deactivated': ['system admin'],
  'email of peer': ['system admin'],
  'compliance report': ['system admin'],
  'URL of a command': INTEGRATION_MANAGERS,
  'URL of an outgoing webhook': INTEGRATION_MANAGERS,
} satisfies Record<string, readonly Caller[]>;

/** The texts of a world, and its secrets, which no response may contain. */
export function createCanaries({
  tokens,
  passwordHash,
  inviteId,
  usernames,
}: {
  tokens: readonly string[];
  passwordHash: string;
  inviteId: string;
  usernames: Readonly<Record<string, string>>;
}): Canaries {
  const texts = Object.fromEntries(Object.keys(READERS).map((what) => [what, newId()])) as Record<
    keyof typeof READERS,
    string
  >;
  const everyoneButGuests: readonly Caller[] = [
    ...IN_CHANNEL,
    'bot',
    'team admin',
    'former channel member',
    'other',
    'former team member',
  ];
  const all: Canary[] = [
    ...Object.entries(READERS).map(([what, readers]) => ({
      what,
      value: texts[what as keyof typeof READERS],
      readers,
    })),
    {
      what: 'invite id',
      value: inviteId,
      readers: [...IN_CHANNEL, 'bot', 'team admin', 'former channel member'],
    },
    {what: 'password hash', value: passwordHash, readers: []},
    ...tokens.flatMap((token) => [
      {what: 'token', value: token, readers: []},
      {what: 'hash of a token', value: createHash('sha256').update(token).digest('hex'), readers: []},
    ]),
    ...(['other', 'peer', 'formerinteam'] as const).map((name) => ({
      what: `username of ${name}`,
      value: usernames[name]!,
      readers: everyoneButGuests,
    })),
  ];
  return {
    all,
    text: (what) => texts[what],
    plant: (what, value, readers) => void all.push({what, value, readers}),
  };
}
