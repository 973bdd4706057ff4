import {type ChannelAccess, type Channels, TOWN_SQUARE} from '../../../messaging/channels/channels.ts';
import type {Permissions} from '../../../messaging/permissions/permissions.ts';
import type {Session} from '../../../messaging/sessions/sessions.ts';
import type {Teams} from '../../../messaging/teams/teams.ts';
import type {Users} from '../../../messaging/users/users.ts';
import type {Visibility} from '../../../messaging/visibility/visibility.ts';
import {AppError, undefinedIfNotFound} from '../../../platform/errors/app-error.ts';
import type {CommandInvocation} from '../command-calls.ts';
import {textResponse} from '../command-response.ts';
import type {BuiltInCommand} from './built-in-command.ts';

/** Commands for the current channel: `/leave`, `/invite`, `/kick`, `/rename`, `/header`, `/purpose`, `/mute`. */
export function channelCommands({
  channels,
  channelAccess,
  permissions,
  teams,
  users,
  visibility,
}: {
  channels: Channels;
  channelAccess: ChannelAccess;
  permissions: Permissions;
  teams: Teams;
  users: Users;
  visibility: Visibility;
}): BuiltInCommand[] {
  /** Users whom the actor may not see are treated as missing. */
  async function userByName(actor: Session, text: string) {
    const username = text.trim().split(/\s+/)[0]!.replace(/^@/, '');
    const found = username === '' ? undefined : await undefinedIfNotFound(users.byUsername(username));
    const [user] = await visibility.only(actor, found ? [found] : []);
    if (!user)
      throw invalid(username === '' ? 'Specify a user, for example @ann.' : `There is no user @${username}.`);
    return user;
  }

  async function updateChannel(
    invocation: CommandInvocation,
    actor: Session,
    patch: {display_name?: string; header?: string; purpose?: string},
  ) {
    await channelAccess.requireManageProperties(actor, await channels.byId(invocation.channelId));
    await channels.change(invocation.channelId, patch, actor.userId);
    return textResponse('');
  }

  async function remove({text, channelId}: CommandInvocation, actor: Session) {
    const user = await userByName(actor, text);
    const channel = await channels.byId(channelId);
    await channelAccess.requireManageMembers(actor, channel);
    if (!(await permissions.channelStanding(user.id, channelId))?.isMember) {
      throw invalid(`@${user.username} is not a member of ${channel.displayname || 'this conversation'}.`);
    }
    await channels.removeMember(channelId, user.id, actor.userId);
    return textResponse('');
  }

  return [
    {
      trigger: 'leave',
      hint: '',
      description: 'Leave the channel',
      async run({channelId, teamId}, actor) {
        await channels.removeMember(channelId, actor.userId, actor.userId);
        const team = teamId ? await teams.byId(teamId) : undefined;
        return {...textResponse(''), gotoLocation: team ? `/${team.name}/channels/${TOWN_SQUARE}` : '/'};
      },
    },
    {
      trigger: 'invite',
      hint: '@[username] ~[channel]',
      description: 'Add someone to this or another channel',
      async run({text, channelId, teamId}, actor) {
        const user = await userByName(actor, text);
        const named = /~([\w.-]+)/.exec(text)?.[1];
        const channel = named
          ? await channels.byName(teamId, named.toLowerCase())
          : await channels.byId(channelId);
        await channelAccess.requireAddMembers(actor, channel, [user.id]);
        if (channel.teamid !== '' && !(await permissions.isTeamMember(user.id, channel.teamid))) {
          throw invalid(`@${user.username} is not a member of this team. Add them to the team first.`);
        }
        await channels.addMember(channel.id, user.id, actor.userId);
        return textResponse(`@${user.username} was added to ${channel.displayname}.`);
      },
    },
    {trigger: 'kick', hint: '@[username]', description: 'Remove someone from the channel', run: remove},
    {trigger: 'remove', hint: '@[username]', description: 'Remove someone from the channel', run: remove},
    {
      trigger: 'rename',
      hint: '[text]',
      description: 'Rename the channel',
      run: (invocation, actor) =>
        updateChannel(invocation, actor, {display_name: requireText(invocation.text, 'rename')}),
    },
    {
      trigger: 'header',
      hint: '[text]',
      description: 'Edit the channel header',
      run: (invocation, actor) => updateChannel(invocation, actor, {header: invocation.text}),
    },
    {
      trigger: 'purpose',
      hint: '[text]',
      description: 'Edit the channel purpose',
      run: (invocation, actor) => updateChannel(invocation, actor, {purpose: invocation.text}),
    },
    {
      trigger: 'mute',
      hint: '~[channel]',
      description: 'Mute or unmute this or another channel',
      async run({text, channelId, teamId}, {userId}) {
        const named = text.replace(/^~/, '').trim().toLowerCase();
        const channel = named ? await channels.byName(teamId, named) : await channels.byId(channelId);
        const member = await undefinedIfNotFound(channels.member(channel.id, userId));
        if (!member) throw invalid(`You are not a member of a channel ${named}.`);
        const {notifyprops} = member;
        const isMuted = notifyprops.mark_unread === 'mention';
        await channels.setNotifyProps(channel.id, userId, {mark_unread: isMuted ? 'all' : 'mention'});
        const name = channel.displayname || 'This conversation';
        return textResponse(
          isMuted ? `${name} is no longer muted.` : `${name} is muted. To unmute it, use /mute again.`,
        );
      },
    },
  ];
}

function requireText(text: string, trigger: string): string {
  if (text !== '') return text;
  throw invalid(`/${trigger} requires text.`);
}

function invalid(message: string): AppError {
  return new AppError({id: 'api.command.invalid.app_error', message, status: 400});
}
