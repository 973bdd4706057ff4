import type {Post, PostPreviewMetadata} from '@mattermost/types/posts';
import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {errorMessage, server} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import {useHasChannelPermission} from '../channels/channels.ts';
import {usePreference} from '../preferences/preferences.ts';
import {me} from '../session/session.ts';
import {rememberPosts} from './posts.ts';

/** The posts whose previews the person hid. Lasts until the page is reloaded. */
const $hidden = atom<ReadonlySet<string>>(new Set());

export function useIsPreviewHidden(postId: string): boolean {
  return useStore($hidden).has(postId);
}

export function hidePreview(postId: string): void {
  $hidden.set(new Set([...$hidden.get(), postId]));
}

/** Whether the person sees the previews of links. */
export function useShowsPreviews(): boolean {
  return usePreference('display_settings', 'link_previews', 'true') === 'true';
}

/** The text of a message, without a link at its end if the message that it leads to is quoted below. */
export function useTextAboveQuote(post: Post, text: string): string {
  const isShown = useShowsPreviews();
  const isHidden = useIsPreviewHidden(post.id);
  if (!isShown || isHidden) return text;
  const quoted = (post.metadata?.embeds ?? []).flatMap(({type, data}) =>
    type === 'permalink' ? [(data as PostPreviewMetadata).post_id] : [],
  );
  const [lastLine, id] = /(?:^|\n)\s*https?:\S+\/pl\/(\w+)\s*$/.exec(text) ?? [];
  return lastLine !== undefined && quoted.includes(id!) ? text.slice(0, -lastLine.length) : text;
}

/** Whether the person can remove the previews of a message for everyone. Only its author can. */
export function useMayRemovePreview(post: Post): boolean {
  return useHasChannelPermission(post.channel_id, 'edit_post') === true && post.user_id === me().id;
}

/** Removes the previews of a message for everyone. */
export async function removePreview({id, props}: Post): Promise<void> {
  try {
    rememberPosts([await server.patchPost({id, props: {...props, remove_link_preview: 'true'}})]);
  } catch (error) {
    showError(errorMessage(error));
  }
}
