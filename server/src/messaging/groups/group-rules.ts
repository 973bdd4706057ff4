import {AppError} from '../../platform/errors/app-error.ts';
import {countCodePoints} from '../../platform/formats/code-points.ts';

const NAME = /^[a-z0-9._-]{1,64}$/;
const RESERVED = new Set(['all', 'channel', 'here']);
/**
 * The maximum number of active groups. Every server keeps their names in memory, because any message can mention them.
 */
export const MAX_GROUPS = 10_000;
/** The maximum number of members of a group. It equals the limits of requests and of lists of members. */
export const MAX_GROUP_MEMBERS = 1000;
const MAX_DISPLAY_NAME = 128;
const MAX_DESCRIPTION = 1024;

/** @throws AppError 400 for a name, display name or description that isn't allowed (docs/specification.md#custom-groups). */
export function requireValidGroup(group: {name: string; displayname: string; description: string}): void {
  if (!NAME.test(group.name)) {
    throw invalid(
      'name.invalid_chars',
      'name',
      `A group name must have 1 to 64 of a–z, 0–9, ".", "-" and "_"; "${group.name.slice(0, 64)}" does not.`,
    );
  }
  if (RESERVED.has(group.name)) {
    throw invalid(
      'name.reserved_name',
      'name',
      `The group name "${group.name}" is reserved. Choose another one.`,
    );
  }
  const length = countCodePoints(group.displayname);
  if (length === 0 || length > MAX_DISPLAY_NAME) {
    throw invalid(
      'display_name',
      'display_name',
      `The display name of a group must have 1 to ${MAX_DISPLAY_NAME} characters, but has ${length}.`,
    );
  }
  const described = countCodePoints(group.description);
  if (described > MAX_DESCRIPTION) {
    throw invalid(
      'description',
      'description',
      `The description of a group can have at most ${MAX_DESCRIPTION} characters, but has ${described}.`,
    );
  }
}

function invalid(id: string, path: string, message: string): AppError {
  return new AppError({id: `model.group.${id}.app_error`, message, status: 400, path});
}

/** 400: only custom groups can be created and changed. */
export function onlyCustomGroups(source: string): AppError {
  return new AppError({
    id: 'app.group.crud_permission',
    message: `The source of a group must be custom, not "${source.slice(0, 64)}".`,
    status: 400,
    path: 'source',
  });
}

/** 400: a custom group can always be mentioned. */
export function mustAllowReference(): AppError {
  return new AppError({
    id: 'api.custom_groups.must_be_referenceable',
    message: 'A custom group can always be mentioned, so this cannot be turned off.',
    status: 400,
    path: 'allow_reference',
  });
}

/** 400: another group has the name. */
export function groupNameTaken(name: string): AppError {
  return new AppError({
    id: 'app.custom_group.unique_name',
    message: `Another group, which may be archived, has the name "${name}". Choose another name.`,
    status: 400,
    path: 'name',
  });
}

/** 400: a user has the name. */
export function nameIsUsername(name: string): AppError {
  return new AppError({
    id: 'app.group.username_conflict',
    message: `There is a user with the name "${name}", so mentions would be ambiguous. Choose another name.`,
    status: 400,
    path: 'name',
  });
}

/** 400: there are too many groups. */
export function tooManyGroups(): AppError {
  return new AppError({
    id: 'app.custom_group.too_many',
    message: `This server already has ${MAX_GROUPS} groups, which is the maximum. Archive one first.`,
    status: 400,
  });
}

/** 400: the group would have too many members. */
export function tooManyMembers(): AppError {
  return new AppError({
    id: 'app.custom_group.too_many_members',
    message: `A group can have at most ${MAX_GROUP_MEMBERS} members.`,
    status: 400,
    path: 'user_ids',
  });
}

/** 404: there is no such group. */
export function groupNotFound(id: string): AppError {
  return new AppError({
    id: 'app.group.no_rows',
    message: "This group doesn't exist.",
    explanation: `There is no group with the id ${id}.`,
    status: 404,
  });
}

/** 400: custom groups are disabled. */
export function groupsDisabled(): AppError {
  return new AppError({
    id: 'api.custom_groups.feature_disabled',
    message: 'Custom groups are disabled on this server (ServiceSettings.EnableCustomGroups).',
    status: 400,
  });
}
