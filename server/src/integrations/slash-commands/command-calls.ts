import type {Channels} from '../../messaging/channels/channels.ts';
import type {Session} from '../../messaging/sessions/sessions.ts';
import type {Visibility} from '../../messaging/visibility/visibility.ts';
import type {Config} from '../../platform/config/config.ts';
import {siteUrl} from '../../platform/config/site-url.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import type {Sealing} from '../../platform/secrets/sealing.ts';
import type {IntegrationCalls} from '../integration-calls/integration-calls.ts';
import type {TriggerIds} from '../trigger-ids/trigger-ids.ts';
import {type CommandResponse, readCommandResponse} from './command-response.ts';
import {commandAnsweredBadly, commandFailed} from './errors.ts';
import {beginCommandCall, selectMentioned} from './store.ts';

/** A command as a user gave it. */
export interface GivenCommand {
  /** The word after the slash, in lower case. */
  trigger: string;
  /** What follows the word. */
  text: string;
  channelId: string;
  teamId: string;
  rootId: string;
}

/** Calls the integrations of slash commands (docs/slash-commands.md#the-request). */
export function createCommandCalls({
  database,
  config,
  integrationCalls,
  triggerIds,
  channels,
  sealing,
  visibility,
}: {
  database: Database;
  config: Config;
  integrationCalls: IntegrationCalls;
  triggerIds: TriggerIds;
  channels: Channels;
  sealing: Sealing;
  visibility: Visibility;
}) {
  const tokens = sealing.column('Commands', 'Token');

  /** The users and channels that a text names, of the users only those whom the actor may see. */
  async function mentionedIn({text, teamId}: GivenCommand, actor: Session) {
    const [usernames, channelNames] = [namesAfter('@', text), namesAfter('~', text)];
    if (usernames.length + channelNames.length === 0) return [];
    const found = await selectMentioned(database, {usernames, channelNames, teamId});
    const [users, others] = [found.filter(isUser), found.filter((one) => !isUser(one))];
    return [...(await visibility.only(actor, users)), ...others];
  }

  /** What the integration is sent, once all of that is stored; undefined if the team has no such command. */
  async function requestOf(given: GivenCommand, actor: Session) {
    const {triggerId, clientTriggerId, createAt} = await triggerIds.sign(actor.userId);
    const responseId = newId();
    const [command, channel, mentioned] = await Promise.all([
      beginCommandCall(database, {
        ...given,
        userId: actor.userId,
        clientTriggerId,
        responseId,
        createAt,
      }),
      channels.byId(given.channelId),
      mentionedIn(given, actor),
    ]);
    if (!command) return undefined;
    const token = tokens.open(command.id, command.token);
    const fields = new URLSearchParams({
      token,
      team_id: command.teamid,
      team_domain: command.teamname,
      channel_id: channel.id,
      channel_name: channel.name,
      user_id: actor.userId,
      user_name: actor.username,
      command: `/${given.trigger}`,
      text: given.text,
      trigger_id: triggerId,
      root_id: given.rootId,
      response_url: `${siteUrl(config.get())}/hooks/commands/${responseId}`,
    });
    for (const {kind, id, name} of mentioned) {
      fields.append(`${kind}_mentions`, name);
      fields.append(`${kind}_mentions_ids`, id);
    }
    return {command, token, fields, clientTriggerId};
  }

  return {
    /**
     * Calls the integration of a team's command and reads its answer; undefined if the team has no such command.
     *
     * @throws AppError 500 that names the command and says what happened.
     */
    async call(given: GivenCommand, actor: Session) {
      const request = await requestOf(given, actor);
      if (!request) return undefined;
      const {command, token, fields, clientTriggerId} = request;
      const isGet = command.method === 'G';
      const url = isGet ? `${command.url}${command.url.includes('?') ? '&' : '?'}${fields}` : command.url;
      const answer = await integrationCalls.ask(
        actor,
        {
          method: isGet ? 'GET' : 'POST',
          url,
          headers: {
            accept: 'application/json',
            authorization: `Token ${token}`,
            ...(isGet ? {} : {'content-type': 'application/x-www-form-urlencoded'}),
          },
          ...(isGet ? {} : {body: fields.toString()}),
          purpose: 'slash-command',
        },
        {
          unanswered: (words, cause) => commandFailed(given.trigger, words, cause),
          badStatus: (status) => commandAnsweredBadly(given.trigger, status),
        },
      );
      const response = readAnswer(given.trigger, answer.headers['content-type'], answer.body);
      return {command, response, clientTriggerId};
    },
  };
}

function readAnswer(
  trigger: string,
  contentType: string | string[] | undefined,
  body: Buffer,
): CommandResponse {
  try {
    return readCommandResponse(
      Array.isArray(contentType) ? contentType[0] : contentType,
      body.toString('utf8'),
    );
  } catch (error) {
    throw commandFailed(trigger, 'Its integration answered with JSON that cannot be read.', error);
  }
}

const isUser = ({kind}: {kind: 'user' | 'channel'}) => kind === 'user';

/** The names that stand behind a mark in a text, each once; at most a hundred. */
function namesAfter(mark: '@' | '~', text: string): string[] {
  const names = [...text.matchAll(/(?<![\w@~])([@~])([a-z0-9._-]+)/gi)]
    .filter((match) => match[1] === mark)
    .map((match) => match[2]!.toLowerCase().replace(/[.]+$/, ''));
  return [...new Set(names)].slice(0, 100);
}
