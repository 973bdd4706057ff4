import type {Static} from 'typebox';
import {AppError} from '../../platform/errors/app-error.ts';
import type {Channels, KnownChannel} from '../channels/channels.ts';
import type {Permissions} from '../permissions/permissions.ts';
import type {SchemeRow, Schemes} from '../schemes/schemes.ts';
import type {Teams} from '../teams/teams.ts';
import type {Moderation, ModerationPatch} from './schema.ts';

/** The lines of a moderation, and the permissions that each stands for. */
const MODERATED = [
  {name: 'create_post', permissions: () => ['create_post'], guests: true},
  {name: 'create_reactions', permissions: () => ['add_reaction', 'remove_reaction'], guests: true},
  {
    name: 'manage_members',
    permissions: (type: KnownChannel['type']) => [
      type === 'P' ? 'manage_private_channel_members' : 'manage_public_channel_members',
    ],
    guests: false,
  },
  {name: 'channel_mentions', permissions: () => ['use_channel_mentions'], guests: true},
] as const;

/** Names of the roles that hold in a channel. */
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
 * What may be taken from members and guests in one channel: never more than they have in the team. What is taken is
 * kept in a scheme of the channel's own, which is there as long as something is taken.
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
  /** The roles that hold in all channels of the channel's team that have none of their own. */
  async function usualRoles({teamid}: KnownChannel): Promise<ChannelRoles> {
    const schemeId = teamid === '' ? '' : (await teams.byId(teamid)).schemeid;
    return schemeId === '' ? BUILT_IN : rolesOf(await schemes.byId(schemeId));
  }

  async function granted(roles: ChannelRoles): Promise<Granted> {
    const rows = await permissions.rolesByNames(Object.values(roles));
    const byName = new Map(rows.map((row) => [row.name, row.permissions.split(' ').filter(Boolean)]));
    const of = (person: Person) => new Set(byName.get(roles[person]));
    return {guests: of('guests'), members: of('members'), admins: of('admins')};
  }

  async function show(channel: KnownChannel): Promise<Static<typeof Moderation>[]> {
    const [usual, own] = await Promise.all([
      usualRoles(channel).then(granted),
      channel.schemeid === '' ? undefined : schemes.byId(channel.schemeid).then(rolesOf).then(granted),
    ]);
    return MODERATED.map(({name, permissions: needed, guests}) => {
      const some = (...sets: ReadonlySet<string>[]) =>
        needed(channel.type).some((permission) => sets.some((set) => set.has(permission)));
      const line = (...people: Person[]) => ({
        value: some(...people.map((person) => (own ?? usual)[person])),
        enabled: some(...people.map((person) => usual[person])),
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

  /** Gives the channel a scheme of its own, with these permissions. */
  async function moderate(channel: KnownChannel, wanted: Granted): Promise<void> {
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
      const {id} = await permissions.roleByName(rolesOf(scheme)[person]);
      await permissions.changeRole(id, [...wanted[person]]);
    }
    if (channel.schemeid === '') await channels.setScheme(channel.id, scheme.id);
  }

  return {
    show,

    /**
     * Takes from guests or members what they may do in a channel, or gives it back; what is absent stays as it is.
     *
     * @throws AppError 400 for a direct or group channel, for what they may not do in the team either, and for a
     *   channel whose scheme others have too; 501 in the tier `team`.
     */
    async change(
      channel: KnownChannel,
      patch: readonly Static<typeof ModerationPatch>[],
    ): Promise<Static<typeof Moderation>[]> {
      if (channel.teamid === '') throw notModerated();
      const usual = await granted(await usualRoles(channel));
      const own =
        channel.schemeid === '' ? usual : await granted(rolesOf(await schemes.byId(channel.schemeid)));
      const moderated = MODERATED.flatMap((line) => line.permissions(channel.type));
      const wanted = {
        guests: new Set(own.guests),
        members: new Set(own.members),
        // Nothing is taken from who administers the channel.
        admins: new Set([...own.admins, ...moderated.filter((permission) => usual.members.has(permission))]),
      };
      for (const [index, {name, roles}] of patch.entries()) {
        const {permissions: needed} = MODERATED.find((line) => line.name === name)!;
        for (const person of ['guests', 'members'] as const) {
          const value = roles[person];
          if (value === undefined || value === null) continue;
          const givable = needed(channel.type).filter((permission) => usual[person].has(permission));
          if (value && givable.length === 0) throw notInTeamEither(`${index}.roles.${person}`, name, person);
          for (const permission of needed(channel.type)) wanted[person].delete(permission);
          if (value) for (const permission of givable) wanted[person].add(permission);
        }
      }
      const isUsual = sameSet(wanted.guests, usual.guests) && sameSet(wanted.members, usual.members);
      if (!isUsual) await moderate(channel, wanted);
      else if (channel.schemeid !== '') await giveBackAll(channel, wanted);
      return show(await channels.byId(channel.id));
    },
  };

  async function giveBackAll(channel: KnownChannel, wanted: Granted): Promise<void> {
    const scheme = await schemes.byId(channel.schemeid);
    // A scheme that an administrator has made is theirs to take away.
    if (scheme.name !== ownSchemeName(channel)) return moderate(channel, wanted);
    await channels.setScheme(channel.id, '');
    await schemes.remove(scheme.id);
  }
}

const ownSchemeName = ({id}: KnownChannel) => `moderation_${id}`;

function rolesOf(scheme: SchemeRow): ChannelRoles {
  return {
    guests: scheme.defaultchannelguestrole,
    members: scheme.defaultchanneluserrole,
    admins: scheme.defaultchanneladminrole,
  };
}

function sameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((item) => other.has(item));
}

function notModerated(): AppError {
  return new AppError({
    id: 'api.channel.patch_channel_moderations.type.app_error',
    message: 'Only public and private channels are moderated. In a direct or group channel all are equal.',
    status: 400,
  });
}

function notInTeamEither(path: string, name: string, person: Person): AppError {
  return new AppError({
    id: 'api.channel.patch_channel_moderations.not_enabled.app_error',
    message: `"${name}" cannot be given to the ${person} of one channel: in its team they do not have it. Change the role of ${person} first.`,
    status: 400,
    path,
  });
}

function sharedScheme({displayname}: SchemeRow): AppError {
  return new AppError({
    id: 'api.channel.patch_channel_moderations.shared_scheme.app_error',
    message: `The channel has the scheme "${displayname}", as other channels have. Change the roles of that scheme, or take it away from this channel first.`,
    status: 400,
  });
}
