import {normaliseAttachments} from '../message-attachments/message-attachments.ts';

type Props = Record<string, unknown>;

/** Members that say how a post came to be: the server writes them, and an edit leaves them as they are. */
const ORIGIN_PROPS = [
  'from_bot',
  'from_webhook',
  'from_plugin',
  'webhook_display_name',
  'override_username',
  'override_icon_url',
  'override_icon_emoji',
  'deleteBy',
] as const;

/** The properties with their attachments in normal form; an empty list of attachments counts as none. */
export function withNormalAttachments({attachments, ...others}: Props): Props {
  const normal = attachments === undefined ? [] : normaliseAttachments(attachments);
  return normal.length > 0 ? {...others, attachments: normal} : others;
}

/** What somebody may say of a post's origin: nothing. */
export function withoutOrigin(props: Props): Props {
  const origin: readonly string[] = ORIGIN_PROPS;
  return Object.fromEntries(Object.entries(props).filter(([name]) => !origin.includes(name)));
}

/**
 * The properties that an edit leads to. Clients send back what they were shown, in which the targets of actions are
 * not: an action that is still there keeps its own.
 */
export function propsAfterEdit(before: Props, edited: Props): Props {
  const origin = Object.fromEntries(
    ORIGIN_PROPS.flatMap((name) => (name in before ? [[name, before[name]]] : [])),
  );
  const after = withNormalAttachments({...withoutOrigin(edited), ...origin});
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
