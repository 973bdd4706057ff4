import type {Settings} from '../../../platform/config/settings.ts';
import {AppError} from '../../../platform/errors/app-error.ts';
import {countCodePoints} from '../../../platform/formats/code-points.ts';
import {MAX_FILES_PER_POST} from '../../files/files.ts';
import {MAX_MESSAGE_LENGTH, MAX_PROPS_LENGTH} from '../schema.ts';

/** Notices that are no messages: the counters leave them out. */
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
  // A code point has one or two code units, so a short text needs no counting.
  if (message.length <= MAX_MESSAGE_LENGTH) return;
  const runes = countCodePoints(message);
  if (runes <= MAX_MESSAGE_LENGTH) return;
  throw new AppError({
    id: 'model.post.is_valid.message_length.app_error',
    message: `The message has ${runes} characters; at most ${MAX_MESSAGE_LENGTH} are allowed. Shorten it or send it in parts.`,
    status: 400,
    path: 'message',
  });
}

/** @throws AppError 400 for properties that are too long. */
export function requirePropsFit(props: Record<string, unknown>): void {
  const runes = countCodePoints(JSON.stringify(props));
  if (runes <= MAX_PROPS_LENGTH) return;
  throw new AppError({
    id: 'model.post.is_valid.props.app_error',
    message: `The props have ${runes} characters as JSON; at most ${MAX_PROPS_LENGTH} are allowed.`,
    status: 400,
    path: 'props',
  });
}

/** @throws AppError 400 unless posts may have this type; what the server itself writes may be `system_…`. */
export function requireValidType(type: string): void {
  if (TYPE.test(type) || SYSTEM_TYPE.test(type)) return;
  throw new AppError({
    id: 'model.post.is_valid.type.app_error',
    message: `"${type.slice(0, 64)}" is no type of a post. Use "", "me", "slack_attachment", or "custom_" and at most 19 characters.`,
    status: 400,
    path: 'type',
  });
}

/** @throws AppError 400 for a type that only the server itself may use. */
export function refuseSystemType(type: string, parameter: string): void {
  if (!type.startsWith('system_')) return;
  throw invalidParam(
    parameter,
    `"${type}" is for the server's own notices. Use a name that begins with custom_.`,
  );
}

/** @throws AppError 400 for too many files. */
export function requireFewFiles(fileIds: readonly string[]): void {
  if (fileIds.length <= MAX_FILES_PER_POST) return;
  throw new AppError({
    id: 'model.post.is_valid.file_ids.app_error',
    message: `The post has ${fileIds.length} files; at most ${MAX_FILES_PER_POST} are allowed. Send the others with another post.`,
    status: 400,
    path: 'file_ids',
  });
}

function invalidParam(name: string, why: string): AppError {
  return new AppError({
    id: 'api.context.invalid_param.app_error',
    message: `Invalid ${name} parameter. ${why}`,
    status: 400,
    path: name.replace(/^post\./, ''),
  });
}

/** How much attention a post asks for. Members are those of the wire. */
export interface PostPriority {
  priority: string;
  requested_ack?: boolean;
  persistent_notifications?: boolean;
}

const PRIORITIES = ['', 'important', 'urgent'];

/** @throws AppError 400 for a priority that there is not, or on a reply; 403 where the setting forbids them. */
export function requireValidPriority(
  {priority: asked, rootId}: {priority?: PostPriority; rootId?: string},
  {ServiceSettings}: Settings,
): void {
  if (!asked) return;
  const {priority} = asked;
  if (!ServiceSettings.PostPriority) {
    throw new AppError({
      id: 'api.post.post_priority.priority_post_not_allowed_for_user.request_error',
      message: 'Messages cannot be marked important or urgent on this server (ServiceSettings.PostPriority).',
      status: 403,
    });
  }
  if (rootId) {
    throw new AppError({
      id: 'api.post.post_priority.priority_post_only_allowed_for_root_post.request_error',
      message: 'Only the first post of a thread has a priority; this one is a reply.',
      status: 400,
      path: 'metadata.priority',
    });
  }
  if (!PRIORITIES.includes(priority)) {
    throw new AppError({
      id: 'api.context.invalid_body_param.app_error',
      message: `Invalid or missing metadata.priority.priority in request body. "${priority}" is none of "", "important" and "urgent".`,
      status: 400,
      path: 'metadata.priority.priority',
    });
  }
}
