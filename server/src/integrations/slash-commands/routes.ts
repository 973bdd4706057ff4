import Type, {type Static} from 'typebox';
import {actorOf} from '../../messaging/sessions/sessions.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id, longText, looseId, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {CommandHelp} from './built-in/built-in-command.ts';
import type {CommandResponse} from './command-response.ts';
import type {createCommandExecution} from './execution.ts';
import {
  Execution,
  ExecutionResult,
  NewSlashCommand,
  SlashCommand,
  SlashCommandUpdate,
  Suggestion,
} from './schema.ts';
import type {CommandWithToken, SlashCommands} from './slash-commands.ts';

type CommandExecution = ReturnType<typeof createCommandExecution>;

/** Slash commands: `/commands`, and autocompletion in a team. */
export function registerSlashCommandRoutes(
  api: HttpServer,
  {slashCommands, commandExecution}: {slashCommands: SlashCommands; commandExecution: CommandExecution},
): void {
  const CommandId = Type.Object({command_id: Id});
  const TeamId = Type.Object({team_id: Id});

  api.post(
    '/commands',
    {schema: {summary: 'Create a slash command', body: NewSlashCommand, response: {201: SlashCommand}}},
    async (request, reply) =>
      reply.code(201).send(presentCommand(await slashCommands.create(actorOf(request), request.body))),
  );

  api.get(
    '/commands',
    {
      schema: {
        summary: 'List the slash commands of a team',
        querystring: Type.Object({team_id: Id, custom_only: Type.Optional(Type.Boolean())}),
        response: {200: Type.Array(SlashCommand)},
      },
    },
    async (request) => {
      const {team_id, custom_only = false} = request.query;
      const custom = (await slashCommands.ofTeam(actorOf(request), team_id)).map(presentCommand);
      return custom_only
        ? custom
        : [...presentBuiltIn(await commandExecution.builtInHelp(actorOf(request))), ...custom];
    },
  );

  api.post(
    '/commands/execute',
    {schema: {summary: 'Run a slash command', body: Execution, response: {200: ExecutionResult}}},
    async (request) => {
      const {channel_id, command, root_id = '', team_id = ''} = request.body;
      const {response, clientTriggerId} = await commandExecution.execute(actorOf(request), {
        channelId: channel_id,
        command,
        rootId: root_id,
        teamId: team_id,
      });
      return {...presentResponse(response), trigger_id: clientTriggerId};
    },
  );

  api.get(
    '/commands/:command_id',
    {schema: {summary: 'Get a slash command', params: CommandId, response: {200: SlashCommand}}},
    async (request) => presentCommand(await slashCommands.get(actorOf(request), request.params.command_id)),
  );

  api.put(
    '/commands/:command_id',
    {
      schema: {
        summary: 'Edit a slash command',
        params: CommandId,
        body: SlashCommandUpdate,
        response: {200: SlashCommand},
      },
    },
    async (request) =>
      presentCommand(await slashCommands.update(actorOf(request), request.params.command_id, request.body)),
  );

  api.put(
    '/commands/:command_id/move',
    {
      schema: {
        summary: 'Move a slash command to another team',
        params: CommandId,
        body: TeamId,
        response: {200: StatusOk},
      },
    },
    async (request) => {
      await slashCommands.move(actorOf(request), request.params.command_id, request.body.team_id);
      return STATUS_OK;
    },
  );

  api.put(
    '/commands/:command_id/regen_token',
    {
      schema: {
        summary: 'Regenerate the token of a slash command',
        params: CommandId,
        response: {200: Type.Object({token: Type.String()})},
      },
    },
    async (request) => ({
      token: await slashCommands.regenerateToken(actorOf(request), request.params.command_id),
    }),
  );

  api.delete(
    '/commands/:command_id',
    {schema: {summary: 'Delete a slash command', params: CommandId, response: {200: StatusOk}}},
    async (request) => {
      await slashCommands.remove(actorOf(request), request.params.command_id);
      return STATUS_OK;
    },
  );

  api.get(
    '/teams/:team_id/commands/autocomplete',
    {
      schema: {
        summary: 'List the commands for autocompletion in a team',
        params: TeamId,
        response: {200: Type.Array(SlashCommand)},
      },
    },
    async (request) => {
      const custom = await slashCommands.ofTeam(actorOf(request), request.params.team_id);
      return [
        ...presentBuiltIn(await commandExecution.builtInHelp(actorOf(request))),
        ...custom
          .filter((command) => command.autocomplete)
          .map((command) => presentCommand({...command, token: ''})),
      ];
    },
  );

  api.get(
    '/teams/:team_id/commands/autocomplete_suggestions',
    {
      schema: {
        summary: 'Suggest completions for a partial command',
        params: TeamId,
        querystring: Type.Object({
          user_input: longText(),
          team_id: Type.Optional(looseId()),
          channel_id: Type.Optional(looseId()),
          root_id: Type.Optional(looseId()),
        }),
        response: {200: Type.Array(Suggestion)},
      },
    },
    async (request) => {
      const suggestions = await slashCommands.suggest(
        actorOf(request),
        request.params.team_id,
        request.query.user_input,
      );
      return suggestions.map(({trigger, hint, description}) => ({
        Complete: trigger,
        Suggestion: trigger,
        Hint: hint,
        Description: description,
        IconData: '',
      }));
    },
  );
}

/** `POST /hooks/commands/<id>`: receives delayed responses. Registered outside the API's prefix. */
export function registerDelayedResponseRoute(
  app: HttpServer,
  {commandExecution}: {commandExecution: CommandExecution},
): void {
  app.post(
    '/hooks/commands/:response_id',
    {
      config: {access: 'anonymous'},
      schema: {summary: 'Send a delayed response to a slash command', params: Type.Object({response_id: Id})},
    },
    async (request, reply) => {
      await commandExecution.respondLater(request.params.response_id, request.body);
      return reply.type('text/plain').send('ok');
    },
  );
}

function presentCommand(row: CommandWithToken): Static<typeof SlashCommand> {
  return {
    id: row.id,
    token: row.token,
    create_at: row.createat,
    update_at: row.updateat,
    delete_at: row.deleteat,
    creator_id: row.creatorid,
    team_id: row.teamid,
    trigger: row.trigger,
    method: row.method,
    username: row.username,
    icon_url: row.iconurl,
    auto_complete: row.autocomplete,
    auto_complete_desc: row.autocompletedesc,
    auto_complete_hint: row.autocompletehint,
    display_name: row.displayname,
    description: row.description,
    url: row.url,
  };
}

function presentBuiltIn(commands: readonly CommandHelp[]): Static<typeof SlashCommand>[] {
  return commands.map(({trigger, hint, description}) => ({
    id: '',
    token: '',
    create_at: 0,
    update_at: 0,
    delete_at: 0,
    creator_id: '',
    team_id: '',
    trigger,
    method: '',
    username: '',
    icon_url: '',
    auto_complete: true,
    auto_complete_desc: description,
    auto_complete_hint: hint,
    display_name: trigger,
    description: '',
    url: '',
  }));
}

function presentResponse(response: CommandResponse) {
  return {
    response_type: response.responseType,
    text: response.text,
    username: response.username,
    icon_url: response.iconUrl,
    ...(response.channelId ? {channel_id: response.channelId} : {}),
    type: response.type,
    props: response.props,
    goto_location: response.gotoLocation,
    skip_slack_parsing: response.skipSlackParsing,
    ...(response.attachments.length > 0 ? {attachments: response.attachments} : {}),
  };
}
