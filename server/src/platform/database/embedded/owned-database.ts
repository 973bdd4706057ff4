import pg from 'pg';
import {OWNER} from './roles.ts';

/** Connects over the socket as the superuser. */
export type ConnectSuperuser = (database: string) => Promise<pg.Client>;

/**
 * Creates the database for the owner if it doesn't exist. In a database from an older version, where the superuser owned
 * everything, transfers all objects to the owner. To keep other roles such as the reader from filling the disk, only the
 * owner can use temporary tables, and no one can use large objects.
 */
export async function ensureOwnedDatabase(connect: ConnectSuperuser, name: string): Promise<void> {
  const database = pg.escapeIdentifier(name);
  const client = await connect('postgres');
  try {
    // Prevents conflicts with a concurrent creation. The lock is released with the connection.
    await client.query('select pg_advisory_lock(1)');
    const {rows} = await client.query<{isdone: boolean}>(
      `select datdba = $2::regrole and not has_database_privilege('public', oid, 'temporary') as isdone
       from pg_database where datname = $1`,
      [name, OWNER],
    );
    if (rows[0]?.isdone) return;
    if (rows.length === 0) await client.query(`create database ${database} owner ${OWNER}`);
    const inside = await connect(name);
    try {
      await inside.query(REVOKE_LARGE_OBJECTS);
      await inside.query(TRANSFER_TO_OWNER);
    } finally {
      await inside.end();
    }
    // Last, because the check above uses them to see whether everything is done.
    await client.query(`revoke temporary on database ${database} from public`);
    await client.query(`alter database ${database} owner to ${OWNER}`);
  } finally {
    await client.end();
  }
}

const REVOKE_LARGE_OBJECTS = `
do $$
declare
  routine regprocedure;
begin
  for routine in
    select oid::regprocedure from pg_proc
    where pronamespace = 'pg_catalog'::regnamespace and (proname like 'lo\\_%' or proname in ('loread', 'lowrite'))
      and has_function_privilege('public', oid, 'execute')
  loop
    execute format('revoke execute on function %s from public', routine);
  end loop;
end $$`;

// A single statement, so it's atomic. "reassign owned" does not work for the role that a cluster was created with.
const TRANSFER_TO_OWNER = `
do $$
declare
  statement text;
  superuser constant oid := 10;
begin
  for statement in
    with own_schemas as (
      select oid, nspname, nspowner from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
    ), of_extensions as (
      select classid, objid from pg_depend where deptype = 'e'
    )
    select format('alter schema %I owner to ${OWNER}', nspname) from own_schemas where nspowner = superuser
    union all
    select format('alter %s %s owner to ${OWNER}',
      case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
        when 'c' then 'type' when 'f' then 'foreign table' else 'table' end,
      c.oid::regclass)
    from pg_class c join own_schemas s on s.oid = c.relnamespace
    where relowner = superuser and relkind in ('r', 'p', 'v', 'm', 'S', 'c', 'f')
      and ('pg_class'::regclass, c.oid) not in (select * from of_extensions)
      -- A sequence of a column follows its table.
      and not exists (
        select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.refclassid = 'pg_class'::regclass
          and d.deptype in ('a', 'i') and c.relkind = 'S')
    union all
    select format('alter routine %s owner to ${OWNER}', p.oid::regprocedure)
    from pg_proc p join own_schemas s on s.oid = p.pronamespace
    where proowner = superuser and ('pg_proc'::regclass, p.oid) not in (select * from of_extensions)
    union all
    select format('alter type %s owner to ${OWNER}', t.oid::regtype)
    from pg_type t join own_schemas s on s.oid = t.typnamespace
    where typowner = superuser and typtype in ('e', 'd', 'r')
      and ('pg_type'::regclass, t.oid) not in (select * from of_extensions)
  loop
    execute statement;
  end loop;
end $$`;
