import type {Msg, NatsConnection} from '@nats-io/transport-node';
import type {OperatorLog} from '../../logging/operator-log.ts';

/** Calls `handler` for each message. A message that it can't handle, such as one from a different program, is logged. */
export function subscribe(
  nats: NatsConnection,
  subject: string,
  log: OperatorLog,
  handler: (message: Msg) => void,
): void {
  nats.subscribe(subject, {
    callback(error, message) {
      if (error) return;
      try {
        handler(message);
      } catch (failure) {
        log.error({err: failure, subject}, 'could not handle a message of the bus');
      }
    },
  });
}
