import {me} from '../../lib/session.ts';
import {createStore} from '../../lib/store.ts';
import {knownWindow} from './channel-window.ts';
import {knownPost} from './posts.ts';
import {knownThreadIds} from './thread-window.ts';

/** The message that is to be edited, because somebody asked for it from the field to write in. */
export const postToEdit = createStore<string | undefined>(undefined);

/** Opens the last message of one's own in a channel, or in a thread by its first post, for editing. */
export function editLastOwn(placeId: string): void {
  const ids = knownThreadIds(placeId) ?? knownWindow(placeId)?.ids ?? [];
  const last = ids.findLast((id) => {
    const post = knownPost(id);
    return post?.user_id === me().id && post.type === '' && post.props.from_webhook !== 'true';
  });
  postToEdit.set(last);
}
