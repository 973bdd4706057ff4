import type {Fault} from '../findings.ts';
import type {ObjectLine} from '../parse-lines.ts';
import {type Directory, type Known, type KnownScheme, requestChannel, type Wanted} from './directory.ts';
import {type ReferenceVisitor, type Step, visitReferences} from './references.ts';

type Report = (fault: Fault, path: string, value: string) => void;

/**
 * Looks up the names that lines refer to. Most lines refer only to known names, so a first pass only decides whether a
 * second one is needed, which reports what is missing.
 */
export function createNameSeeker(
  directory: Directory,
  {createDirectChannels}: {createDirectChannels: boolean},
) {
  let line: ObjectLine;
  let wanted: Wanted;
  let allKnown = true;
  let report: Report | undefined;

  /** Whether the name exists for this line. Objects of later lines do not count. */
  function isKnown(known: Known | null | undefined): boolean {
    return known != null && (known.stored || known.line < line.number);
  }

  function found(known: Known | null | undefined, fault: Fault, path: Step[], value: string): boolean {
    if (isKnown(known)) return true;
    allKnown = false;
    if (known !== undefined) report?.(known ? DEFINED_LATER.get(fault)! : fault, pathOf(path), value);
    return false;
  }

  const visitor: ReferenceVisitor = {
    scheme(name, scope, ...path) {
      const known: KnownScheme | null | undefined = directory.scheme(name);
      if (known === undefined) wanted.schemes.add(name);
      if (found(known, UNKNOWN_SCHEME, path, name) && known!.scope !== scope) {
        allKnown = false;
        report?.(WRONG_SCOPE[scope], pathOf(path), name);
      }
    },
    team(name, ...path) {
      const known = directory.team(name);
      if (known === undefined) wanted.teams.add(name.toLowerCase());
      found(known, UNKNOWN_TEAM, path, name);
    },
    channel(teamName, name, ...path) {
      const known = directory.channel(teamName, name);
      if (isKnown(known)) return;
      if (known === undefined) requestChannel(wanted, teamName, name);
      // An unknown team is reported at its own reference.
      if (isKnown(directory.team(teamName))) found(known, UNKNOWN_CHANNEL, path, `${teamName}/${name}`);
      else allKnown = false;
    },
    user(name, ...path) {
      const known = directory.user(name);
      if (known === undefined) wanted.users.add(name.toLowerCase());
      found(known, UNKNOWN_USER, path, name);
    },
    roles(names, ...path) {
      for (const name of names.split(' ')) {
        if (name === '') continue;
        const known = directory.role(name);
        if (known === undefined) wanted.roles.add(name);
        if (known) continue;
        allKnown = false;
        if (known === null) report?.(UNKNOWN_ROLE, pathOf(path), name);
      }
    },
  };

  function visit(): void {
    visitReferences(line, visitor);
    if (line.type !== 'direct_post' || createDirectChannels) return;
    const {channel_members: members} = line.object;
    const known = directory.directChannel(members);
    // Unknown members are reported separately.
    if (known === undefined && !members.every((name) => directory.user(name))) allKnown = false;
    else found(known ?? null, UNKNOWN_DIRECT_CHANNEL, ['channel_members'], members.join(', '));
  }

  return {
    /** Whether everything that the line refers to is known. Adds names that are not loaded to `unknown`. */
    allKnown(ofLine: ObjectLine, unknown: Wanted): boolean {
      line = ofLine;
      wanted = unknown;
      allKnown = true;
      report = undefined;
      visit();
      return allKnown;
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
