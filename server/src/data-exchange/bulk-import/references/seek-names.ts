import type {Fault} from '../findings.ts';
import type {ObjectLine} from '../parse-lines.ts';
import {
  type Directory,
  type DirectoryEntry,
  requestChannel,
  type SchemeEntry,
  type Wanted,
} from './directory.ts';
import {type ReferenceVisitor, type Step, visitReferences} from './references.ts';

type Report = (fault: Fault, path: string, value: string) => void;

/**
 * Looks up the names that lines refer to. Most lines refer only to names in the directory, so a first pass only decides
 * whether a second one is needed, which reports what is missing.
 */
export function createNameSeeker(
  directory: Directory,
  {createDirectChannels}: {createDirectChannels: boolean},
) {
  let line: ObjectLine;
  let wanted: Wanted;
  let allFound = true;
  let report: Report | undefined;

  /** Whether the name exists for this line. Objects of later lines do not count. */
  function exists(entry: DirectoryEntry | null | undefined): boolean {
    return entry != null && (entry.stored || entry.line < line.number);
  }

  function found(
    entry: DirectoryEntry | null | undefined,
    fault: Fault,
    path: Step[],
    value: string,
  ): boolean {
    if (exists(entry)) return true;
    allFound = false;
    if (entry !== undefined) report?.(entry ? DEFINED_LATER.get(fault)! : fault, pathOf(path), value);
    return false;
  }

  const visitor: ReferenceVisitor = {
    scheme(name, scope, ...path) {
      const entry: SchemeEntry | null | undefined = directory.scheme(name);
      if (entry === undefined) wanted.schemes.add(name);
      if (found(entry, UNKNOWN_SCHEME, path, name) && entry!.scope !== scope) {
        allFound = false;
        report?.(WRONG_SCOPE[scope], pathOf(path), name);
      }
    },
    team(name, ...path) {
      const entry = directory.team(name);
      if (entry === undefined) wanted.teams.add(name.toLowerCase());
      found(entry, UNKNOWN_TEAM, path, name);
    },
    channel(teamName, name, ...path) {
      const entry = directory.channel(teamName, name);
      if (exists(entry)) return;
      if (entry === undefined) requestChannel(wanted, teamName, name);
      // An unknown team is reported at its own reference.
      if (exists(directory.team(teamName))) found(entry, UNKNOWN_CHANNEL, path, `${teamName}/${name}`);
      else allFound = false;
    },
    user(name, ...path) {
      const entry = directory.user(name);
      if (entry === undefined) wanted.users.add(name.toLowerCase());
      found(entry, UNKNOWN_USER, path, name);
    },
    roles(names, ...path) {
      for (const name of names.split(' ')) {
        if (name === '') continue;
        const entry = directory.role(name);
        if (entry === undefined) wanted.roles.add(name);
        if (entry) continue;
        allFound = false;
        if (entry === null) report?.(UNKNOWN_ROLE, pathOf(path), name);
      }
    },
  };

  function visit(): void {
    visitReferences(line, visitor);
    if (line.type !== 'direct_post' || createDirectChannels) return;
    const {channel_members: members} = line.object;
    const entry = directory.directChannel(members);
    // Unknown members are reported separately.
    if (entry === undefined && !members.every((name) => directory.user(name))) allFound = false;
    else found(entry ?? null, UNKNOWN_DIRECT_CHANNEL, ['channel_members'], members.join(', '));
  }

  return {
    /** Whether everything that the line refers to exists. Adds names that are not loaded to `unknown`. */
    allFound(ofLine: ObjectLine, unknown: Wanted): boolean {
      line = ofLine;
      wanted = unknown;
      allFound = true;
      report = undefined;
      visit();
      return allFound;
    },

    /** Reports the references of the line that do not exist. */
    reportUnknown(ofLine: ObjectLine, to: Report): void {
      line = ofLine;
      report = to;
      visit();
    },
  };
}

function pathOf(path: readonly Step[]): string {
  return path.reduce<string>(
    (whole, step) =>
      typeof step === 'number' ? `${whole}[${step}]` : whole === '' ? step : `${whole}.${step}`,
    '',
  );
}

function unknown(what: string, hint?: string): Fault {
  return {
    rule: `unknown-${what.replace(' ', '-')}`,
    level: 'error',
    object: '',
    field: '',
    demand: `A referenced ${what} must be in the database or in an earlier line.`,
    hint,
    byValue: true,
  };
}

const UNKNOWN_SCHEME = unknown('scheme');
const UNKNOWN_TEAM = unknown('team');
const UNKNOWN_CHANNEL = unknown('channel');
const UNKNOWN_USER = unknown('user');
export const UNKNOWN_DIRECT_CHANNEL = unknown(
  'direct channel',
  'Add a direct_channel line with these members before this line, or create missing direct channels (--create-direct-channels).',
);

const DEFINED_LATER = new Map(
  [UNKNOWN_SCHEME, UNKNOWN_TEAM, UNKNOWN_CHANNEL, UNKNOWN_USER, UNKNOWN_DIRECT_CHANNEL].map((fault) => [
    fault,
    {...fault, hint: 'A later line defines it. Move that line before this one.'},
  ]),
);

const UNKNOWN_ROLE: Fault = {
  rule: 'unknown-role',
  level: 'lenient',
  object: '',
  field: '',
  demand: 'A referenced role must be in the database or in an earlier line. It is kept unchanged.',
  byValue: true,
};

const WRONG_SCOPE = {
  team: wrongScope('team'),
  channel: wrongScope('channel'),
};

function wrongScope(scope: 'team' | 'channel'): Fault {
  return {
    rule: 'wrong-scope',
    level: 'error',
    object: scope,
    field: 'scheme',
    demand: `The scheme of a ${scope} must have the scope "${scope}".`,
  };
}
