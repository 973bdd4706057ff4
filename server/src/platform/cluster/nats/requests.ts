import type {NatsConnection} from '@nats-io/transport-node';
import type {OperatorLog} from '../../logging/operator-log.ts';
import type {ClusterBus, ClusterNode} from '../cluster.ts';
import {subscribe} from './subscribe.ts';

interface Envelope {
  from: string;
  subject: string;
  payload: unknown;
}

type Answer = {answer: unknown} | {error: string};

/** Messages and requests that don't go through the stream. */
export function createRequests({
  nats,
  prefix,
  nodeId,
  others,
  isUp,
  log,
}: {
  nats: NatsConnection;
  prefix: string;
  nodeId: string;
  others: () => readonly ClusterNode[];
  isUp: () => boolean;
  log: OperatorLog;
}): Pick<ClusterBus, 'broadcast' | 'onBroadcast' | 'request' | 'requestAll' | 'answer'> {
  const listeners = new Map<string, Set<(payload: unknown, fromNodeId: string) => void>>();
  const answers = new Map<string, (payload: unknown, fromNodeId: string) => Promise<unknown>>();
  const castSubject = `${prefix}.cast`;
  const askSubject = (id: string) => `${prefix}.ask.${id}`;

  const seal = (subject: string, payload: unknown) =>
    JSON.stringify({from: nodeId, subject, payload} satisfies Envelope);

  subscribe(nats, castSubject, log, (message) => {
    const {from, subject, payload} = message.json<Envelope>();
    if (from === nodeId) return;
    for (const listener of listeners.get(subject) ?? []) listener(payload, from);
  });

  async function answerOf({from, subject, payload}: Envelope): Promise<Answer> {
    try {
      const handler = answers.get(subject);
      if (!handler) throw new Error(`Node ${nodeId} does not answer ${subject}.`);
      return {answer: await handler(payload, from)};
    } catch (error) {
      return {error: error instanceof Error ? error.message : String(error)};
    }
  }

  subscribe(nats, askSubject(nodeId), log, (message) => {
    void answerOf(message.json<Envelope>()).then((answer) => {
      if (nats.isClosed()) return;
      const text = JSON.stringify(answer);
      const fits = Buffer.byteLength(text) <= (nats.info?.max_payload ?? 0);
      message.respond(fits ? text : JSON.stringify({error: 'The answer is too long for the bus.'}));
    });
  });

  async function request(
    toNodeId: string,
    subject: string,
    payload: unknown,
    timeout: number,
  ): Promise<unknown> {
    if (toNodeId !== nodeId && !isUp()) throw new Error('The bus is unavailable.');
    const answer =
      toNodeId === nodeId
        ? await answerOf({from: nodeId, subject, payload})
        : (await nats.request(askSubject(toNodeId), seal(subject, payload), {timeout})).json<Answer>();
    if ('error' in answer) throw new Error(answer.error);
    return answer.answer;
  }

  return {
    broadcast(subject, payload) {
      if (isUp()) nats.publish(castSubject, seal(subject, payload));
    },
    onBroadcast(subject, handler) {
      const set = listeners.get(subject) ?? new Set();
      listeners.set(subject, set.add(handler));
      return () => set.delete(handler);
    },
    request,
    async requestAll(subject, payload, timeout) {
      const found = await Promise.allSettled(
        others().map(async ({id}) => ({nodeId: id, answer: await request(id, subject, payload, timeout)})),
      );
      return found.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    },
    answer(subject, handler) {
      answers.set(subject, handler);
      return () => answers.delete(subject);
    },
  };
}
