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

/** Commands that open conversations: `/msg`, `/groupmsg`, `/join` and `/open`. */
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
  /** A user whom the actor may not see is as good as missing. */
  async function userByName(actor: Session, name: string) {
    const username = name.replace(/^@/, '');
    const found = await undefinedIfNotFound(users.byUsername(username));
    const [user] = await visibility.only(actor, found ? [found] : []);
    if (!user) throw invalid('user', `There is no user @${username}.`);
    return user;
  }

  /** Goes to a channel, and says something there if there is something to say. */
  async function goTo(
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

  async function join(given: {text: string; teamId: string}, actor: Session): Promise<CommandResponse> {
    const name = given.text.replace(/^[~#]/, '').trim().toLowerCase();
    if (name === '') throw invalid('channel', '/join needs the name of a channel, as in /join ~releases');
    const channel = await undefinedIfNotFound(channels.byName(given.teamId, name));
    const standing = channel && (await permissions.channelStanding(actor.userId, channel.id));
    if (!channel || (channel.type !== 'O' && !standing?.isMember)) {
      throw invalid('channel', `There is no channel ${name} in this team that you can join.`);
    }
    if (!standing?.isMember) {
      await permissions.require(actor, 'join_public_channels', {teamId: given.teamId});
      await channels.addMember(channel.id, actor.userId, actor.userId);
    }
    return goTo(actor, channel, given.teamId, '', '');
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
        return goTo(actor, channel, teamId, words.join(' '), `messages/@${other.username}`);
      },
    },
    {
      trigger: 'groupmsg',
      hint: '@[username1],@[username2] [message]',
      description: 'Send a message to several people',
      async run({text, teamId}, actor) {
        // Names are joined by commas, with or without spaces around them; what follows the last one is the message.
        const parts = /^\s*(@?[\w.-]+(?:\s*,\s*@?[\w.-]+)*)\s*(.*)$/s.exec(text);
        if (!parts) throw invalid('users', '/groupmsg needs names, as in /groupmsg @ann,@bob hello');
        await permissions.require(actor, 'create_group_channel');
        const others = await Promise.all(parts[1]!.split(',').map((name) => userByName(actor, name.trim())));
        const ids = [...new Set([actor.userId, ...others.map((user) => user.id)])];
        await visibility.requireMayMessage(actor, ids);
        const channel =
          ids.length === 2
            ? await channels.directChannel(ids[0]!, ids[1]!, actor.userId)
            : await channels.groupChannel(ids, actor.userId);
        return goTo(actor, channel, teamId, parts[2]!, `messages/${channel.name}`);
      },
    },
    {trigger: 'join', hint: '~[channel]', description: 'Join a channel', run: join},
    {trigger: 'open', hint: '~[channel]', description: 'Open a channel, joining it if need be', run: join},
  ];
}

function invalid(what: string, message: string): AppError {
  return new AppError({id: `api.command.${what}.app_error`, message, status: 400});
}
