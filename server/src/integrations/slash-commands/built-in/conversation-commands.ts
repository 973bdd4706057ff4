import type {Channels} from '../../../messaging/channels/channels.ts';
import type {Permissions} from '../../../messaging/permissions/permissions.ts';
import type {Posts} from '../../../messaging/posts/posts.ts';
import type {Session} from '../../../messaging/sessions/sessions.ts';
import type {Teams} from '../../../messaging/teams/teams.ts';
import type {Users} from '../../../messaging/users/users.ts';
import type {Visibility} from '../../../messaging/visibility/visibility.ts';
import {AppError, undefinedIfNotFound} from '../../../platform/errors/app-error.ts';
import {type CommandResponse, textResponse} from '../command-response.ts';
import type {BuiltInCommand} from './built-in-command.ts';

/** Commands that open a channel: `/msg`, `/groupmsg`, `/join` and `/open`. */
export function conversationCommands({
  channels,
  posts,
  permissions,
  teams,
  users,
  visibility,
}: {
  channels: Channels;
  posts: Posts;
  permissions: Permissions;
  teams: Teams;
  users: Users;
  visibility: Visibility;
}): BuiltInCommand[] {
  /** Users whom the actor may not see are treated as missing. */
  async function userByName(actor: Session, name: string) {
    const username = name.replace(/^@/, '');
    const found = await undefinedIfNotFound(users.byUsername(username));
    const [user] = await visibility.only(actor, found ? [found] : []);
    if (!user) throw invalid('user', `There is no user @${username}.`);
    return user;
  }

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

  async function join(invocation: {text: string; teamId: string}, actor: Session): Promise<CommandResponse> {
    const name = invocation.text.replace(/^[~#]/, '').trim().toLowerCase();
    if (name === '')
      throw invalid('channel', '/join requires the name of a channel, for example /join ~releases');
    const channel = await undefinedIfNotFound(channels.byName(invocation.teamId, name));
    const standing = channel && (await permissions.channelStanding(actor.userId, channel.id));
    if (!channel || (channel.type !== 'O' && !standing?.isMember)) {
      throw invalid('channel', `This team has no channel ${name} that you can join.`);
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
      hint: '@[username] [message]',
      description: 'Send a direct message',
      async run({text, teamId}, actor) {
        const [name = '', ...words] = text.split(/\s+/);
        const other = await userByName(actor, name || '(nobody)');
        await permissions.require(actor, 'create_direct_channel');
        await visibility.requireMayMessage(actor, [other.id]);
        const channel = await channels.directChannel(actor.userId, other.id, actor.userId);
        return openChannel(actor, channel, teamId, words.join(' '), `messages/@${other.username}`);
      },
    },
    {
      trigger: 'groupmsg',
      hint: '@[username1],@[username2] [message]',
      description: 'Send a group message',
      async run({text, teamId}, actor) {
        // Names are separated by commas, with or without spaces. The message follows the last name.
        const parts = /^\s*(@?[\w.-]+(?:\s*,\s*@?[\w.-]+)*)\s*(.*)$/s.exec(text);
        if (!parts)
          throw invalid('users', '/groupmsg requires usernames, for example /groupmsg @ann,@bob hello');
        await permissions.require(actor, 'create_group_channel');
        const others = await Promise.all(parts[1]!.split(',').map((name) => userByName(actor, name.trim())));
        const ids = [...new Set([actor.userId, ...others.map((user) => user.id)])];
        await visibility.requireMayMessage(actor, ids);
        const channel =
          ids.length === 2
            ? await channels.directChannel(ids[0]!, ids[1]!, actor.userId)
            : await channels.groupChannel(ids, actor.userId);
        return openChannel(actor, channel, teamId, parts[2]!, `messages/${channel.name}`);
      },
    },
    {trigger: 'join', hint: '~[channel]', description: 'Join a channel', run: join},
    {trigger: 'open', hint: '~[channel]', description: 'Open a channel, and join it if necessary', run: join},
  ];
}

function invalid(what: string, message: string): AppError {
  return new AppError({id: `api.command.${what}.app_error`, message, status: 400});
}
