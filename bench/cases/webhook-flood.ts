import autocannon from 'autocannon';
import type {BenchCase, Contender} from '../harness.ts';
import {type HttpLoad, httpLoad} from '../http-load.ts';
import {openPostsRoom} from '../posts-room.ts';

const FLOOD_PER_SECOND = 1_000;
/** There are several, because each webhook has a limit and must not reach it. */
const OTHER_HOOKS = 50;

const webhookFlood: BenchCase = {
  name: 'webhook-flood',
  description:
    `POST /hooks/<key> over 4 connections while another webhook gets ${FLOOD_PER_SECOND} requests per second, ` +
    'most of them over its limit, compared with the same without that load',
  // Each connection waits for its response, so half the rate means twice the latency.
  goal: 0.5,
  unit: 'requests',
  async start(room) {
    const {patchbay, channelId, client} = await openPostsRoom(room);
    const makeHook = async () =>
      (await client.createIncomingWebhook({channel_id: channelId, display_name: 'CI'} as never)).id;
    const others: string[] = [];
    while (others.length < OTHER_HOOKS) others.push(await makeHook());
    const request = {
      pid: patchbay.pid,
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify({text: 'Build 7 has failed'}),
    } as const;
    const withoutFlood = httpLoad({
      ...request,
      url: patchbay.url,
      paths: others.map((key) => `/hooks/${key}`),
      connections: 4,
    });
    const flood = {...request, url: `${patchbay.url}/hooks/${await makeHook()}`, connections: 64};
    return {baseline: withoutFlood, subject: during(flood, withoutFlood)};
  },
};

/** The same load during a flood. The requests of the flood must be rejected. */
function during({pid, ...flood}: HttpLoad, load: Contender): Contender {
  return {
    pid,
    async measure(seconds) {
      const flooding = autocannon({
        ...flood,
        duration: seconds,
        overallRate: FLOOD_PER_SECOND,
        workers: 1,
      } as autocannon.Options);
      const round = await load.measure(seconds);
      const {statusCodeStats, errors} = (await flooding) as autocannon.Result & {
        statusCodeStats: Record<string, {count: number}>;
      };
      const strange = Object.keys(statusCodeStats).filter((status) => status !== '200' && status !== '429');
      return {
        ...round,
        faults: [
          ...round.faults,
          ...(errors > 0 ? [`${errors} connections of the flood failed`] : []),
          ...strange.map((status) => `the flood was answered ${status}`),
        ],
      };
    },
  };
}

export default webhookFlood;
