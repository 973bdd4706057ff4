import Type, {type Static, type TSchema} from 'typebox';
import Value from 'typebox/value';
import type {Sessions} from '../../messaging/sessions/sessions.ts';
import type {Status} from '../../messaging/statuses/schema.ts';
import type {Statuses} from '../../messaging/statuses/statuses.ts';
import type {Visibility} from '../../messaging/visibility/visibility.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import {Id, looseId} from '../../platform/http/wire.ts';
import type {Connection, Hub} from '../hub/hub.ts';
import type {Typing} from '../typing/typing.ts';

/** Performs a client's request and returns the `data` of the reply. */
type Action = (connection: Connection, data: unknown) => Promise<Record<string, unknown>>;

export type Actions = ReadonlyMap<string, Action>;

/** The WebSocket actions of clients (docs/specification.md#websocket), by name. */
export function createActions({
  hub,
  statuses,
  sessions,
  typing,
  visibility,
  serverVersion,
}: {
  hub: Hub;
  statuses: Statuses;
  sessions: Sessions;
  typing: Typing;
  visibility: Visibility;
  serverVersion: () => string;
}): Actions {
  const actions = new Map<string, Action>();

  function on<Schema extends TSchema>(
    name: string,
    schema: Schema,
    act: (
      connection: Connection,
      data: Static<Schema>,
    ) => Promise<Record<string, unknown> | undefined> | Record<string, unknown> | undefined,
  ): void {
    actions.set(name, async (connection, data) => {
      const body = data ?? {};
      if (!Value.Check(schema, body)) throw invalidData(name, schema, body);
      return (await act(connection, body)) ?? {};
    });
  }

  const Nothing = Type.Object({});

  on('ping', Nothing, () => ({
    text: 'pong',
    version: serverVersion(),
    server_time: Date.now(),
    node_id: '',
  }));

  on(
    'user_typing',
    Type.Object({channel_id: Id, parent_id: Type.Optional(looseId())}),
    async ({session}, {channel_id, parent_id}) => {
      await typing.announce(session, channel_id, parent_id);
      await statuses.recordActivity(session.userId);
      await sessions.recordActivity(session);
      return undefined;
    },
  );

  on(
    'user_update_active_status',
    Type.Object({
      user_is_active: Type.Boolean(),
      manual: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    }),
    async (connection, {user_is_active, manual}) => {
      hub.setActive(connection, user_is_active);
      if (manual) await statuses.choose(connection.userId, user_is_active ? 'online' : 'away');
      return undefined;
    },
  );

  /** Statuses of visible users, by user id. */
  async function visibleStatuses({session}: Connection, list: readonly Status[]) {
    const withIds = list.map((status) => ({id: status.user_id, status}));
    const visible = await visibility.only(session, withIds);
    return byUser(visible.map(({status}) => status));
  }

  on('get_statuses', Nothing, async (connection) => visibleStatuses(connection, await statuses.allPresent()));

  on(
    'get_statuses_by_ids',
    Type.Object({user_ids: Type.Array(Id, {maxItems: 1000})}),
    async (connection, {user_ids}) =>
      visibleStatuses(connection, await statuses.byIds([...new Set(user_ids)])),
  );

  // The channel that the user views. Ignored, because members receive all events of their channels anyway.
  on('presence', Nothing, () => undefined);

  // The result of a desktop notification. The reference server uses it only for metrics.
  on('posted_notify_ack', Nothing, () => undefined);

  return actions;
}

function byUser(statuses: readonly Status[]): Record<string, string> {
  return Object.fromEntries(statuses.map(({user_id, status}) => [user_id, status]));
}

function invalidData(action: string, schema: TSchema, data: unknown): AppError {
  const [first] = Value.Errors(schema, data);
  const missing = first?.keyword === 'required' ? first.params.requiredProperties[0] : undefined;
  const name = missing ?? first?.instancePath.split('/')[1] ?? 'data';
  return new AppError({
    id: 'api.websocket_handler.invalid_param.app_error',
    message: `Invalid ${name} parameter for the action ${action}: it ${first?.message ?? 'is not valid'}.`,
    status: 400,
    path: `data.${name}`,
  });
}
