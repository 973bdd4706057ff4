import {server} from '../../lib/server.ts';
import {me} from '../session/session.ts';
import {refreshTeams} from '../teams/teams.ts';
import {refreshChannels} from './channels.ts';

/** Joins a team without an invitation. Its members are in some of its channels. */
export async function joinTeam(teamId: string): Promise<void> {
  await server.addToTeam(teamId, me().id);
  await Promise.all([refreshTeams(), refreshChannels()]);
}
