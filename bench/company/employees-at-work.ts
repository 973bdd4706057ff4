import {setImmediate as giveWay, setTimeout as pause} from 'node:timers/promises';
import {Pool} from 'undici';
import {WebSocket} from 'ws';
import type {Company, Employee} from './create-company.ts';
import {ACTIONS_PER_SECOND, type Action, CHANNELS, chooseAction} from './load-model.ts';

/** Measurements taken while a number of people worked. Times are in milliseconds. */
export interface WorkReport {
  people: number;
  /** From the start of an action until its response is complete. */
  requests: Percentiles;
  /** From the request to post until the event arrives, for all connected members. */
  deliveries: Percentiles;
  actions: Partial<Record<Action, number>>;
  faults: string[];
}

interface Percentiles {
  count: number;
  p50: number;
  p99: number;
}

/** The simulated people of a company. They act at random times, no matter how fast the server responds. */
export interface EmployeesAtWork {
  /** Changes how many people are connected. */
  connect(people: number): Promise<void>;
  /** Lets the connected people work, and measures everything after `settle` seconds. */
  work(options: {seconds: number; settle: number}): Promise<WorkReport>;
  /** Performs every action once for a person, and throws if one fails. */
  tryEveryAction(person: number, actions: readonly Action[]): Promise<void>;
  close(): Promise<void>;
}

interface AtWork {
  employee: Employee;
  socket: WebSocket;
  sequence: number;
  channelId: string;
  /** The `ETag` of the newest page of each channel the person opened, which a browser would cache. */
  etags: Map<string, string>;
  directChannels: Map<number, string>;
}

const OPENED_AT_ONCE = 40;
const CONNECTIONS = 128;
/** In milliseconds. People who stay connected after a measurement must receive its last events. */
const LAST_EVENTS_MS = 1_000;
const STATUSES = 20;
/** The number of recent posts in a channel that people reply and react to. */
const REMEMBERED_POSTS = 20;

/**
 * @param speed a factor for the rates of the load model: 1 for real time
 * @param random returns numbers from 0 to 1
 */
