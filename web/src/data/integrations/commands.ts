import type {Command} from '@mattermost/types/integrations';
import {useQuery} from '@tanstack/react-query';
import {queries} from '../../lib/queries.ts';
import {saveRecord, server} from '../../lib/server.ts';

export type {Command};

/** The editable fields of a command. */
export type CommandInput = Pick<
  Command,
  | 'display_name'
  | 'description'
  | 'trigger'
  | 'url'
  | 'method'
  | 'auto_complete'
  | 'auto_complete_hint'
  | 'auto_complete_desc'
  | 'username'
  | 'icon_url'
>;

const listKey = (teamId: string) => ['commands', teamId];
const commandKey = (id: string) => ['command', id];

/** The commands of the team that the person can manage. The server omits the tokens of other people's commands. */
export function useCommands(teamId: string) {
  return useQuery({
    queryKey: listKey(teamId),
    queryFn: async () => {
      const commands = await server.getCustomTeamCommands(teamId);
      return commands.filter(({token}) => token !== '').sort((a, b) => a.trigger.localeCompare(b.trigger));
    },
  });
}

export function useCommand(id: string) {
  return useQuery({queryKey: commandKey(id), queryFn: () => server.call<Command>(`/commands/${id}`)});
}

/** Reloads a command and the list of its team. */
async function refreshCommand({id, team_id}: Pick<Command, 'id' | 'team_id'>): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({queryKey: commandKey(id)}),
    queries.invalidateQueries({queryKey: listKey(team_id)}),
  ]);
}

/** Saves a command, or creates one in the team. */
export async function saveCommand(
  command: Command | undefined,
  teamId: string,
  input: CommandInput,
): Promise<Command> {
  const saved = await saveRecord('/commands', command, command ? input : {team_id: teamId, ...input});
  await refreshCommand(saved);
  return saved;
}

export async function deleteCommand(command: Command): Promise<void> {
  await server.deleteCommand(command.id);
  await queries.invalidateQueries({queryKey: listKey(command.team_id)});
}

/** Moves a command to another team, which must not have a command with the same trigger word. */
export async function moveCommand(command: Command, teamId: string): Promise<void> {
  await server.call(`/commands/${command.id}/move`, {method: 'PUT', body: {team_id: teamId}});
  await Promise.all([refreshCommand(command), refreshCommand({id: command.id, team_id: teamId})]);
}

export async function regenerateCommandToken(command: Command): Promise<void> {
  await server.call(`/commands/${command.id}/regen_token`, {method: 'PUT'});
  await refreshCommand(command);
}
