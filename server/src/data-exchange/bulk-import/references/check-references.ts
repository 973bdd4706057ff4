import {requireStrongPassword} from '../../../messaging/users/users.ts';
import type {Settings} from '../../../platform/config/settings.ts';
import {AppError} from '../../../platform/errors/app-error.ts';
import type {Fault, Findings} from '../findings.ts';
import type {Level} from '../format/fields.ts';
import type {DirectPost, Post, Reaction, Role, User} from '../format/objects.ts';
import type {ObjectLine} from '../parse-lines.ts';
import {
  type Directory,
  type DirectoryEntry,
  emptyWanted,
  isEmpty,
  isGuest,
  requestChannel,
  type Wanted,
} from './directory.ts';
import {membersOf, rolesOf} from './references.ts';
import {createNameSeeker} from './seek-names.ts';

export interface ReferenceChecks {
  findings: Findings;
  directory: Directory;
  settings: Settings;
  /** Names of the permissions of this server. */
  permissions: ReadonlySet<string>;
  isBuiltInEmoji(name: string): boolean;
  /** Whether a direct post creates its channel if it doesn't exist. */
  createDirectChannels: boolean;
}

/**
 * Checks references of lines against earlier lines and the database. Lines must be passed in the order of the file. All later lines can refer to the
 * objects of a line.
 */
