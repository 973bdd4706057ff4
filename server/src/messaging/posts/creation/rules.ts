import type {Settings} from '../../../platform/config/settings.ts';
import {AppError, invalidBodyParam} from '../../../platform/errors/app-error.ts';
import {countCodePoints} from '../../../platform/formats/code-points.ts';
import {MAX_FILES_PER_POST} from '../../files/files.ts';
import {MAX_MESSAGE_LENGTH, MAX_PROPS_LENGTH} from '../schema.ts';

/** Types of system messages that are not counted as messages. */
export const UNCOUNTED_TYPES = new Set([
  'system_join_leave',
  'system_add_remove',
  'system_join_channel',
  'system_leave_channel',
  'system_join_team',
  'system_leave_team',
  'system_add_to_channel',
  'system_remove_from_channel',
  'system_add_to_team',
  'system_remove_from_team',
]);

const TYPE = /^(?:|me|slack_attachment|custom_.{1,19})$/su;
const SYSTEM_TYPE = /^(?:system_[a-z_]{1,19}|add_bot_teams_channels)$/;

/** @throws AppError 400 for a message that is too long. */
export function requireMessageFits(message: string): void {
  // A code point has one or two code units, so short texts don't have to be counted.
  if (message.length <= MAX_MESSAGE_LENGTH) return;
  const runes = countCodePoints(message);
  if (runes <= MAX_MESSAGE_LENGTH) return;
  throw new AppError({
    id: 'model.post.is_valid.message_length.app_error',
    message: `The message can have at most ${MAX_MESSAGE_LENGTH} characters, but has ${runes}. Shorten it or send it in parts.`,
    params: {limit: MAX_MESSAGE_LENGTH, length: runes},
    status: 400,
    path: 'message',
  });
}

/** @throws AppError 400 for props that are too long. */
export function requirePropsFit(props: Record<string, unknown>): void {
  const runes = countCodePoints(JSON.stringify(props));
  if (runes <= MAX_PROPS_LENGTH) return;
  throw new AppError({
    id: 'model.post.is_valid.props.app_error',
    message: `The props can have at most ${MAX_PROPS_LENGTH} characters as JSON, but have ${runes}.`,
    status: 400,
    path: 'props',
  });
}

/** @throws AppError 400 for an invalid post type. Posts by the server can be `system_…`. */
export function requireValidType(type: string): void {
  if (TYPE.test(type) || SYSTEM_TYPE.test(type)) return;
  throw new AppError({
    id: 'model.post.is_valid.type.app_error',
    message: `"${type.slice(0, 64)}" is not a valid post type. Use "", "me", "slack_attachment", or "custom_" and at most 19 characters.`,
    status: 400,
    path: 'type',
  });
}

/** The type of polls. Only the server creates them, with their buttons and results. */
export const POLL_TYPE = 'custom_poll';

/** Whether only the server can create posts of this type. */
export const isReservedType = (type: string) => type.startsWith('system_') || type === POLL_TYPE;

/** @throws AppError 400 for a type reserved for the server. */
export function rejectReservedType(type: string, parameter: string): void {
  if (!isReservedType(type)) return;
  throw invalidParam(
    parameter,
    `"${type.slice(0, 64)}" is reserved for the server's own messages. Use another name that starts with custom_.`,
  );
}

/** @throws AppError 400 for too many files. */
export function requireFewFiles(fileIds: readonly string[]): void {
  if (fileIds.length <= MAX_FILES_PER_POST) return;
  throw new AppError({
    id: 'model.post.is_valid.file_ids.app_error',
    message: `A post can have at most ${MAX_FILES_PER_POST} files, but this one has ${fileIds.length}. Send the others with another post.`,
    status: 400,
    path: 'file_ids',
  });
}

function invalidParam(name: string, reason: string): AppError {
  return new AppError({
    id: 'api.context.invalid_param.app_error',
    message: reason,
    explanation: `Invalid ${name} parameter.`,
    status: 400,
    path: name.replace(/^post\./, ''),
  });
}

/** A post's priority, with the property names of the wire format. */
export interface PostPriority {
  priority: string;
  requested_ack?: boolean;
}

const PRIORITIES = ['', 'important', 'urgent'];

/**
 * @throws AppError 400 for an unknown priority or a priority on a reply; 403 if the setting doesn't allow priorities.
 */
export function requireValidPriority(
  {priority: requested, rootId}: {priority?: PostPriority; rootId?: string},
  {ServiceSettings}: Settings,
): void {
  if (!requested) return;
  const {priority} = requested;
  if (!ServiceSettings.PostPriority) {
    throw new AppError({
      id: 'api.post.post_priority.priority_post_not_allowed_for_user.request_error',
      message: 'Message priorities are disabled on this server (ServiceSettings.PostPriority).',
      status: 403,
    });
  }
  if (rootId) {
    throw new AppError({
      id: 'api.post.post_priority.priority_post_only_allowed_for_root_post.request_error',
      message: 'Only the first post of a thread can have a priority, but this one is a reply.',
      status: 400,
      path: 'metadata.priority',
    });
  }
  if (!PRIORITIES.includes(priority)) {
    throw invalidBodyParam(
      'metadata.priority.priority',
      `A priority must be "", "important" or "urgent", not "${priority.slice(0, 64)}".`,
    );
  }
}
