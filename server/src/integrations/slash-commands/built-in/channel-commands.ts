import {type ChannelAccess, type Channels, TOWN_SQUARE} from '../../../messaging/channels/channels.ts';
import type {Permissions} from '../../../messaging/permissions/permissions.ts';
import type {Session} from '../../../messaging/sessions/sessions.ts';
import type {Teams} from '../../../messaging/teams/teams.ts';
import type {Texts} from '../../../messaging/texts/texts.ts';
import {undefinedIfNotFound} from '../../../platform/errors/app-error.ts';
import type {CommandInvocation} from '../command-calls.ts';
import {textResponse} from '../command-response.ts';
import {type BuiltInCommand, refused} from './built-in-command.ts';
import type {FindUser} from './find-user.ts';

/** Commands for the current channel: `/leave`, `/invite`, `/kick`, `/rename`, `/header`, `/purpose`, `/mute`. */
export function channelCommands({
  channels,
  channelAccess,
  permissions,
  teams,
  findUser,
}: {
  channels: Channels;
  channelAccess: ChannelAccess;
  permissions: Permissions;
  teams: Teams;
  findUser: FindUser;
}): BuiltInCommand[] {
  async function updateChannel(
    invocation: CommandInvocation,
    actor: Session,
    patch: {display_name?: string; header?: string; purpose?: string},
  ) {
    await channelAccess.requireManageProperties(actor, await channels.byId(invocation.channelId));
    await channels.change(invocation.channelId, patch, actor.userId);
    return textResponse('');
  }

  async function remove({text, channelId}: CommandInvocation, actor: Session, texts: Texts) {
    const user = await findUser(actor, firstWord(text), texts);
    const channel = await channels.byId(channelId);
    await channelAccess.requireManageMembers(actor, channel);
    if (!(await permissions.channelStanding(user.id, channelId))?.isMember) {
      const {notInChannel, notInConversation} = texts.commands;
      const name = `@${user.username}`;
      throw refused(channel.displayname ? notInChannel(name, channel.displayname) : notInConversation(name));
    }
    await channels.removeMember(channelId, user.id, actor.userId);
    return textResponse('');
  }

  return [
    {
      trigger: 'leave',
      async run({channelId, teamId}, actor) {
        await channels.removeMember(channelId, actor.userId, actor.userId);
        const team = teamId ? await teams.byId(teamId) : undefined;
        return {...textResponse(''), gotoLocation: team ? `/${team.name}/channels/${TOWN_SQUARE}` : '/'};
      },
    },
    {
      trigger: 'invite',
      async run({text, channelId, teamId}, actor, texts) {
        const user = await findUser(actor, firstWord(text), texts);
        const named = /~([\w.-]+)/.exec(text)?.[1];
        const channel = named
          ? await channels.byName(teamId, named.toLowerCase())
          : await channels.byId(channelId);
        await channelAccess.requireAddMembers(actor, channel, [user.id]);
        if (channel.teamid !== '' && !(await permissions.isTeamMember(user.id, channel.teamid))) {
          throw refused(texts.commands.notInTeam(`@${user.username}`));
        }
        await channels.addMember(channel.id, user.id, actor.userId);
        return textResponse(texts.commands.added(`@${user.username}`, channel.displayname));
      },
    },
    {trigger: 'kick', run: remove},
    {trigger: 'remove', run: remove},
    {
      trigger: 'rename',
      run(invocation, actor, {commands: texts}) {
        if (invocation.text === '') throw refused(texts.renameText);
        return updateChannel(invocation, actor, {display_name: invocation.text});
      },
    },
    {
      trigger: 'header',
      run: (invocation, actor) => updateChannel(invocation, actor, {header: invocation.text}),
    },
    {
      trigger: 'purpose',
      run: (invocation, actor) => updateChannel(invocation, actor, {purpose: invocation.text}),
    },
    {
      trigger: 'mute',
      async run({text, channelId, teamId}, {userId}, {commands: texts}) {
        const named = text.replace(/^~/, '').trim().toLowerCase();
        const channel = named ? await channels.byName(teamId, named) : await channels.byId(channelId);
        const member = await undefinedIfNotFound(channels.member(channel.id, userId));
        if (!member) throw refused(texts.notMember(named));
        const {notifyprops} = member;
        const isMuted = notifyprops.mark_unread === 'mention';
        await channels.setNotifyProps(channel.id, userId, {mark_unread: isMuted ? 'all' : 'mention'});
        const name = channel.displayname;
        if (name === '') return textResponse(isMuted ? texts.conversationUnmuted : texts.conversationMuted);
        return textResponse(isMuted ? texts.unmuted(name) : texts.muted(name));
      },
    },
  ];
}

function firstWord(text: string): string {
  return text.trim().split(/\s+/)[0]!;
}
