import type {Static} from 'typebox';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import type {Session} from '../../messaging/sessions/sessions.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import {isUniqueViolation} from '../../platform/database/pg-errors.ts';
import {forbidden} from '../../platform/errors/app-error.ts';
import {checkTextLimits, type TextLimit} from '../../platform/errors/text-limits.ts';
import {urlProblem} from '../../platform/outbound-http/outbound-url.ts';
import type {Sealing} from '../../platform/secrets/sealing.ts';
import {changedColumns, type Ownership} from '../ownership/ownership.ts';
import {commandNotFound, commandsDisabled, invalidCommand, triggerTaken} from './errors.ts';
import type {createCommandExecution} from './execution.ts';
import type {NewSlashCommand, SlashCommandUpdate} from './schema.ts';
import {
  type CommandRow,
  countCommandsOfTeam,
  insertCommand,
  selectCommand,
  selectCommandsOfTeam,
  updateCommand,
} from './store.ts';

export {deleteCommandsOf} from './store.ts';

/** A command with its token in plain text. */
export type CommandWithToken = Omit<CommandRow, 'token'> & {token: string};

/** The maximum number of commands of a team (docs/specification.md#slash-commands). */
const MAX_PER_TEAM = 1000;

export type SlashCommands = ReturnType<typeof createSlashCommands>;

