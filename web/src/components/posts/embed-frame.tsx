import {t} from '@lingui/core/macro';
import type {Post} from '@mattermost/types/posts';
import type {ReactNode} from 'react';
import {
  hidePreview,
  removePreview,
  useIsPreviewHidden,
  useMayRemovePreview,
} from '../../data/posts/link-previews.ts';
import {IconButton} from '../ui/icon-button.tsx';
import styles from './embed-frame.module.css';

/**
 * The card of a link, with a button to close it. The author's button removes it for everyone; for other people, it
 * only hides it.
 */
export function EmbedFrame({post, label, children}: {post: Post; label: string; children: ReactNode}) {
  const isHidden = useIsPreviewHidden(post.id);
  const mayRemove = useMayRemovePreview(post);
  if (isHidden) return <span hidden />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <fieldset> is for forms.
    <div className={styles.frame} role="group" aria-label={label}>
      {children}
      <span className={styles.close}>
        <IconButton
          icon="close"
          size="small"
          label={mayRemove ? t`Remove preview for everyone` : t`Hide preview`}
          onPress={() => (mayRemove ? void removePreview(post) : hidePreview(post.id))}
        />
      </span>
    </div>
  );
}
