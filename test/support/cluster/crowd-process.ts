// Runs the WebSockets of many people in a separate process, so that they don't slow down the test. `crowd.ts` starts
// it.

import {setTimeout as pause} from 'node:timers/promises';
import {WebSocket} from 'ws';
import type {CrowdRequest, MemberRecord, MemberSpec} from './crowd.ts';
import {numberOfPost} from './numbered-posts.ts';

interface Member extends MemberSpec, MemberRecord {
  socket: WebSocket | undefined;
  connectionId: string;
  nextSequence: number;
  /** `create_at` of the newest post so far. */
  newestPost: number;
  /** When the connection was lost, if it has not been restored. */
  lostAt: number | undefined;
  /** The posts that it has received, by number. */
  posts: Map<number, PostPlace>;
}

/** Clients sort the posts of a channel by these fields. */
interface PostPlace {
  create_at: number;
  id: string;
}

const OPENED_AT_ONCE = 50;
const OPEN_TIMEOUT_MS = 30_000;
const RETRY_DELAY_MS = 250;
/**
 * In milliseconds. Posts of other nodes can arrive slightly later than newer ones, so a client also requests posts
 * that it may already have.
 */
const OVERLAP_MS = 5_000;

let url = '';
let channelId = '';
let closing = false;
let lastError = '';
const members: Member[] = [];
/** The number of running requests for missed posts. */
let syncing = 0;

function connect(member: Member): void {
  const query = `?connection_id=${member.connectionId}&sequence_number=${member.nextSequence}`;
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v4/websocket${query}`, {
    headers: {authorization: `Bearer ${member.token}`},
    perMessageDeflate: false,
    skipUTF8Validation: true,
    handshakeTimeout: 10_000,
  });
  member.socket = socket;
  // A resumed connection gets no greeting. The reply to a ping arrives after the greeting, if there is one.
  socket.on('open', () => socket.send('{"seq":1,"action":"ping"}'));
  // A close event follows each error.
  socket.on('error', (error) => {
    lastError = String(error);
  });
  socket.on('message', (data) => receive(member, data as Buffer));
  socket.on('close', () => {
    if (member.socket !== socket || closing) return;
    member.socket = undefined;
    member.lostAt ??= performance.now();
    setTimeout(() => connect(member), Math.random() * RETRY_DELAY_MS);
  });
}

function receive(member: Member, data: Buffer): void {
  const text = data.toString('latin1');
  if (text.startsWith('{"event":"hello"') || text.includes('"event":"hello"')) {
    greet(member, JSON.parse(text) as {seq: number; data: {connection_id: string}});
    return;
  }
  // Replies to requests have no sequence number.
  if (text.includes('"seq_reply":1')) {
    if (member.lostAt !== undefined) {
      member.resumes++;
      reconnected(member);
    }
    return;
  }
  const sequence = Number(/"seq":(\d+)\}$/.exec(text)?.[1]);
  if (sequence !== member.nextSequence) {
    member.gaps++;
    reconnect(member);
    return;
  }
  member.nextSequence++;
  const number = numberOfPost(text);
  if (number === undefined || !text.includes('"event":"posted"')) return;
  member.heard.push(number);
  const {create_at, id} = JSON.parse((JSON.parse(text) as {data: {post: string}}).data.post) as PostPlace;
  member.posts.set(number, {create_at, id});
  member.newestPost = Math.max(member.newestPost, create_at);
}

function greet(member: Member, {seq, data}: {seq: number; data: {connection_id: string}}): void {
  reconnected(member);
  if (member.connectionId !== '') {
    member.freshStarts++;
    void fetchMissed(member);
  }
  member.connectionId = data.connection_id;
  member.nextSequence = seq + 1;
}

function reconnected(member: Member): void {
  if (member.lostAt === undefined) return;
  member.reconnectMs.push(performance.now() - member.lostAt);
  member.lostAt = undefined;
}

/** Opens a new connection and sends the same requests as the web client after a gap. */
function reconnect(member: Member): void {
  member.socket?.terminate();
}

/** Loads what a member missed while its connection was unknown to the server. */
async function fetchMissed(member: Member): Promise<void> {
  syncing++;
  const since = member.newestPost - OVERLAP_MS;
  for (let attempt = 0; attempt < 40; attempt++) {
    try {
      const response = await fetch(`${url}/api/v4/channels/${channelId}/posts?since=${Math.max(1, since)}`, {
        headers: {authorization: `Bearer ${member.token}`},
        signal: AbortSignal.timeout(10_000),
      });
      if (response.ok) {
        const {posts} = (await response.json()) as {
          posts: Record<string, PostPlace & {message: string}>;
        };
        for (const {message, create_at, id} of Object.values(posts)) {
          const number = numberOfPost(message);
          if (number === undefined) continue;
          member.fetched.push(number);
          member.posts.set(number, {create_at, id});
          member.newestPost = Math.max(member.newestPost, create_at);
        }
        break;
      }
    } catch {
      // Ignored: the request is repeated below.
    }
    await pause(RETRY_DELAY_MS);
  }
  syncing--;
}

async function open(specs: MemberSpec[]): Promise<void> {
  for (let start = 0; start < specs.length; start += OPENED_AT_ONCE) {
    const batch = specs.slice(start, start + OPENED_AT_ONCE).map(
      (spec): Member => ({
        ...spec,
        socket: undefined,
        connectionId: '',
        nextSequence: 0,
        newestPost: Date.now(),
        lostAt: undefined,
        posts: new Map(),
        shown: [],
        heard: [],
        fetched: [],
        gaps: 0,
        resumes: 0,
        freshStarts: 0,
        reconnectMs: [],
      }),
    );
    members.push(...batch);
    batch.forEach(connect);
    const deadline = Date.now() + OPEN_TIMEOUT_MS;
    while (batch.some((member) => member.connectionId === '')) {
      if (Date.now() > deadline) {
        throw new Error(
          `Some of the sockets ${start} to ${start + OPENED_AT_ONCE} got no greeting. ${lastError}`,
        );
      }
      await pause(10);
    }
  }
}

function comparePlaces(a: PostPlace, b: PostPlace): number {
  return a.create_at - b.create_at || (a.id < b.id ? -1 : 1);
}

async function answer(request: CrowdRequest): Promise<unknown> {
  switch (request.do) {
    case 'open':
      ({url, channelId} = request);
      await open(request.members);
      return undefined;
    case 'moveTo':
      ({url} = request);
      return undefined;
    case 'state': {
      const last = members.map(({heard, fetched}) => new Set([...heard, ...fetched]).size);
      return {
        connected: members.filter(({socket, lostAt}) => socket && lostAt === undefined).length,
        syncing,
        fewestSeen: Math.min(...last),
      };
    }
    case 'records':
      return members.map(
        ({heard, fetched, posts, gaps, resumes, freshStarts, reconnectMs}): MemberRecord => ({
          heard,
          fetched,
          shown: [...posts].sort(([, a], [, b]) => comparePlaces(a, b)).map(([number]) => number),
          gaps,
          resumes,
          freshStarts,
          reconnectMs,
        }),
      );
    case 'close':
      closing = true;
      for (const {socket} of members) socket?.terminate();
      return undefined;
  }
}

process.on('message', async ({id, request}: {id: number; request: CrowdRequest}) => {
  try {
    process.send!({id, result: await answer(request)});
  } catch (error) {
    process.send!({id, error: String(error)});
  }
  if (request.do === 'close') process.disconnect();
});
process.on('disconnect', () => process.exit());
