import type {AccessTable, RouteCall} from './access-table.ts';
import {backups} from './backups.ts';
import {channels} from './channels.ts';
import {compliance} from './compliance.ts';
import {files} from './files.ts';
import {groups} from './groups.ts';
import {imports, reports} from './imports.ts';
import {integrations} from './integrations.ts';
import {people} from './people.ts';
import {posts} from './posts.ts';
import {presence} from './presence.ts';
import {profileAttributes} from './profile-attributes.ts';
import {retention} from './retention.ts';
import {system} from './system.ts';
import {teams} from './teams.ts';
import {webClientSupport} from './web-client-support.ts';

const TABLES: readonly AccessTable[] = [
  people,
  system,
  teams,
  channels,
  groups,
  posts,
  files,
  presence,
  profileAttributes,
  integrations,
  compliance,
  imports,
  reports,
  backups,
  retention,
  webClientSupport,
];

/** A parsed line of a table. */
export interface AccessLine {
  /** For example `GET /api/v4/users/:user_id`. */
  route: string;
  statuses: string;
  call: RouteCall;
}

/** The lines of all tables. */
export const ACCESS_LINES: readonly AccessLine[] = TABLES.flatMap((table) =>
  Object.entries(table).map(([route, line]) => {
    const [statuses, call] = typeof line === 'string' ? [line, {}] : line;
    return {route, statuses, call};
  }),
);
