import {collapsedThreads} from '../../data/channels/channels.ts';
import {loadedPost} from '../../data/posts/posts.ts';
import {openThread} from '../../data/posts/thread-window.ts';
import {loadReadState} from '../../data/posts/threads.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {openPanel} from './use-panel.ts';

/**
 * Returns a function that opens a thread in the side panel. It requests what the panel shows, so that the responses
 * arrive while the panel is drawn. The panel waits for the same requests, and shows their errors.
 */
export function useOpenThread(): (rootId: string) => void {
  const team = useCurrentTeam();
  return (rootId) => {
    openThread(rootId).catch(() => {});
    const root = loadedPost(rootId);
    if (root?.is_following && collapsedThreads()) loadReadState(team.id, root).catch(() => {});
    openPanel({kind: 'thread', rootId});
  };
}
