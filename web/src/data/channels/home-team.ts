import type {Team} from '@mattermost/types/teams';
import {useCurrentTeam, useTeams} from '../teams/teams.ts';
import {useChannel} from './channels.ts';

/**
 * The team that the messages of a channel belong to, which can be another one than the open team: the channels that they
 * mention are of this team. Direct and group messages belong to the open team.
 */
export function useHomeTeam(channelId: string): Team {
  const open = useCurrentTeam();
  const channel = useChannel(channelId);
  return useTeams().find(({id}) => id === channel?.team_id) ?? open;
}
