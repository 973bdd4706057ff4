import type {Queryable} from '../database/queryable.ts';

/** A reaction to an event that must still run. */
export interface OutboxEntry {
  id: string;
  event: string;
  reaction: string;
  payload: unknown;
  /** How many times it was started, including this one. */
  attempts: number;
}

const CLOCK = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** Inserts entries that this node runs; others may claim them after `lease` milliseconds. */
export async function insertEntries(
  db: Queryable,
  entries: readonly OutboxEntry[],
  {nodeId, lease}: {nodeId: string; lease: number},
): Promise<void> {
  await db.execute({
    name: 'event-outbox-insert',
    text: `
      insert into EventOutbox (Id, CreateAt, Event, Reaction, Payload, NodeId, NextAttemptAt, Attempts)
      select id, ${CLOCK}, event, reaction, payload::jsonb, $5, ${CLOCK} + $6, 1
      from unnest($1::text[], $2::text[], $3::text[], $4::text[]) entry (id, event, reaction, payload)`,
    values: [
      entries.map(({id}) => id),
      entries.map(({event}) => event),
      entries.map(({reaction}) => reaction),
      entries.map(({payload}) => JSON.stringify(payload)),
      nodeId,
      lease,
    ],
  });
}

/**
 * Claims entries of these reactions (`event/reaction`) whose time has come, or whose node is lost. Other nodes skip them for
 * `lease` milliseconds. Oldest first.
 */
export function claimEntries(
  db: Queryable,
  {
    nodeId,
    lease,
    reactions,
    except,
    lostNodeIds,
    isAlone,
    limit,
  }: {
    nodeId: string;
    lease: number;
    reactions: readonly string[];
    except: readonly string[];
    lostNodeIds: readonly string[];
    /** Whether this is the only node, so that no other can be running any of them. */
    isAlone: boolean;
    limit: number;
  },
): Promise<OutboxEntry[]> {
  return db.rows<OutboxEntry>({
    name: 'event-outbox-claim',
    text: `
      with due as (
        select Id from EventOutbox
        where (NextAttemptAt <= ${CLOCK} or NodeId = any($5) or $6)
          and Event || '/' || Reaction = any($3) and Id <> all($4)
        order by CreateAt, Id limit $7 for update skip locked
      ), claimed as (
        update EventOutbox o set NodeId = $1, NextAttemptAt = ${CLOCK} + $2, Attempts = o.Attempts + 1
        from due where o.Id = due.Id
        returning o.Id, o.CreateAt, o.Event, o.Reaction, o.Payload, o.Attempts
      )
      select Id, Event, Reaction, Payload, Attempts from claimed order by CreateAt, Id`,
    values: [nodeId, lease, reactions, except, lostNodeIds, isAlone, limit],
  });
}

/** Keeps other nodes from claiming entries that this node still runs. */
export async function renewEntries(
  db: Queryable,
  ids: readonly string[],
  {nodeId, lease}: {nodeId: string; lease: number},
): Promise<void> {
  await db.execute({
    name: 'event-outbox-renew',
    text: `update EventOutbox set NextAttemptAt = ${CLOCK} + $3 where Id = any($1) and NodeId = $2`,
    values: [ids, nodeId, lease],
  });
}

/** Lets any node claim an entry after `delay` milliseconds. */
export async function postponeEntry(
  db: Queryable,
  id: string,
  {nodeId, delay}: {nodeId: string; delay: number},
): Promise<void> {
  await db.execute({
    name: 'event-outbox-postpone',
    text: `update EventOutbox set NodeId = '', NextAttemptAt = ${CLOCK} + $3 where Id = $1 and NodeId = $2`,
    values: [id, nodeId, delay],
  });
}

/** Returns whether the entry existed. */
export async function deleteEntry(db: Queryable, id: string): Promise<boolean> {
  const count = await db.execute({
    name: 'event-outbox-delete',
    text: 'delete from EventOutbox where Id = $1',
    values: [id],
  });
  return count > 0;
}
