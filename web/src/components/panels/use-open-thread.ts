import {requestThread} from '../../data/posts/threads.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {openPanel} from './use-panel.ts';

/** Returns a function that opens a thread in the side panel, and requests what it shows while the panel is drawn. */
export function useOpenThread(): (rootId: string) => void {
  const team = useCurrentTeam();
  return (rootId) => {
    requestThread(team.id, rootId);
    openPanel({kind: 'thread', rootId});
  };
}
