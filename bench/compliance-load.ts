import {setTimeout as pause} from 'node:timers/promises';
import {makePosts, POSTS} from './compliance-posts.ts';
import type {Contender} from './harness.ts';
import {type PatchbayServer, startPatchbay} from './patchbay.ts';
import type {Room} from './room.ts';

const POLL_MS = 50;

/** A Patchbay with a million posts beside the bare COPY of them. */
export async function startWithPosts(room: Room): Promise<{patchbay: PatchbayServer; baseline: Contender}> {
  const patchbay = await startPatchbay(room);
  await makePosts(patchbay);
  const bare = await room.startServer(['bench/baseline/copy-deflate.ts'], {
    readyPath: '/ready',
    env: {PORT: '{port}', PATCHBAY_DATA: patchbay.dataDirectory},
  });
  const baseline = onePass(bare.pid, async () => {
    await (await fetch(`${bare.url}/run`)).text();
    return [];
  });
  return {patchbay, baseline};
}

/** All posts once, however long that takes; what the work returns went wrong. */
export function onePass(pid: number, work: () => Promise<string[]>): Contender {
  return {
    pid,
    async measure() {
      const started = performance.now();
      const faults = await work();
      return {rate: (POSTS * 1000) / (performance.now() - started), faults};
    },
  };
}

/** Orders something and asks until it is over: its last state. */
export async function orderAndWait(
  {url, token}: PatchbayServer,
  path: string,
  body: object,
  statePath: (id: string) => string,
): Promise<{status: string}> {
  const headers = {authorization: `Bearer ${token}`, 'content-type': 'application/json'};
  const made = await fetch(`${url}/api/v4${path}`, {method: 'POST', headers, body: JSON.stringify(body)});
  const {id} = (await made.json()) as {id: string};
  for (;;) {
    const state = (await (await fetch(`${url}/api/v4${statePath(id)}`, {headers})).json()) as {
      status: string;
    };
    if (!['running', 'pending', 'in_progress'].includes(state.status)) return state;
    await pause(POLL_MS);
  }
}
