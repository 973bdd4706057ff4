import {normalizeAttachments} from '../message-attachments/message-attachments.ts';

type Props = Record<string, unknown>;

/** Props that describe the origin of a post. The server sets them, and edits don't change them. */
const ORIGIN_PROPS = [
  'from_bot',
  'from_webhook',
  'from_plugin',
  'webhook_display_name',
  'override_username',
  'override_icon_url',
  'override_icon_emoji',
  'deleteBy',
  'broadcast_post_id',
  'broadcast_reply_id',
  'broadcast_thread_id',
] as const;

/**
 * Props that only the server sets. Even integrations, which may set origin props, can't send them, because clients act
 * on them: they offer to add the listed users to the channel, and show other posts.
 */
const COMPUTED_PROPS: readonly string[] = [
  'add_channel_member',
  'broadcast_post_id',
  'broadcast_reply_id',
  'broadcast_thread_id',
  'deleteBy',
];

/** Removes the props that only the server sets. */
export function withoutComputed(props: Props): Props {
  return Object.fromEntries(Object.entries(props).filter(([name]) => !COMPUTED_PROPS.includes(name)));
}

/** Normalizes the attachments in the props, and removes an empty list. */
export function withNormalizedAttachments({attachments, ...others}: Props): Props {
  const normal = attachments === undefined ? [] : normalizeAttachments(attachments);
  return normal.length > 0 ? {...others, attachments: normal} : others;
}

/** Removes the props that describe a post's origin, which users may not set. */
export function withoutOrigin(props: Props): Props {
  const origin: readonly string[] = ORIGIN_PROPS;
  return Object.fromEntries(Object.entries(props).filter(([name]) => !origin.includes(name)));
}

/** The props that describe a post's origin, such as the name that an integration uses. */
export function pickOrigin(props: Props): Props {
  return Object.fromEntries(ORIGIN_PROPS.flatMap((name) => (name in props ? [[name, props[name]]] : [])));
}

/**
 * The props after an edit. Clients never receive the integrations of actions and so cannot send them back, so remaining
 * actions keep theirs.
 */
export function propsAfterEdit(before: Props, edited: Props): Props {
  const after = withNormalizedAttachments({...withoutOrigin(edited), ...pickOrigin(before)});
  delete after.add_channel_member;
  const targets = new Map(
    actionsIn(before.attachments).flatMap(({id, integration}) => (integration ? [[id, integration]] : [])),
  );
  for (const action of actionsIn(after.attachments)) {
    const target = targets.get(action.id);
    if (action.integration === undefined && target !== undefined) action.integration = target;
  }
  return after;
}

interface StoredAction {
  id?: unknown;
  integration?: unknown;
}

function actionsIn(attachments: unknown): StoredAction[] {
  return objectsIn(attachments).flatMap((attachment) => objectsIn((attachment as Props).actions));
}

function objectsIn(value: unknown): object[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];
}
