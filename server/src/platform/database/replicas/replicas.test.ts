import {afterAll, beforeAll, describe, expect, inject, test, vi} from 'vitest';
import {quiet} from '../../../../../test/support/quiet.ts';
import {
  type ReplicatedPostgres,
  replicaTestsNeed,
  startReplicatedPostgres,
} from '../../../../../test/support/streaming-replica.ts';
import {createMetrics} from '../../metrics/metrics.ts';
import {asCaller, createCaller, withoutCaller} from '../callers.ts';
import {type Database, openDatabase} from '../database.ts';
import type {Queryable} from '../queryable.ts';
import {requireReplicas} from './require-replicas.ts';

describe.skipIf(replicaTestsNeed)(
  replicaTestsNeed ? `a replica (skipped: install ${replicaTestsNeed})` : 'a replica',
  () => {
    let postgres: ReplicatedPostgres;
    let database: Database;
    let control: Database;
    const metrics = createMetrics();

    beforeAll(async () => {
      postgres = await startReplicatedPostgres();
      database = openDatabase({
        connectionString: postgres.primary.connectionString,
        maxConnections: 10,
        queryTimeout: 30,
        replicas: {lists: [postgres.replica.connectionString], search: []},
        metrics,
        log: quiet,
      });
      control = openDatabase({
        connectionString: postgres.replica.connectionString,
        maxConnections: 1,
        log: quiet,
      });
      await database.execute({text: 'create table Numbers (N integer)'});
      await usable();
    }, 60_000);
    afterAll(async () => {
      await database.close();
      await control.close();
      postgres.close();
    });

    const usable = () =>
      vi.waitFor(() => expect(database.replicaStatus()[0]!.problem).toBeUndefined(), {timeout: 15_000});
    const asRequest = <T>(work: () => Promise<T>) => asCaller(createCaller('someone'), work);
    const write = (n: number) => database.execute({text: 'insert into Numbers (N) values ($1)', values: [n]});
    const read = () =>
      asRequest(async () => {
        const row = await database.replica.row<{newest: number; replica: boolean}>({
          text: 'select coalesce(max(N), 0) as newest, pg_is_in_recovery() as replica from Numbers',
        });
        return row!;
      });

    test('shows what was committed before the read began', async () => {
      // On a busy machine it may fall behind, and isn't used for a second.
      let onReplica = 0;
      for (let n = 1; onReplica < 100; n++) {
        await write(n);
        const row = await read();
        expect(row.newest).toBe(n);
        onReplica += row.replica ? 1 : 0;
      }
      const name = database.replicaStatus()[0]!.name;
      expect(await metrics.total('database_reads_total', ({target}) => target === name)).toBe(100);
    });

    test('serves searches if they have no replicas of their own, and nothing outside requests', async () => {
      const query = {text: 'select pg_is_in_recovery() as replica'};
      await expect
        .poll(() => asRequest(() => database.search((db) => db.row(query), {timeLimit: 5})))
        .toEqual({replica: true});
      await expect.poll(() => asRequest(() => database.replica.row(query))).toEqual({replica: true});
      expect(await database.row(query)).toEqual({replica: false});
      expect(await database.replica.row(query)).toEqual({replica: false});
      expect(await asRequest(() => withoutCaller(() => database.replica.row(query)))).toEqual({
        replica: false,
      });
    });

    test('is not used while its replay is paused', async () => {
      await control.row({text: 'select pg_wal_replay_pause()'});
      await write(1_000_000);
      expect(await read()).toEqual({newest: 1_000_000, replica: false});
      await expect.poll(() => database.replicaStatus()[0]!.lagSeconds).toBeGreaterThan(0);
      expect(database.replicaStatus()[0]).toMatchObject({
        problem: 'is behind the primary server',
        lagBytes: expect.any(Number),
      });
      expect(database.replicaStatus()[0]!.lagBytes).toBeGreaterThan(0);
      await control.row({text: 'select pg_wal_replay_resume()'});
      await usable();
      await expect.poll(read).toEqual({newest: 1_000_000, replica: true});
      expect(await metrics.total('database_replica_lag_bytes')).toBe(0);
    });

    test('cannot be passed to code that may decide something or fill a cache', () => {
      // @ts-expect-error Store functions that take a Queryable never get a replica.
      const primary: Queryable = database.replica;
      expect(primary).not.toHaveProperty('execute');
    });

    /** Long enough that some reads are running at any time. */
    const slowRead = () => asRequest(() => database.replica.row({text: 'select pg_sleep(0.05)'}));

    /** Reads from several requests until stopped. Returns their errors. */
    async function readContinuously(): Promise<() => Promise<unknown[]>> {
      let stopped = false;
      const errors: unknown[] = [];
      const readers = Array.from({length: 6}, async () => {
        while (!stopped) await slowRead().catch((error: unknown) => errors.push(error));
      });
      await slowRead();
      return async () => {
        stopped = true;
        await Promise.all(readers);
        return errors;
      };
    }

    test('can be killed without a failed read, and is used again after a restart', async () => {
      const stop = await readContinuously();
      postgres.replica.kill();
      await expect.poll(() => database.replicaStatus()[0]!.problem).toBeDefined();
      expect(await stop()).toEqual([]);
      await postgres.replica.start();
      await usable();
      await expect.poll(async () => (await read()).replica).toBe(true);
    });

    test('that stops responding does not make reads fail', async () => {
      const stop = await readContinuously();
      postgres.replica.freeze();
      await expect.poll(() => database.replicaStatus()[0]!.problem, {timeout: 10_000}).toBeDefined();
      expect((await read()).replica).toBe(false);
      expect(await stop()).toEqual([]);
      postgres.replica.proceed();
      await usable();
    });

    test('is no longer used after it was promoted', async () => {
      await control.row({text: 'select pg_promote()'});
      await expect
        .poll(() => database.replicaStatus()[0]!.problem, {timeout: 10_000})
        .toBe('accepts writes, so it is not a replica');
      expect((await read()).replica).toBe(false);
    });

    describe('in the settings', () => {
      const check = (source: string, log = quiet) =>
        requireReplicas({lists: [source], search: []}, {primary: postgres.primary.connectionString, log});
      const at = (connectionString: string, path: string) => connectionString.replace(/\/postgres$/, path);

      test.each([
        ['mysql://elsewhere', /^SqlSettings\.DataSourceReplicas is not a connection string\. Use the format/],
        [
          'missing',
          /^The PostgreSQL server at 127\.0\.0\.1:\d+ \(SqlSettings\.DataSourceReplicas\) has no database missing\./,
        ],
        [
          'other',
          /^The PostgreSQL server at \S+ \(SqlSettings\.DataSourceReplicas\) is not a replica of the server in SqlSettings\.DataSource: its system identifier is \d+ instead of \d+\./,
        ],
      ])('is rejected with what is wrong: %s', async (kind, message) => {
        const source =
          kind === 'missing'
            ? at(postgres.replica.connectionString, '/missing')
            : kind === 'other'
              ? inject('testCluster').superuser
              : kind;
        await expect(check(source)).rejects.toThrow(message);
      });

      test('is only logged if it cannot be reached, or accepts writes', async () => {
        const warn = vi.fn();
        const log = {...quiet, warn};
        await check('postgresql://postgres@127.0.0.1:1/postgres', log);
        expect(warn.mock.calls[0]![0].problem).toMatch(
          /^Cannot reach the PostgreSQL server at 127\.0\.0\.1:1 \(SqlSettings\.DataSourceReplicas\): connect ECONNREFUSED/,
        );
        await check(postgres.primary.connectionString, log);
        expect(warn).toHaveBeenCalledTimes(2);
      });
    });
  },
);
