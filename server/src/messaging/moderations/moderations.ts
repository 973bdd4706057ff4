import type {Static} from 'typebox';
import {AppError} from '../../platform/errors/app-error.ts';
import type {ChannelInfo, Channels} from '../channels/channels.ts';
import type {Permissions} from '../permissions/permissions.ts';
import type {SchemeRow, Schemes} from '../schemes/schemes.ts';
import type {Teams} from '../teams/teams.ts';
import type {Moderation, ModerationPatch} from './schema.ts';

/** The moderation settings and the permissions that each one controls. */
const MODERATED = [
  {name: 'create_post', permissions: () => ['create_post'], guests: true},
  {name: 'create_reactions', permissions: () => ['add_reaction', 'remove_reaction'], guests: true},
  {
    name: 'manage_members',
    permissions: (type: ChannelInfo['type']) => [
      type === 'P' ? 'manage_private_channel_members' : 'manage_public_channel_members',
    ],
    guests: false,
  },
  {name: 'channel_mentions', permissions: () => ['use_channel_mentions'], guests: true},
] as const;

/** The names of a channel's roles. */
interface ChannelRoles {
  guests: string;
  members: string;
  admins: string;
}

type Person = keyof ChannelRoles;
type Granted = Record<Person, ReadonlySet<string>>;

const BUILT_IN: ChannelRoles = {guests: 'channel_guest', members: 'channel_user', admins: 'channel_admin'};
const PEOPLE = Object.keys(BUILT_IN) as Person[];

export type Moderations = ReturnType<typeof createModerations>;

/**
 * Removes permissions from members and guests in a single channel. A channel cannot grant more than its team does.
 * Removed permissions are stored in a scheme for the channel, which exists only while permissions are removed.
 */
