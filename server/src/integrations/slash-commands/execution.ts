import type {ChannelAccess, Channels} from '../../messaging/channels/channels.ts';
import type {Invitations} from '../../messaging/invitations/invitations.ts';
import type {OnBehalf} from '../../messaging/on-behalf/on-behalf.ts';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import {isReservedType, type Posts} from '../../messaging/posts/posts.ts';
import type {Preferences} from '../../messaging/preferences/preferences.ts';
import type {Session, Sessions} from '../../messaging/sessions/sessions.ts';
import type {CustomStatuses, Statuses} from '../../messaging/statuses/statuses.ts';
import type {Teams} from '../../messaging/teams/teams.ts';
import type {Texts, UserTexts} from '../../messaging/texts/texts.ts';
import type {Users} from '../../messaging/users/users.ts';
import type {Visibility} from '../../messaging/visibility/visibility.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {isValidId} from '../../platform/database/ids.ts';
import {AppError, forbidden} from '../../platform/errors/app-error.ts';
import type {Sealing} from '../../platform/secrets/sealing.ts';
import type {IntegrationCalls} from '../integration-calls/integration-calls.ts';
import type {IntegrationPosts} from '../integration-posts/integration-posts.ts';
import type {Polls} from '../polls/polls.ts';
import type {TriggerIds} from '../trigger-ids/trigger-ids.ts';
import {type BuiltInCommand, type CommandHelp, commandHelp} from './built-in/built-in-command.ts';
import {channelCommands} from './built-in/channel-commands.ts';
import {conversationCommands} from './built-in/conversation-commands.ts';
import {createFindUser} from './built-in/find-user.ts';
import {invitationCommands} from './built-in/invitation-commands.ts';
import {pollCommand} from './built-in/poll-command.ts';
import {previewCommands} from './built-in/preview-commands.ts';
import {sessionCommands} from './built-in/session-commands.ts';
import {statusCommands} from './built-in/status-commands.ts';
import {textCommands} from './built-in/text-commands.ts';
import {type CommandInvocation, createCommandCalls} from './command-calls.ts';
import {type CommandResponse, commandResponseOf, textResponse} from './command-response.ts';
import {
  cannotRespond,
  commandFailed,
  commandNotFound,
  commandsDisabled,
  noCommand,
  unknownCommand,
} from './errors.ts';
import {type CommandRow, deleteCommandWebhooksBefore, selectCommand, useCommandWebhook} from './store.ts';

/** How many delayed responses an integration can send, and for how long (docs/slash-commands.md#delayed-responses). */
const MAX_DELAYED_RESPONSES = 5;
const RESPONSE_URL_LIFETIME = 30 * 60_000;

/** The result of a command for the client. */
export interface ExecutedCommand {
  response: CommandResponse;
  /** The trigger id that the client knows; empty for a built-in command. */
  clientTriggerId: string;
}

