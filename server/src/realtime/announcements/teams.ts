import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Hub} from '../hub/hub.ts';

/** Announces teams and their members to the team. */
export function announceTeams(events: Announcements, hub: Hub): void {
  const changes = {
    'team:changed': 'update_team',
    'team:archived': 'delete_team',
    'team:restored': 'restore_team',
  } as const;
  for (const [name, event] of Object.entries(changes)) {
    events.inStreamOrder(name as keyof typeof changes, ({team}) =>
      hub.announce({event, data: {team: JSON.stringify(team)}, to: {teamId: team.id}}),
    );
  }

  events.inStreamOrder('team-member:joined', ({teamId, userId}) =>
    hub.announce({event: 'added_to_team', data: {team_id: teamId, user_id: userId}, to: {userId}}),
  );
  events.inStreamOrder('team-member:left', ({teamId, userId}) => {
    const data = {team_id: teamId, user_id: userId};
    hub.announce({event: 'leave_team', data, to: {teamId}});
    hub.announce({event: 'leave_team', data, to: {userId}});
  });
  events.inStreamOrder('team-member:changed', ({member}) =>
    hub.announce({
      event: 'memberrole_updated',
      data: {member: JSON.stringify(member)},
      to: {userId: member.user_id},
    }),
  );
}
