import type {Channels} from '../../../messaging/channels/channels.ts';
import type {Permissions} from '../../../messaging/permissions/permissions.ts';
import type {Posts} from '../../../messaging/posts/posts.ts';
import type {Session} from '../../../messaging/sessions/sessions.ts';
import type {Teams} from '../../../messaging/teams/teams.ts';
import type {Texts} from '../../../messaging/texts/texts.ts';
import type {Visibility} from '../../../messaging/visibility/visibility.ts';
import {undefinedIfNotFound} from '../../../platform/errors/app-error.ts';
import {type CommandResponse, textResponse} from '../command-response.ts';
import {type BuiltInCommand, refused} from './built-in-command.ts';
import type {FindUser} from './find-user.ts';

/** These names are too many for a group, even if one of them is that of the caller. Further ones are not looked up. */
const TOO_MANY_NAMES = 9;

/** Commands that open a channel: `/msg`, `/groupmsg`, `/join` and `/open`. */
export function conversationCommands({
  channels,
  posts,
  permissions,
  teams,
  visibility,
  findUser,
}: {
  channels: Channels;
  posts: Posts;
  permissions: Permissions;
  teams: Teams;
  visibility: Visibility;
  findUser: FindUser;
}): BuiltInCommand[] {
  /** Opens a channel, and posts the message if there is one. */
  async function openChannel(
    actor: Session,
    {id, name}: {id: string; name: string},
    teamId: string,
    message: string,
    path: string,
  ): Promise<CommandResponse> {
    if (message !== '') await posts.create({channelId: id, userId: actor.userId, message});
    const team = teamId ? await teams.byId(teamId) : undefined;
    return {...textResponse(''), gotoLocation: team ? `/${team.name}/${path || `channels/${name}`}` : ''};
  }

  async function join(
    invocation: {text: string; teamId: string},
    actor: Session,
    {commands: texts}: Texts,
  ): Promise<CommandResponse> {
    const name = invocation.text.replace(/^[~#]/, '').trim().toLowerCase();
    if (name === '') throw refused(texts.joinName);
    const channel = await undefinedIfNotFound(channels.byName(invocation.teamId, name));
    const standing = channel && (await permissions.channelStanding(actor.userId, channel.id));
    if (!channel || (channel.type !== 'O' && !standing?.isMember)) {
      throw refused(texts.cannotJoin(name));
    }
    if (!standing?.isMember) {
      await permissions.require(actor, 'join_public_channels', {teamId: invocation.teamId});
      await channels.addMember(channel.id, actor.userId, actor.userId);
    }
    return openChannel(actor, channel, invocation.teamId, '', '');
  }

  return [
    {
      trigger: 'msg',
      async run({text, teamId}, actor, texts) {
        const [name = '', ...words] = text.split(/\s+/);
        const other = await findUser(actor, name, texts);
        await permissions.require(actor, 'create_direct_channel');
        await visibility.requireMayMessage(actor, [other.id]);
        const channel = await channels.directChannel(actor.userId, other.id, actor.userId);
        return openChannel(actor, channel, teamId, words.join(' '), `messages/@${other.username}`);
      },
    },
    {
      trigger: 'groupmsg',
      async run({text, teamId}, actor, texts) {
        // Names are separated by commas, with or without spaces. The message follows the last name.
        const parts = /^\s*(@?[\w.-]+(?:\s*,\s*@?[\w.-]+)*)\s*(.*)$/s.exec(text);
        if (!parts) throw refused(texts.commands.groupUsers);
        await permissions.require(actor, 'create_group_channel');
        const names = [...new Set(parts[1]!.split(',').map((name) => name.trim()))].slice(0, TOO_MANY_NAMES);
        const others = await Promise.all(names.map((name) => findUser(actor, name, texts)));
        const ids = [...new Set([actor.userId, ...others.map((user) => user.id)])];
        await visibility.requireMayMessage(actor, ids);
        const channel =
          ids.length === 2
            ? await channels.directChannel(ids[0]!, ids[1]!, actor.userId)
            : await channels.groupChannel(ids, actor.userId);
        return openChannel(actor, channel, teamId, parts[2]!, `messages/${channel.name}`);
      },
    },
    {trigger: 'join', run: join},
    {trigger: 'open', run: join},
  ];
}
