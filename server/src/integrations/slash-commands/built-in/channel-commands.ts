import {type ChannelAccess, type Channels, TOWN_SQUARE} from '../../../messaging/channels/channels.ts';
import type {Permissions} from '../../../messaging/permissions/permissions.ts';
import type {Session} from '../../../messaging/sessions/sessions.ts';
import type {Teams} from '../../../messaging/teams/teams.ts';
import type {Users} from '../../../messaging/users/users.ts';
import type {Visibility} from '../../../messaging/visibility/visibility.ts';
import {AppError, undefinedIfNotFound} from '../../../platform/errors/app-error.ts';
import type {GivenCommand} from '../command-calls.ts';
import {textResponse} from '../command-response.ts';
import type {BuiltInCommand} from './built-in-command.ts';

/** Commands about the channel one is in: `/leave`, `/invite`, `/kick`, `/rename`, `/header`, `/purpose`, `/mute`. */
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
  /** A user whom the actor may not see is as good as missing. */
  async function userByName(actor: Session, text: string) {
    const username = text.trim().split(/\s+/)[0]!.replace(/^@/, '');
    const found = username === '' ? undefined : await undefinedIfNotFound(users.byUsername(username));
    const [user] = await visibility.only(actor, found ? [found] : []);
    if (!user) throw invalid(username === '' ? 'Name a user, as in @ann.' : `There is no user @${username}.`);
    return user;
  }

  async function change(
    given: GivenCommand,
    actor: Session,
    patch: {display_name?: string; header?: string; purpose?: string},
  ) {
    await channelAccess.requireManageProperties(actor, await channels.byId(given.channelId));
    await channels.change(given.channelId, patch, actor.userId);
    return textResponse('');
  }

  async function remove({text, channelId}: GivenCommand, actor: Session) {
    const user = await userByName(actor, text);
    await channelAccess.requireManageMembers(actor, await channels.byId(channelId));
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
      description: 'Add somebody to a channel, by default this one',
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
    {trigger: 'kick', hint: '@[username]', description: 'Remove somebody from the channel', run: remove},
    {trigger: 'remove', hint: '@[username]', description: 'Remove somebody from the channel', run: remove},
    {
      trigger: 'rename',
      hint: '[text]',
      description: 'Give the channel another name',
      run: (given, actor) => change(given, actor, {display_name: needed(given.text, 'rename')}),
    },
    {
      trigger: 'header',
      hint: '[text]',
      description: "Change the channel's header",
      run: (given, actor) => change(given, actor, {header: given.text}),
    },
    {
      trigger: 'purpose',
      hint: '[text]',
      description: "Change the channel's purpose",
      run: (given, actor) => change(given, actor, {purpose: given.text}),
    },
    {
      trigger: 'mute',
      hint: '~[channel]',
      description: 'Mute a channel, by default this one; again to unmute it',
      async run({text, channelId, teamId}, {userId}) {
        const named = text.replace(/^~/, '').trim().toLowerCase();
        const channel = named ? await channels.byName(teamId, named) : await channels.byId(channelId);
        const {notifyprops} = await channels.member(channel.id, userId);
        const isMuted = notifyprops.mark_unread === 'mention';
        await channels.setNotifyProps(channel.id, userId, {mark_unread: isMuted ? 'all' : 'mention'});
        const name = channel.displayname || 'This conversation';
        return textResponse(
          isMuted ? `${name} is no longer muted.` : `${name} is muted. /mute again ends it.`,
        );
      },
    },
  ];
}

function needed(text: string, trigger: string): string {
  if (text !== '') return text;
  throw invalid(`/${trigger} needs a text.`);
}

function invalid(message: string): AppError {
  return new AppError({id: 'api.command.invalid.app_error', message, status: 400});
}
