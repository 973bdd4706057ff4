import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type BreakableProxy, startProxy} from './breakable-proxy.ts';

/** A proxy between a program and its database. */
export interface DatabaseProxy extends Omit<BreakableProxy, 'switchTo'> {
  connectionString: string;
  close(): Promise<void>;
}

/** Starts a proxy for the PostgreSQL on the Unix socket in the connection string. */
export async function startDatabaseProxy(target: string): Promise<DatabaseProxy> {
  const url = new URL(target.replace('@/', '@localhost/'));
  const port = url.searchParams.get('port') ?? '5432';
  const socketName = `.s.PGSQL.${port}`;
  const directory = await mkdtemp(join(tmpdir(), 'patchbay-proxy-'));
  const proxy = await startProxy(
    {path: join(directory, socketName)},
    {path: join(url.searchParams.get('host')!, socketName)},
  );
  url.searchParams.set('host', directory);
  return {
    ...proxy,
    connectionString: url.href.replace('@localhost/', '@/'),
    async close() {
      await proxy.cut();
      await rm(directory, {recursive: true, force: true});
    },
  };
}