/** Runs slash commands: built-in ones first, then those of the team (docs/specification.md#slash-commands). */
export function createCommandExecution(dependencies: {
  database: Database;
  config: Config;
  integrationCalls: IntegrationCalls;
  triggerIds: TriggerIds;
  integrationPosts: IntegrationPosts;
  channels: Channels;
  channelAccess: ChannelAccess;
  posts: Posts;
  permissions: Permissions;
  onBehalf: OnBehalf;
  preferences: Preferences;
  sessions: Sessions;
  statuses: Statuses;
  customStatuses: CustomStatuses;
  teams: Teams;
  users: Users;
  visibility: Visibility;
  invitations: Invitations;
  sealing: Sealing;
  polls: Polls;
  userTexts: UserTexts;
}) {
  const {database, config, permissions, onBehalf, integrationPosts} = dependencies;
  const calls = createCommandCalls(dependencies);
  const findUser = createFindUser(dependencies);
  const builtIn: BuiltInCommand[] = [
    ...statusCommands(dependencies),
    ...textCommands(dependencies),
    ...conversationCommands({...dependencies, findUser}),
    pollCommand(dependencies),
    ...channelCommands({...dependencies, findUser}),
    ...invitationCommands(dependencies),
    ...previewCommands(dependencies),
    ...sessionCommands({...dependencies, all: () => builtIn}),
  ];
  const byTrigger = new Map<string, BuiltInCommand>(builtIn.map((command) => [command.trigger, command]));

  async function requireMayUse(actor: Session, channelId: string): Promise<string> {
    if (!isValidId(channelId)) throw noCommand();
    const standing = await permissions.channelStanding(actor.userId, channelId);
    if (!standing) throw forbidden(`there is no channel ${channelId}`);
    await permissions.require(actor, 'create_post', {channelId});
    if (standing.deleteAt > 0) {
      throw new AppError({
        id: 'api.command.execute_command.deleted_channel.app_error',
        message: 'This channel is archived, so commands cannot be used in it.',
        status: 400,
      });
    }
    return standing.teamId;
  }

  /**
   * Checks that a command may still respond to the user or in their name, because delayed responses may arrive half an
   * hour later.
   *
   * @throws AppError 403
   */
  async function requireMayRespond(
    {trigger, teamid}: CommandRow,
    {userId, channelId, posts}: {userId: string; channelId: string; posts: boolean},
  ): Promise<void> {
    const denial =
      (await onBehalf.teamDenial(userId, teamid)) ??
      (posts
        ? await onBehalf.postDenial(userId, channelId, 'required')
        : await onBehalf.readDenial(userId, channelId));
    if (denial) throw cannotRespond(trigger, denial.message);
  }

  /** Posts or shows the response of an integration. */
  async function deliver(
    command: CommandRow,
    {channelId, rootId}: {channelId: string; rootId: string},
    userId: string,
    response: CommandResponse,
  ): Promise<void> {
    if (response.text === '' && response.attachments.length === 0) return;
    const target = response.channelId || channelId;
    if (target !== channelId) {
      const standing = await permissions.channelStanding(userId, target);
      // Using a command in one team is not consent to post in another team or in a private channel.
      const why = !standing?.isMember
        ? 'where you are not a member'
        : standing.teamId !== command.teamid && "which does not belong to the command's team";
      if (why) throw commandFailed(command.trigger, `It tried to respond in the channel ${target}, ${why}.`);
    }
    const posts = response.responseType === 'in_channel';
    await requireMayRespond(command, {userId, channelId: target, posts});
    const message = {
      text: response.text,
      attachments: response.attachments,
      props: response.props,
      type: response.type,
      rootId: target === channelId ? rootId : '',
      usernames: [response.username, command.username],
      iconUrls: [response.iconUrl, command.iconurl],
      commandName: shownName(command, config.get()),
      skipSlackParsing: response.skipSlackParsing,
    };
    if (posts) {
      if (isReservedType(message.type))
        throw commandFailed(command.trigger, 'It tried to post a system message.');
      await integrationPosts.post({channelId: target, userId}, message);
    } else await integrationPosts.show({channelId: target, userId}, message);
  }

  /** Runs a command. Official clients show errors of built-in commands only as an ephemeral message. */
  async function runOrExplain(
    command: BuiltInCommand,
    invocation: CommandInvocation,
    actor: Session,
    texts: Texts,
  ): Promise<CommandResponse> {
    try {
      return await command.run(invocation, actor, texts);
    } catch (error) {
      // 501: an administrator turned a feature off.
      if (error instanceof AppError && (error.status < 500 || error.status === 501))
        return textResponse(texts.error(error));
      throw error;
    }
  }

  async function runBuiltIn(
    command: BuiltInCommand,
    invocation: CommandInvocation,
    actor: Session,
  ): Promise<ExecutedCommand> {
    const {channelId, rootId} = invocation;
    const response = await runOrExplain(
      command,
      invocation,
      actor,
      await dependencies.userTexts(actor.userId),
    );
    const message = response.text;
    if (message !== '' && response.responseType === 'in_channel') {
      await dependencies.posts.create({
        channelId,
        userId: actor.userId,
        message,
        rootId,
        type: response.type,
      });
    } else if (message !== '') {
      await dependencies.posts.ephemeral(actor.userId, {channelId, authorId: actor.userId, message, rootId});
    }
    return {response, clientTriggerId: ''};
  }

  return {
    /** The commands that the server provides, in the actor's language. */
    async builtInHelp(actor: Session): Promise<CommandHelp[]> {
      return commandHelp(builtIn, await dependencies.userTexts(actor.userId));
    },

    isBuiltIn: (trigger: string) => byTrigger.has(trigger),

    /**
     * Runs a command line that a user entered.
     *
     * @throws AppError 400 if it is not a command, 403, 404 for an unknown command, 500 if its integration failed, 501
     */
    async execute(
      actor: Session,
      input: {channelId: string; command: string; rootId: string; teamId: string},
    ): Promise<ExecutedCommand> {
      const line = /^\/(\S+)\s*(.*)$/s.exec(input.command.trim());
      if (!line) throw noCommand();
      const teamOfChannel = await requireMayUse(actor, input.channelId);
      if (!config.get().ServiceSettings.EnableCommands) throw commandsDisabled();
      const trigger = line[1]!.toLowerCase();
      const teamId = teamOfChannel || input.teamId;
      const invocation = {trigger, text: line[2]!, channelId: input.channelId, teamId, rootId: input.rootId};
      const builtInCommand = byTrigger.get(trigger);
      if (builtInCommand) return runBuiltIn(builtInCommand, invocation, actor);
      const isOfTeam = teamId !== '' && (await permissions.isTeamMember(actor.userId, teamId));
      const called = isOfTeam ? await calls.call(invocation, actor) : undefined;
      if (!called) throw unknownCommand(trigger);
      const {command, response, clientTriggerId} = called;
      for (const part of [response, ...response.extraResponses]) {
        await deliver(command, invocation, actor.userId, part);
      }
      return {response, clientTriggerId};
    },

    /**
     * Handles a delayed response of an integration.
     *
     * @throws AppError 404 for an unknown or expired URL or a deleted command, 400 if the URL was used too often, 403
     * if the user has left the channel or may not post there
     */
    async respondLater(responseId: string, value: unknown): Promise<void> {
      if (!config.get().ServiceSettings.EnableCommands) throw commandsDisabled();
      const notBefore = Date.now() - RESPONSE_URL_LIFETIME;
      const hook = await useCommandWebhook(database, responseId, {notBefore, maxUses: MAX_DELAYED_RESPONSES});
      const command = hook && (await selectCommand(database, hook.commandid));
      if (!hook || !command) throw unknownResponseUrl();
      if (!hook.used) throw usedUp();
      const response = commandResponseOf(value);
      for (const part of [response, ...response.extraResponses]) {
        await deliver(command, {channelId: hook.channelid, rootId: hook.rootid}, hook.userid, part);
      }
    },

    /** @throws AppError 404 if the command does not exist */
    async requireCommand(id: string): Promise<CommandRow> {
      const command = await selectCommand(database, id);
      if (!command) throw commandNotFound(id);
      return command;
    },

    /** Deletes expired response URLs. */
    sweep: () => deleteCommandWebhooksBefore(database, Date.now() - RESPONSE_URL_LIFETIME),
  };
}

/**
 * The name of a command next to its responses: its title, or its trigger word if integrations may not choose their
 * names. The slash distinguishes it from a username.
 */
function shownName({displayname, trigger}: CommandRow, {ServiceSettings}: ReturnType<Config['get']>): string {
  return (ServiceSettings.EnablePostUsernameOverride && displayname) || `/${trigger}`;
}

function unknownResponseUrl(): AppError {
  return new AppError({
    id: 'app.command_webhook.get.missing',
    message: 'This response URL does not exist, or its 30 minutes have expired.',
    status: 404,
  });
}

function usedUp(): AppError {
  return new AppError({
    id: 'app.command_webhook.try_use.invalid',
    message: `This response URL accepts at most ${MAX_DELAYED_RESPONSES} responses.`,
    status: 400,
  });
}