export function createModerations({
  channels,
  teams,
  schemes,
  permissions,
}: {
  channels: Channels;
  teams: Teams;
  schemes: Schemes;
  permissions: Permissions;
}) {
  /** The roles of channels in the same team that have no scheme. */
  async function defaultRoles({teamid}: ChannelInfo): Promise<ChannelRoles> {
    const schemeId = teamid === '' ? '' : (await teams.byId(teamid)).schemeid;
    return schemeId === '' ? BUILT_IN : channelRoles(await schemes.byId(schemeId));
  }

  async function granted(roles: ChannelRoles): Promise<Granted> {
    const rows = await permissions.rolesByNames(Object.values(roles));
    const byName = new Map(rows.map((row) => [row.name, row.permissions.split(' ').filter(Boolean)]));
    const of = (person: Person) => new Set(byName.get(roles[person]));
    return {guests: of('guests'), members: of('members'), admins: of('admins')};
  }

  async function presentModerations(channel: ChannelInfo): Promise<Static<typeof Moderation>[]> {
    const [defaults, own] = await Promise.all([
      defaultRoles(channel).then(granted),
      channel.schemeid === '' ? undefined : schemes.byId(channel.schemeid).then(channelRoles).then(granted),
    ]);
    return MODERATED.map(({name, permissions: needed, guests}) => {
      const some = (...sets: ReadonlySet<string>[]) =>
        needed(channel.type).some((permission) => sets.some((set) => set.has(permission)));
      const line = (...people: Person[]) => ({
        value: some(...people.map((person) => (own ?? defaults)[person])),
        enabled: some(...people.map((person) => defaults[person])),
      });
      return {
        name,
        roles: {
          ...(guests ? {guests: line('guests')} : {}),
          members: line('members'),
          admins: {...line('members', 'admins'), enabled: false},
        },
      };
    });
  }

  /** Sets the scheme of the channel to its own scheme with these permissions. */
  async function moderate(channel: ChannelInfo, granted: Granted): Promise<void> {
    let scheme: SchemeRow;
    if (channel.schemeid === '') {
      scheme = await schemes.create({
        name: ownSchemeName(channel),
        display_name: `Moderation of ${channel.name}`.slice(0, 128),
        scope: 'channel',
      });
    } else {
      scheme = await schemes.byId(channel.schemeid);
      const others = await schemes.channels(scheme.id, {offset: 0, limit: 2});
      if (others.length > 1) throw sharedScheme(scheme);
    }
    for (const person of PEOPLE) {
      const {id} = await permissions.roleByName(channelRoles(scheme)[person]);
      await permissions.changeRole(id, [...granted[person]]);
    }
    if (channel.schemeid === '') await channels.setScheme(channel.id, scheme.id);
  }

  return {
    show: presentModerations,

    /**
     * Changes the given permissions of guests or members in a channel.
     *
     * @throws AppError 400 for a direct or group channel, for a permission that they lack in the team, and for a
     * channel that shares its scheme; 501 in the tier `team`.
     */
    async change(
      channel: ChannelInfo,
      patch: readonly Static<typeof ModerationPatch>[],
    ): Promise<Static<typeof Moderation>[]> {
      if (channel.teamid === '') throw cannotModerate();
      const defaults = await granted(await defaultRoles(channel));
      const own =
        channel.schemeid === ''
          ? defaults
          : await granted(channelRoles(await schemes.byId(channel.schemeid)));
      const moderated = MODERATED.flatMap((line) => line.permissions(channel.type));
      const updated = {
        guests: new Set(own.guests),
        members: new Set(own.members),
        // Channel administrators keep all permissions.
        admins: new Set([
          ...own.admins,
          ...moderated.filter((permission) => defaults.members.has(permission)),
        ]),
      };
      for (const [index, {name, roles}] of patch.entries()) {
        const {permissions: needed} = MODERATED.find((line) => line.name === name)!;
        for (const person of ['guests', 'members'] as const) {
          const value = roles[person];
          if (value === undefined || value === null) continue;
          const grantable = needed(channel.type).filter((permission) => defaults[person].has(permission));
          if (value && grantable.length === 0)
            throw notGrantedInTeam(`${index}.roles.${person}`, name, person);
          for (const permission of needed(channel.type)) updated[person].delete(permission);
          if (value) for (const permission of grantable) updated[person].add(permission);
        }
      }
      const isDefault =
        sameSet(updated.guests, defaults.guests) && sameSet(updated.members, defaults.members);
      if (!isDefault) await moderate(channel, updated);
      else if (channel.schemeid !== '') await removeModeration(channel, updated);
      return presentModerations(await channels.byId(channel.id));
    },
  };

  async function removeModeration(channel: ChannelInfo, granted: Granted): Promise<void> {
    const scheme = await schemes.byId(channel.schemeid);
    // Keeps a scheme that an administrator created.
    if (scheme.name !== ownSchemeName(channel)) return moderate(channel, granted);
    await channels.setScheme(channel.id, '');
    await schemes.remove(scheme.id);
  }
}

const ownSchemeName = ({id}: ChannelInfo) => `moderation_${id}`;

function channelRoles(scheme: SchemeRow): ChannelRoles {
  return {
    guests: scheme.defaultchannelguestrole,
    members: scheme.defaultchanneluserrole,
    admins: scheme.defaultchanneladminrole,
  };
}

function sameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((item) => other.has(item));
}

function cannotModerate(): AppError {
  return new AppError({
    id: 'api.channel.patch_channel_moderations.type.app_error',
    message: 'Moderation is available only for public and private channels.',
    status: 400,
  });
}

function notGrantedInTeam(path: string, name: string, person: Person): AppError {
  return new AppError({
    id: 'api.channel.patch_channel_moderations.not_enabled.app_error',
    message: `"${name}" cannot be granted to the ${person} of one channel because they don't have it in the team. Change the role of ${person} first.`,
    status: 400,
    path,
  });
}

function sharedScheme({displayname}: SchemeRow): AppError {
  return new AppError({
    id: 'api.channel.patch_channel_moderations.shared_scheme.app_error',
    message: `The channel shares the scheme "${displayname}" with other channels. Change the roles of that scheme, or remove it from this channel first.`,
    status: 400,
  });
}
