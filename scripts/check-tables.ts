// Checks that each table is only written by its owner, a feature. All features can read it. scripts/table-owners.ts
// lists the owners; see docs/architecture.md for the reason.

import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {projectRoot} from './bootstrap.js';
import {sourceFiles} from './source-files.ts';
import {TABLE_OWNERS, WRITE_EXCEPTIONS, type WriteException} from './table-owners.ts';

/** A table in a statement. */
export interface TableUse {
  /** Undefined if the name is interpolated at run time. */
  table: string | undefined;
  line: number;
}

/** The input of the check. Paths are relative to server/src. */
export interface TableSources {
  files: readonly {path: string; source: string}[];
  migrations: string;
  owners: Readonly<Record<string, string>>;
  exceptions: readonly WriteException[];
}

// A table name, or an interpolated one. An interpolation before a dot is a schema.
const TABLE = String.raw`(?:only\s+)?(?:mattermost\.|public\.)?(?:"?([a-z_]\w*)"?|\$\{(?!\w+\}\.))`;
const WRITES = [
  String.raw`\b(?:insert\s+into|delete\s+from|merge\s+into|truncate\s+table)\s+${TABLE}`,
  String.raw`(?<!\b(?:for|do|key)\s+)\bupdate\s+${TABLE}[^;${'`'}']*?\sset\b`,
  String.raw`\bcopy\s+${TABLE}[^;${'`'}]*?\bfrom\s+stdin\b`,
];
// The functions of platform/database/table.ts that write, called with the declaration of a table: `insertRows(db,
// FILE_INFO, …)`.
const WRITING_CALLS = [
  String.raw`\b(?:insertRow|insertRows|insertNewRows|updateRows)\(\s*\w+,\s*(?:\{\s*\.\.\.)?(\w+)`,
];
const READS = [String.raw`(?<!\bdelete\s+)\b(?:from|join|using)\s+${TABLE}`];

const COMMENT_LINE = /^[ \t]*(?:\/\/|\/\*|\*).*$/gm;

function usesIn(source: string, forms: readonly string[]): TableUse[] {
  const code = source.replace(COMMENT_LINE, '');
  return forms.flatMap((form) =>
    [...code.matchAll(new RegExp(form, 'gi'))].map((match) => ({
      table: match[1],
      line: code.slice(0, match.index).split('\n').length,
    })),
  );
}

/** The tables that the statements in a source file write. */
export const writesIn = (source: string): TableUse[] => [
  ...usesIn(source, WRITES),
  ...usesIn(source, WRITING_CALLS).map(({table, line}) => ({table: table!.replaceAll('_', ''), line})),
];

/** The tables that the statements in a source file only read. */
export const readsIn = (source: string): TableUse[] => usesIn(source, READS);

/** All problems: writes by other features than the owner, tables without an owner, and stale entries. */
export function tableProblems({files, migrations, owners, exceptions}: TableSources): string[] {
  const faults: string[] = [];
  const tables = new Map(Object.keys(owners).map((table) => [table.toLowerCase(), table]));
  const used = new Set<WriteException>();
  for (const {path, source} of files) {
    for (const {table: written, line} of writesIn(source)) {
      const table = written === undefined ? undefined : tables.get(written.toLowerCase());
      if (written !== undefined && table === undefined) continue;
      if (table !== undefined && path.startsWith(`${owners[table]}/`)) continue;
      const exception = exceptions.find(
        ({place, tables: allowed}) =>
          (place.endsWith('/') ? path.startsWith(place) : path === place) &&
          (allowed === undefined || (table !== undefined && allowed.includes(table))),
      );
      if (exception) used.add(exception);
      else if (table === undefined)
        faults.push(`${path}:${line}: writes a table whose name is inserted at run time`);
      else faults.push(`${path}:${line}: writes ${table}, which belongs to ${owners[table]}`);
    }
  }
  for (const [, name] of migrations.matchAll(
    /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\w+)/gi,
  )) {
    if (!tables.has(name!.toLowerCase())) faults.push(`${name} has no owner`);
  }
  for (const [table, owner] of Object.entries(owners)) {
    if (!files.some(({path}) => path.startsWith(`${owner}/`))) {
      faults.push(`${table} belongs to ${owner}, which does not exist`);
    }
  }
  for (const exception of exceptions) {
    if (!used.has(exception)) faults.push(`the exception for ${exception.place} is not needed`);
  }
  return faults;
}

/** The features that read tables of other features, by table, starting with the most widely read one. */
export function readersOfOtherTables({
  files,
  owners,
}: Pick<TableSources, 'files' | 'owners'>): [string, string[]][] {
  const readers = new Map(Object.keys(owners).map((table) => [table, new Set<string>()]));
  const tables = new Map(Object.keys(owners).map((table) => [table.toLowerCase(), table]));
  for (const {path, source} of files) {
    const feature = path.split('/').slice(0, 2).join('/');
    for (const {table: name} of readsIn(source)) {
      const table = tables.get(name?.toLowerCase() ?? '');
      if (table !== undefined && owners[table] !== feature) readers.get(table)!.add(feature);
    }
  }
  return [...readers]
    .map(([table, features]): [string, string[]] => [table, [...features].sort()])
    .sort(([, a], [, b]) => b.length - a.length);
}

if (import.meta.main) {
  const source = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
  const files = sourceFiles(projectRoot, 'server/src')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({path: file.slice('server/src/'.length), source: source(file)}));
  const migrations = sourceFiles(projectRoot, 'server/migrations').map(source).join('\n');
  if (process.argv.includes('--readers')) {
    for (const [table, features] of readersOfOtherTables({files, owners: TABLE_OWNERS})) {
      console.log(`${table} (${TABLE_OWNERS[table]}), read by ${features.length}: ${features.join(', ')}`);
    }
  } else {
    const sources = {files, migrations, owners: TABLE_OWNERS, exceptions: WRITE_EXCEPTIONS};
    const faults = tableProblems(sources);
    for (const fault of faults) console.error(fault);
    if (faults.length > 0) process.exitCode = 1;
  }
}