/** Creates, updates and deletes slash commands (docs/specification.md#slash-commands). */
export function createSlashCommands({
  database,
  permissions,
  ownership,
  commandExecution,
  sealing,
}: {
  database: Database;
  permissions: Permissions;
  ownership: Ownership;
  commandExecution: Pick<ReturnType<typeof createCommandExecution>, 'builtInHelp' | 'isBuiltIn'>;
  sealing: Sealing;
}) {
  const tokens = sealing.column('Commands', 'Token');

  const withToken = (row: CommandRow): CommandWithToken => ({...row, token: tokens.open(row.id, row.token)});

  const owned = ownership.ofIntegrations<CommandRow>({
    permissions: 'slash_commands',
    setting: 'EnableCommands',
    noun: 'slash command',
    maxPerTeam: MAX_PER_TEAM,
    countInTeam: countCommandsOfTeam,
    isHidden: true,
    disabled: commandsDisabled,
    notFound: commandNotFound,
    ownerOf: (row) => row.creatorid,
    find: selectCommand,
  });

  async function rejectTakenTrigger<T>(trigger: string, write: () => Promise<T>): Promise<T> {
    if (commandExecution.isBuiltIn(trigger)) throw triggerTaken(trigger);
    try {
      return await write();
    } catch (error) {
      throw isUniqueViolation(error, 'idx_commands_team_id_trigger') ? triggerTaken(trigger) : error;
    }
  }

  /** @throws AppError 404 if the command was deleted in the meantime */
  async function write(id: string, changes: Partial<CommandRow>): Promise<CommandRow> {
    const written = await updateCommand(database, id, {...changes, updateat: Date.now()});
    if (!written) throw commandNotFound(id);
    return written;
  }

  /** Writes only these columns, so that concurrent changes don't overwrite each other. */
  async function save(command: CommandRow, changes: Partial<CommandRow>): Promise<CommandRow> {
    const changed = {...command, ...changes};
    requireValid(changed);
    return rejectTakenTrigger(changed.trigger, () => write(command.id, changes));
  }

  return {
    /** Creates a command. @throws AppError 400 for an invalid field or a taken trigger word, 403, 501 */
    async create(actor: Session, input: Static<typeof NewSlashCommand>): Promise<CommandWithToken> {
      owned.requireCreator(actor);
      await owned.require(actor, {teamId: input.team_id, ownerId: actor.userId});
      await owned.requireRoom(input.team_id);
      const row = owned.newRow();
      const command: CommandRow = {
        ...row,
        token: tokens.seal(row.id, newId()),
        creatorid: actor.userId,
        teamid: input.team_id,
        pluginid: '',
        ...fieldsOf(input),
      };
      requireValid(command);
      await rejectTakenTrigger(command.trigger, () => insertCommand(database, command));
      return withToken(command);
    },

    async get(actor: Session, id: string): Promise<CommandWithToken> {
      return withToken(await owned.managed(actor, id));
    },

    /** The commands of a team that the actor may use. Tokens are only included for managers. */
    async ofTeam(actor: Session, teamId: string): Promise<CommandWithToken[]> {
      if (
        !(await permissions.isTeamMember(actor.userId, teamId)) &&
        !(await permissions.can(actor, 'manage_system'))
      ) {
        throw forbidden(`userId=${actor.userId} is not in the team`);
      }
      const {own, others} = await owned.rightsIn(actor, teamId);
      const commands = await selectCommandsOfTeam(database, teamId);
      return commands.map((command) =>
        others || (own && command.creatorid === actor.userId)
          ? withToken(command)
          : {...command, token: '', url: '', creatorid: ''},
      );
    },

    /** Updates a command, except its token and team. */
    async update(
      actor: Session,
      id: string,
      input: Static<typeof SlashCommandUpdate>,
    ): Promise<CommandWithToken> {
      const command = await owned.managed(actor, id);
      if (input.team_id && input.team_id !== command.teamid) {
        throw invalidCommand('team_id', 'To move a command to another team, use PUT /commands/{id}/move.');
      }
      return withToken(await save(command, changedColumns(command, fieldsOf(input))));
    },

    /** Moves a command to another team. */
    async move(actor: Session, id: string, teamId: string): Promise<void> {
      const command = await owned.managed(actor, id);
      await owned.require(actor, {teamId, ownerId: command.creatorid});
      await save(command, {teamid: teamId});
    },

    async remove(actor: Session, id: string): Promise<void> {
      const command = await owned.managed(actor, id);
      await write(command.id, {deleteat: Date.now()});
    },

    /** Regenerates the token of a command. The old token is no longer sent. */
    async regenerateToken(actor: Session, id: string): Promise<string> {
      const token = newId();
      await save(await owned.managed(actor, id), {token: tokens.seal(id, token)});
      return token;
    },

    /** Completions for a partial command: built-in and team commands that start with it. */
    async suggest(actor: Session, teamId: string, line: string) {
      const typed = line.replace(/^\//, '').toLowerCase();
      const custom = (await this.ofTeam(actor, teamId)).filter((command) => command.autocomplete);
      const all: {trigger: string; hint: string; description: string}[] = [
        ...(await commandExecution.builtInHelp(actor)),
        ...custom.map((command) => ({
          trigger: command.trigger,
          hint: command.autocompletehint,
          description: command.autocompletedesc,
        })),
      ];
      return all
        .filter(({trigger}) => trigger.startsWith(typed))
        .sort((one, other) => (one.trigger < other.trigger ? -1 : 1));
    },
  };
}

type Fields = Static<typeof SlashCommandUpdate>;

function fieldsOf(input: Fields) {
  return {
    trigger: input.trigger.trim().replace(/^\//, '').toLowerCase(),
    method: input.method === 'G' ? ('G' as const) : ('P' as const),
    username: input.username ?? '',
    iconurl: input.icon_url ?? '',
    autocomplete: input.auto_complete ?? false,
    autocompletedesc: input.auto_complete_desc ?? '',
    autocompletehint: input.auto_complete_hint ?? '',
    displayname: input.display_name ?? '',
    description: input.description ?? '',
    url: input.url.trim(),
  };
}

const TRIGGER = /^[A-Za-z0-9_./-]{1,128}$/;

/** @throws AppError 400 for an invalid field */
function requireValid(command: CommandRow): void {
  if (!TRIGGER.test(command.trigger)) {
    throw invalidCommand(
      'trigger',
      `"${command.trigger.slice(0, 128)}" is not a valid trigger word. Use 1 to 128 letters, digits, "_", ".", "/" and "-".`,
    );
  }
  const fault = urlProblem(command.url);
  if (fault)
    throw invalidCommand('url', `The URL "${command.url.slice(0, 200)}" cannot be called: ${fault}.`);
  const limits: TextLimit[] = [
    ['url', command.url, 1024],
    ['display_name', command.displayname, 64],
    ['description', command.description, 128],
    ['username', command.username, 64],
    ['icon_url', command.iconurl, 1024],
    ['auto_complete_desc', command.autocompletedesc, 1024],
    ['auto_complete_hint', command.autocompletehint, 1024],
  ];
  checkTextLimits(limits, invalidCommand);
}