export function createReferenceChecker({
  findings,
  directory,
  settings,
  permissions,
  isBuiltInEmoji,
  createDirectChannels,
}: ReferenceChecks) {
  const seeker = createNameSeeker(directory, {createDirectChannels});

  function report(line: ObjectLine, fault: Fault, path: string, value?: unknown): void {
    const severity = findings.report(fault, line.number, `${line.type}.${path}`, value);
    if (severity === 'error') line.failed = true;
  }

  /** Loads what the database has under the names that these lines define. */
  async function loadOwnNames(lines: readonly ObjectLine[]): Promise<void> {
    const wanted = emptyWanted();
    const memberLists: string[][] = [];
    for (const line of lines) collectOwnNames(line, wanted, memberLists);
    if (isEmpty(wanted) && memberLists.length === 0) return;
    await directory.load(wanted);
    await directory.loadDirectChannels(memberLists);
  }

  function collectOwnNames(line: ObjectLine, wanted: Wanted, memberLists: string[][]): void {
    const {type, object} = line;
    switch (type) {
      case 'scheme':
        if (object.name) wanted.schemes.add(object.name);
        return;
      case 'role':
        if (object.name) wanted.roles.add(object.name);
        return;
      case 'team':
        if (object.name) wanted.teams.add(object.name);
        return;
      case 'channel':
        if (object.team && object.name) requestChannel(wanted, object.team, object.name);
        return;
      case 'user':
        if (object.username) requestAccount(object.username, wanted);
        if (object.email) wanted.emails.add(object.email);
        if (object.auth_data) wanted.authData.add(object.auth_data);
        return;
      case 'bot':
        if (object.username) requestAccount(object.username, wanted);
        if (object.owner) wanted.users.add(object.owner.toLowerCase());
        return;
      case 'direct_channel':
        requestDirectChannel(line.failed ? [] : membersOf(object), wanted, memberLists);
        return;
      case 'direct_post':
        requestDirectChannel(line.failed ? [] : object.channel_members, wanted, memberLists);
        return;
      case 'emoji':
      case 'post':
    }
  }

  function requestAccount(username: string, wanted: Wanted): void {
    wanted.users.add(username);
    wanted.groups.add(username);
  }

  function requestDirectChannel(members: string[], wanted: Wanted, memberLists: string[][]): void {
    if (members.length === 0 || directory.directChannel(members) !== undefined) return;
    for (const name of members) if (directory.user(name) === undefined) wanted.users.add(name.toLowerCase());
    memberLists.push(members);
  }

  /** Checks that need only the line and its own name, and adds the name for later lines. */
  function checkAndAdd(line: ObjectLine): void {
    const {type, object, number} = line;
    switch (type) {
      case 'scheme': {
        if (!object.name) return;
        const known = directory.scheme(object.name);
        checkRepeated(line, known, 'name', object.name);
        if (known && object.scope && known.scope !== object.scope) {
          report(line, SCOPE_CHANGED, 'scope', object.scope);
        }
        if (line.failed) return void directory.addScheme(object.name, object.scope ?? 'team', number);
        directory.addScheme(object.name, object.scope, number);
        for (const {field, role} of rolesOf(object))
          if (role) checkPermissions(line, role, `${field}.permissions`);
        return;
      }
      case 'role':
        if (!object.name) return;
        checkPermissions(line, object, 'permissions');
        directory.addRole(object.name, number);
        return;
      case 'emoji':
        if (object.name && isBuiltInEmoji(object.name)) report(line, BUILT_IN_EMOJI, 'name', object.name);
        return;
      case 'team':
        if (!object.name) return;
        checkRepeated(line, directory.team(object.name), 'name', object.name);
        directory.addTeam(object.name, number);
        return;
      case 'channel': {
        const team = object.team ? directory.team(object.team) : undefined;
        if (!team || !object.name) return;
        checkRepeated(line, directory.channel(object.team, object.name), 'name', object.name);
        directory.addChannel(team, object.name, number);
        return;
      }
      case 'user':
        checkUser(line, object);
        return;
      case 'bot': {
        if (!object.username) return;
        const known = directory.user(object.username);
        checkRepeated(line, known, 'username', object.username);
        checkNoGroup(line, known, object.username);
        if (known?.stored && !known.isBot) report(line, NOT_A_BOT, 'username', object.username);
        directory.addUser(object.username, {isBot: true}, number);
        return;
      }
      case 'direct_channel': {
        const members = membersOf(object);
        if (!line.failed && members.every((name) => directory.user(name))) {
          directory.addDirectChannel(members, number);
        }
        return;
      }
      case 'post':
        checkTimes(line, object);
        return;
      case 'direct_post':
        checkTimes(line, object);
        if (!line.failed && createDirectChannels) {
          const members = object.channel_members;
          if (members.every((name) => directory.user(name))) directory.addDirectChannel(members, number);
        }
    }
  }

  function checkRepeated(
    line: ObjectLine,
    known: DirectoryEntry | null | undefined,
    path: string,
    name: string,
  ): void {
    if (known && known.line > 0) report(line, repeated(line.type), path, name);
  }

  function checkPermissions(line: ObjectLine, role: Partial<Role>, path: string): void {
    role.permissions?.forEach((permission, i) => {
      if (!permissions.has(permission)) report(line, UNKNOWN_PERMISSION, `${path}[${i}]`, permission);
    });
  }

  function checkUser(line: ObjectLine & {type: 'user'}, user: Partial<User>): void {
    const {username, email, auth_data: authData, auth_service: service, password, locale} = user;
    if (!username) return;
    const known = directory.user(username);
    checkRepeated(line, known, 'username', username);
    checkNoGroup(line, known, username);
    if (email) {
      const owner = directory.emailOwner(email);
      // An earlier line may have changed the email address of its previous owner.
      if (owner && owner !== username && (directory.user(owner)?.email ?? email) === email) {
        report(line, TAKEN_EMAIL, 'email', email);
      } else {
        directory.claimEmail(email, username);
      }
    }
    if (authData) {
      const owner = directory.authDataOwner(authData);
      if (owner && owner !== username) report(line, TAKEN_AUTH_DATA, 'auth_data', authData);
      else directory.claimAuthData(authData, username);
    }
    if (service && PAID_SERVICES.has(service) && settings.LicenseSettings.Tier === 'team') {
      report(line, LICENSE, 'auth_service', service);
    }
    if (password !== undefined) checkPassword(line, password);
    if (locale && !KNOWN_LOCALES.has(locale.replace('_', '-')))
      report(line, UNKNOWN_LOCALE, 'locale', locale);
    directory.addUser(
      username,
      {email, isBot: false, isGuest: user.roles === undefined ? undefined : isGuest(user.roles)},
      line.number,
    );
  }

  /** Existing accounts keep their names. */
  function checkNoGroup(line: ObjectLine, known: DirectoryEntry | null | undefined, username: string): void {
    if (!known && directory.hasGroup(username))
      report(line, GROUP_NAME[line.type as 'user'], 'username', username);
  }

  function checkPassword(line: ObjectLine, password: string): void {
    try {
      requireStrongPassword(password, settings);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // The report must not contain the password.
      report(line, weakPassword(error.message), 'password');
    }
  }

  function checkTimes(line: ObjectLine, {create_at: time, replies, reactions}: Post | DirectPost): void {
    if (reactions !== undefined && reactions.length > 0) checkReactionTimes(line, time, reactions, '');
    if (replies === undefined) return;
    for (let i = 0; i < replies.length; i++) {
      const reply = replies[i]!;
      if (reply.create_at < time) report(line, BEFORE_PARENT, `replies[${i}].create_at`, reply.create_at);
      if (reply.reactions !== undefined && reply.reactions.length > 0) {
        checkReactionTimes(line, reply.create_at, reply.reactions, `replies[${i}].`);
      }
    }
  }

  function checkReactionTimes(line: ObjectLine, time: number, reactions: Reaction[], path: string): void {
    for (let i = 0; i < reactions.length; i++) {
      if (reactions[i]!.create_at < time) {
        report(line, REACTION_BEFORE_POST, `${path}reactions[${i}].create_at`, reactions[i]!.create_at);
      }
    }
  }

  return {
    /** Checks the next lines of the file. Lines that cannot be imported are marked as failed. */
    async check(lines: readonly ObjectLine[]): Promise<void> {
      await loadOwnNames(lines);
      const incomplete: ObjectLine[] = [];
      const wanted = emptyWanted();
      for (const line of lines) {
        if (!line.failed && !seeker.allFound(line, wanted)) incomplete.push(line);
        checkAndAdd(line);
      }
      if (incomplete.length === 0) return;
      await directory.load(wanted);
      for (const line of incomplete) {
        seeker.reportUnknown(line, (fault, path, value) => report(line, fault, path, value));
      }
    },
  };
}

