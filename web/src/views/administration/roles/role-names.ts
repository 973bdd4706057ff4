import {i18n} from '@lingui/core';
import {msg, t} from '@lingui/core/macro';
import type {Role} from '@mattermost/types/roles';
import type {Scheme} from '@mattermost/types/schemes';

const NAMES = {
  system_admin: msg`System administrator`,
  system_user: msg`Member of the server`,
  system_guest: msg`Guest of the server`,
  system_manager: msg`System manager`,
  system_user_manager: msg`User manager`,
  system_read_only_admin: msg`Viewer`,
  system_user_access_token: msg`Access tokens`,
  system_post_all: msg`Post everywhere`,
  system_post_all_public: msg`Post in public channels`,
  team_admin: msg`Team administrator`,
  team_user: msg`Team member`,
  team_guest: msg`Team guest`,
  team_post_all: msg`Post everywhere in a team`,
  team_post_all_public: msg`Post in the public channels of a team`,
  channel_admin: msg`Channel administrator`,
  channel_user: msg`Channel member`,
  channel_guest: msg`Channel guest`,
};

/** The order in which roles are listed. */
const ORDER = Object.keys(NAMES);

/** A role with the name of the built-in role that it replaces in a scheme, which is its own name for other roles. */
export interface KnownRole {
  role: Role;
  like: string;
  scheme: Scheme | undefined;
}

/** The roles, with what they are for. */
export function withSchemes(roles: readonly Role[], schemes: readonly Scheme[]): KnownRole[] {
  const replaced = new Map(
    schemes.flatMap((scheme) =>
      (['team', 'channel'] as const).flatMap((scope) =>
        (['admin', 'user', 'guest'] as const).map(
          (kind) => [scheme[`default_${scope}_${kind}_role`], {like: `${scope}_${kind}`, scheme}] as const,
        ),
      ),
    ),
  );
  const place = ({like}: KnownRole) => ORDER.indexOf(like) + 1 || ORDER.length + 1;
  return roles
    .map((role) => ({role, like: role.name, scheme: undefined, ...replaced.get(role.name)}))
    .sort((one, other) => place(one) - place(other));
}

/** The name of a role, also of one that only other programs use. */
export function roleLabel({role, like}: KnownRole): string {
  return Object.hasOwn(NAMES, like)
    ? i18n._(NAMES[like as keyof typeof NAMES])
    : role.display_name || role.name;
}

/** The name of a role of a scheme where the scheme isn't shown next to it. */
export function roleTitle(known: KnownRole): string {
  const role = roleLabel(known);
  const scheme = known.scheme?.display_name;
  return scheme === undefined ? role : t`${role} · ${scheme}`;
}
