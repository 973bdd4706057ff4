import {WebSocket} from 'ws';
import {startCluster} from '../cluster-room.ts';
import type {BenchCase, Round} from '../harness.ts';

const SOCKETS = 2_000;
const GOAL_MS = 5_000;
const RETRY_MS = 100;
const OPENED_AT_ONCE = 50;
const TIMEOUT_MS = 60_000;

interface Address {
  url: string;
  token?: string;
}

const reconnectStorm: BenchCase = {
  name: 'reconnect-storm',
  description:
    `${SOCKETS} sockets of a node reconnect at once through haproxy after the node was killed, compared with a plain ` +
    'server that only accepts them',
  goal: 0.1,
  unit: 'sockets',
  // The time from the failure until the server's greeting on the new connection.
  goalP99: GOAL_MS,
  warmUp: 0,

  async start(room) {
    const bare = await room.startServer(['bench/baseline/websocket-broadcast.ts'], {
      readyPath: '/ready',
      env: {PORT: '{port}'},
    });
    const cluster = await startCluster(room);
    const people = await cluster.addPeople(SOCKETS, 'member');
    const bareAddresses = people.map((): Address => ({url: `${bare.url}/listen`}));
    const at = (url: string) => people.map(({token}): Address => ({url: `${url}/api/v4/websocket`, token}));
    return {
      baseline: {
        pid: bare.pid,
        async measure() {
          const sockets = await openInBatches(bareAddresses, 'open');
          return storm(bareAddresses, 'open', async () => {
            for (const socket of sockets) socket.terminate();
          });
        },
      },
      subject: {
        pid: cluster.nodes[1]!.pid(),
        async measure() {
          await openInBatches(at(cluster.nodes[0]!.url), 'message');
          const round = await storm(at(cluster.balancer!.url), 'message', () => cluster.nodes[0]!.kill());
          await cluster.nodes[0]!.start();
          await cluster.balancedTo(3);
          return round;
        },
      },
    };
  },
};

/** Opens a socket and waits until it is open or the first message arrives, depending on `until`. */
function open({url, token}: Address, until: 'open' | 'message'): Promise<WebSocket> {
  const socket = new WebSocket(url.replace('http', 'ws'), {
    headers: token ? {authorization: `Bearer ${token}`} : {},
    perMessageDeflate: false,
  });
  return new Promise((resolve, reject) => {
    socket.once(until, () => resolve(socket));
    socket.on('error', reject);
    socket.once('close', () => reject(new Error('closed')));
  });
}

async function openInBatches(addresses: readonly Address[], until: 'open' | 'message'): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  for (let start = 0; start < addresses.length; start += OPENED_AT_ONCE) {
    const batch = addresses.slice(start, start + OPENED_AT_ONCE);
    sockets.push(...(await Promise.all(batch.map((address) => open(address, until)))));
  }
  return sockets;
}

/** Breaks all connections and reopens them at the same time. Each attempt is repeated until it succeeds. */
async function storm(
  addresses: readonly Address[],
  until: 'open' | 'message',
  breakConnections: () => Promise<void>,
): Promise<Round> {
  await breakConnections();
  const begin = performance.now();
  const times: number[] = [];
  const sockets: WebSocket[] = [];

  async function reconnect(address: Address): Promise<void> {
    while (performance.now() - begin < TIMEOUT_MS) {
      const socket = await open(address, until).catch(() => undefined);
      if (socket) {
        times.push(performance.now() - begin);
        sockets.push(socket);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
  await Promise.all(addresses.map(reconnect));
  for (const socket of sockets) socket.terminate();
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? TIMEOUT_MS);
  const missing = addresses.length - times.length;
  return {
    rate: (times.length / (times.at(-1) ?? TIMEOUT_MS)) * 1000,
    latency: {p50: at(0.5), p99: at(0.99)},
    faults: missing > 0 ? [`${missing} sockets did not come back`] : [],
  };
}

export default reconnectStorm;