const faultIn = (
  rule: string,
  level: Level,
  object: string,
  field: string,
  demand: string,
  hint?: string,
): Fault => ({rule, level, object, field, demand, hint});

const SCOPE_CHANGED = faultIn(
  'scope-changed',
  'error',
  'scheme',
  'scope',
  'The scope of a scheme cannot change.',
);

const BUILT_IN_EMOJI = faultIn(
  'built-in-emoji',
  'lenient',
  'emoji',
  'name',
  'A custom emoji cannot have the name of a built-in emoji. The line is skipped.',
);

const NOT_A_BOT = faultIn(
  'not-a-bot',
  'error',
  'bot',
  'username',
  'The account of a bot must not belong to a person.',
  'Convert it to a bot first: patchbay user convert USERNAME --bot.',
);

const groupName = (type: 'user' | 'bot') =>
  faultIn(
    'group-name',
    'error',
    type,
    'username',
    'An account must not have the name of a group, because mentions would be ambiguous.',
    'Rename the group, or the account in the file.',
  );
const GROUP_NAME = {user: groupName('user'), bot: groupName('bot')};

const TAKEN_EMAIL = faultIn(
  'taken-email',
  'error',
  'user',
  'email',
  'Each account must have its own email address.',
);

const TAKEN_AUTH_DATA = faultIn(
  'taken-auth-data',
  'error',
  'user',
  'auth_data',
  'Each account must have its own identifier at a service.',
);

const LICENSE = faultIn(
  'licence',
  'error',
  'user',
  'auth_service',
  'This sign-in service requires LicenseSettings.Tier to be "professional" or "enterprise".',
);

const UNKNOWN_LOCALE = faultIn(
  'unknown-locale',
  'advice',
  'user',
  'locale',
  "The clients don't support this language and show English.",
);

const UNKNOWN_PERMISSION: Fault = {
  ...faultIn(
    'unknown-permission',
    'lenient',
    'role',
    'permissions',
    'This server must know the permission. Unknown permissions are kept but have no effect.',
  ),
  byValue: true,
};

const BEFORE_PARENT = faultIn(
  'before-parent',
  'advice',
  'reply',
  'create_at',
  'A reply must not be older than its post. It gets the time of the post.',
);

const REACTION_BEFORE_POST = faultIn(
  'before-parent',
  'advice',
  'reaction',
  'create_at',
  'A reaction must not be older than its post. It gets the time of the post.',
);

/** The password requirements: a few texts, each a fault of its own. */
const weakPassword = memoized((demand) => faultIn('weak-password', 'error', 'user', 'password', demand));

const repeated = memoized((type) =>
  faultIn(
    'repeated-object',
    'advice',
    type,
    '',
    `Each ${type} should be in the file only once. The later line updates the earlier one.`,
  ),
);

function memoized(make: (text: string) => Fault): (text: string) => Fault {
  const faults = new Map<string, Fault>();
  return (text) => {
    const known = faults.get(text) ?? make(text);
    faults.set(text, known);
    return known;
  };
}

const PAID_SERVICES = new Set(['google', 'ldap', 'office365', 'openid', 'saml']);

/** The languages of the official clients. */
const KNOWN_LOCALES = new Set(
  'bg cs da de el en en-AU es fa fi fr he hi hr hu id it ja ka kk ko lt mk ml nb nl pl pt pt-BR ro ru sk sl sq sr sv th tr uk vi zh-CN zh-TW'.split(
    ' ',
  ),
);
