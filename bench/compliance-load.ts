import {setTimeout as pause} from 'node:timers/promises';
import {createPosts, POSTS} from './compliance-posts.ts';
import type {Contender} from './harness.ts';
import {type PatchbayServer, startPatchbay} from './patchbay.ts';
import type {Room} from './room.ts';

const POLL_MS = 50;

/** Starts a Patchbay with a million posts. */
export async function startPatchbayWithPosts(room: Room): Promise<PatchbayServer> {
  const patchbay = await startPatchbay(room);
  await createPosts(patchbay);
  return patchbay;
}

/** Starts a Patchbay with a million posts, and a minimal program for comparison that runs a plain COPY of them. */
export async function startWithPosts(
  room: Room,
  program = 'bench/baseline/copy-deflate.ts',
): Promise<{patchbay: PatchbayServer; baseline: Contender}> {
  const patchbay = await startPatchbayWithPosts(room);
  const bare = await room.startServer([program], {
    readyPath: '/ready',
    env: {PORT: '{port}', PATCHBAY_DATA: patchbay.dataDirectory},
  });
  const baseline = onePass(bare.pid, async () => {
    await (await fetch(`${bare.url}/run`)).text();
    return [];
  });
  return {patchbay, baseline};
}

/** Processes all posts once, no matter how long it takes. Fails the case with the errors that `work` returns. */
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

interface State {
  status: string;
}

async function call<Answer>({url, token}: PatchbayServer, method: string, path: string, body?: object) {
  const headers = {authorization: `Bearer ${token}`, 'content-type': 'application/json'};
  const answer = await fetch(`${url}/api/v4${path}`, {method, headers, body: body && JSON.stringify(body)});
  return (await answer.json()) as Answer;
}

/** Polls until the state is none of these, and returns the state. */
async function stateAfter(
  patchbay: PatchbayServer,
  path: string,
  passing: readonly string[],
): Promise<State> {
  for (;;) {
    const state = await call<State>(patchbay, 'GET', path);
    if (!passing.includes(state.status)) return state;
    await pause(POLL_MS);
  }
}

/** Requests something, polls until it ends, and returns its last state. */
export async function requestAndWait(
  patchbay: PatchbayServer,
  path: string,
  body: object,
  statePath: (id: string) => string,
): Promise<State> {
  const {id} = await call<{id: string}>(patchbay, 'POST', path, body);
  return stateAfter(patchbay, statePath(id), ['running', 'pending', 'in_progress']);
}

/** Creates a job, waits until it is running, and returns its id. */
export async function startJob(patchbay: PatchbayServer, job: object): Promise<string> {
  const {id} = await call<{id: string}>(patchbay, 'POST', '/jobs', job);
  await stateAfter(patchbay, `/jobs/${id}`, ['pending']);
  return id;
}

/** Cancels a job, waits for it to end, and returns its status. */
export async function cancelAndWait(patchbay: PatchbayServer, id: string): Promise<string> {
  await call(patchbay, 'POST', `/jobs/${id}/cancel`);
  return (await stateAfter(patchbay, `/jobs/${id}`, ['in_progress', 'cancel_requested'])).status;
}