export function startWork(
  url: string,
  company: Company,
  {speed = 1, random = Math.random}: {speed?: number; random?: () => number} = {},
): EmployeesAtWork {
  const pool = new Pool(url, {connections: CONNECTIONS, pipelining: 1});
  const socketUrl = `${url.replace('http', 'ws')}/api/v4/websocket`;
  const present: AtWork[] = [];
  const postsOf = new Map<string, string[]>();
  let requests: number[] = [];
  let deliveries: number[] = [];
  let faults: string[] = [];
  let isMeasuring = false;

  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!;

  async function call(
    {employee}: {employee: Employee},
    method: 'GET' | 'POST',
    path: string,
    {body, headers}: {body?: unknown; headers?: Record<string, string>} = {},
  ): Promise<{status: number; text: string; etag: string | undefined}> {
    const started = performance.now();
    const response = await pool.request({
      method,
      path: `/api/v4${path}`,
      headers: {
        authorization: `Bearer ${employee.token}`,
        ...(body !== undefined && {'content-type': 'application/json'}),
        ...headers,
      },
      ...(body !== undefined && {body: JSON.stringify(body)}),
    });
    const text = await response.body.text();
    if (isMeasuring) requests.push(performance.now() - started);
    if (response.statusCode >= 400) {
      throw new Error(`${method} ${path} returned ${response.statusCode}: ${text.slice(0, 200)}`);
    }
    return {status: response.statusCode, text, etag: response.headers.etag as string | undefined};
  }

  function remember(channelId: string, postId: string): void {
    const posts = postsOf.get(channelId) ?? [];
    postsOf.set(channelId, [...posts.slice(-REMEMBERED_POSTS + 1), postId]);
  }

  async function openSocket(person: AtWork): Promise<void> {
    const socket = new WebSocket(socketUrl, {
      headers: {authorization: `Bearer ${person.employee.token}`},
      perMessageDeflate: false,
      skipUTF8Validation: true,
    });
    person.socket = socket;
    await new Promise<void>((resolve, reject) => {
      // The first message is the server's greeting.
      socket.once('message', () => resolve());
      socket.once('error', reject);
    });
    socket.on('error', (error) => faults.push(`a socket failed: ${error.message}`));
    socket.on('message', (data) => {
      if (!isMeasuring) return;
      const bytes = data as Buffer;
      const start = bytes.indexOf('sent at ');
      if (start < 0 || !bytes.subarray(0, 30).includes('posted')) return;
      deliveries.push(performance.now() - Number.parseFloat(bytes.toString('latin1', start + 8, start + 28)));
    });
  }

  /** The channel where a person opens the next page or posts the next message. */
  async function nextChannel(person: AtWork): Promise<string> {
    const {department, projects, partners} = person.employee;
    const place = random();
    if (place < CHANNELS.department.shareOfPosts) return department;
    if (place < CHANNELS.department.shareOfPosts + CHANNELS.project.shareOfPosts || partners.length === 0) {
      return pick(projects);
    }
    const partner = pick(partners);
    const known = person.directChannels.get(partner);
    if (known) return known;
    const {text} = await call(person, 'POST', '/channels/direct', {
      body: [person.employee.id, company.employees[partner]!.id],
    });
    const {id} = JSON.parse(text) as {id: string};
    person.directChannels.set(partner, id);
    return id;
  }

  async function createPost(person: AtWork, channelId: string, rootId = ''): Promise<void> {
    const {text} = await call(person, 'POST', '/posts', {
      body: {
        channel_id: channelId,
        root_id: rootId,
        message: `Two sentences that people could write at work, sent at ${performance.now().toFixed(3)} of this run.`,
      },
    });
    if (rootId === '') remember(channelId, (JSON.parse(text) as {id: string}).id);
  }

  /** Calls the function with a post of the person's channel. Creates one first if there is none. */
  async function somePost(person: AtWork): Promise<string> {
    // The person may open another channel in the meantime.
    const {channelId} = person;
    if (!postsOf.has(channelId)) await createPost(person, channelId);
    return pick(postsOf.get(channelId)!);
  }

  async function readNewestPage(person: AtWork): Promise<void> {
    const {channelId, etags} = person;
    const known = etags.get(channelId);
    const {etag} = await call(person, 'GET', `/channels/${channelId}/posts?page=0&per_page=60`, {
      ...(known && {headers: {'if-none-match': known}}),
    });
    if (etag) etags.set(channelId, etag);
  }

  const ACTIONS: Record<Action, (person: AtWork) => Promise<unknown>> = {
    async openChannel(person) {
      const before = person.channelId;
      person.channelId = await nextChannel(person);
      await Promise.all([
        call(person, 'POST', '/channels/members/me/view', {
          body: {channel_id: person.channelId, prev_channel_id: before},
        }),
        readNewestPage(person),
      ]);
    },
    readOlderPage: (person) => call(person, 'GET', `/channels/${person.channelId}/posts?page=1&per_page=60`),
    post: (person) => createPost(person, person.channelId),
    reply: async (person) => createPost(person, person.channelId, await somePost(person)),
    react: async (person) =>
      call(person, 'POST', '/reactions', {
        body: {user_id: person.employee.id, post_id: await somePost(person), emoji_name: 'thumbsup'},
      }),
    async type(person) {
      if (person.socket.readyState !== WebSocket.OPEN) return;
      const data = {channel_id: person.channelId, parent_id: ''};
      person.socket.send(JSON.stringify({seq: ++person.sequence, action: 'user_typing', data}));
    },
    openThread: async (person) => call(person, 'GET', `/posts/${await somePost(person)}/thread`),
    search: (person) =>
      call(person, 'POST', `/teams/${company.teamId}/posts/search`, {
        body: {terms: pick(['sentences work', 'people', 'release plan']), is_or_search: false},
      }),
    readStatuses: (person) =>
      call(person, 'POST', '/users/status/ids', {
        body: Array.from({length: STATUSES}, () => pick(company.employees).id),
      }),
    async reconnect(person) {
      person.socket.terminate();
      await openSocket(person);
      const team = company.teamId;
      const paths = [
        '/users/me',
        '/users/me/preferences',
        '/users/me/teams',
        '/users/me/teams/members',
        '/users/me/teams/unread',
        `/users/me/teams/${team}/channels`,
        `/users/me/teams/${team}/channels/members`,
        `/users/me/teams/${team}/channels/categories`,
      ];
      await Promise.all([...paths.map((path) => call(person, 'GET', path)), readNewestPage(person)]);
    },
  };

  async function act(person: AtWork, action: Action): Promise<void> {
    try {
      await ACTIONS[action](person);
    } catch (error) {
      faults.push(`${action}: ${(error as Error).message}`);
    }
  }

  return {
    async connect(people) {
      for (const {socket} of present.splice(people)) socket.terminate();
      while (present.length < people) {
        const first = present.length;
        const batch = company.employees.slice(first, Math.min(people, first + OPENED_AT_ONCE)).map(
          (employee): AtWork => ({
            employee,
            socket: undefined!,
            sequence: 0,
            channelId: employee.department,
            etags: new Map(),
            directChannels: new Map(),
          }),
        );
        await Promise.all(batch.map(openSocket));
        present.push(...batch);
      }
    },

    async work({seconds, settle}) {
      requests = [];
      deliveries = [];
      faults = [];
      const actions: Partial<Record<Action, number>> = {};
      const inProgress = new Set<Promise<void>>();
      const perSecond = present.length * ACTIONS_PER_SECOND * speed;
      const begin = performance.now();
      const measured = begin + settle * 1000;
      const end = measured + seconds * 1000;
      for (let at = begin; at < end; at += (-Math.log(1 - random()) / perSecond) * 1000) {
        const wait = at - performance.now();
        await (wait > 0 ? pause(wait) : giveWay());
        isMeasuring ||= at >= measured;
        const action = chooseAction(random());
        if (isMeasuring) actions[action] = (actions[action] ?? 0) + 1;
        const acted = act(pick(present), action).finally(() => inProgress.delete(acted));
        inProgress.add(acted);
      }
      await Promise.all(inProgress);
      await pause(LAST_EVENTS_MS);
      isMeasuring = false;
      return {
        people: present.length,
        requests: percentiles(requests),
        deliveries: percentiles(deliveries),
        actions,
        faults,
      };
    },

    async tryEveryAction(person, actions) {
      for (const action of actions) await ACTIONS[action](present[person]!);
    },

    async close() {
      for (const {socket} of present.splice(0)) socket.terminate();
      await pool.close();
    },
  };
}

function percentiles(values: number[]): Percentiles {
  values.sort((a, b) => a - b);
  const at = (share: number) => Math.round((values[Math.floor(values.length * share)] ?? 0) * 10) / 10;
  return {count: values.length, p50: at(0.5), p99: at(0.99)};
}
