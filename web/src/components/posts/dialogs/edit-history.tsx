import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {Post} from '@mattermost/types/posts';
import {useState} from 'react';
import {restoreVersion, useEditHistory} from '../../../data/posts/edit-history.ts';
import {usePost} from '../../../data/posts/posts.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useMe} from '../../../data/session/session.ts';
import {useClientConfig} from '../../../data/system/client-config.ts';
import {list} from '../../../lib/numbers.ts';
import {errorMessage} from '../../../lib/server.ts';
import {showError, showSuccess} from '../../../lib/toasts.ts';
import {Markdown} from '../../markdown/markdown.tsx';
import {Button} from '../../ui/button.tsx';
import {ConfirmDialog} from '../../ui/confirm-dialog.tsx';
import {Dialog, DialogBody, DialogFooter} from '../../ui/dialog.tsx';
import {Icon} from '../../ui/icon.tsx';
import {NotLoaded} from '../../ui/state.tsx';
import {Tag} from '../../ui/tag.tsx';
import styles from './edit-history.module.css';

/** The versions of an edited message, newest first. Its author can restore an earlier one. */
export default function EditHistoryDialog({post: opened, onClose}: {post: Post; onClose: () => void}) {
  const post = usePost(opened.id) ?? opened;
  const {data: versions, error, refetch} = useEditHistory(post.id);
  const {PostEditTimeLimit = '-1'} = useClientConfig();
  const limit = Number(PostEditTimeLimit);
  const isInTime = limit < 0 || Date.now() < post.create_at + limit * 1000;
  const mayRestore = post.user_id === useMe().id && isInTime;
  const [chosen, setChosen] = useState<Post>();
  return (
    <Dialog title={t`Edit history`} onClose={onClose}>
      <DialogBody>
        {versions ? (
          <ol className={styles.versions}>
            <Version post={post} isCurrent />
            {versions.map((version) => (
              <Version
                key={version.id}
                post={version}
                onRestore={mayRestore ? () => setChosen(version) : undefined}
              />
            ))}
          </ol>
        ) : (
          <NotLoaded error={error} onRetry={() => void refetch()} />
        )}
      </DialogBody>
      <DialogFooter>
        <Button onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogFooter>
      {chosen && (
        <ConfirmDialog
          title={t`Restore this version?`}
          confirmLabel={t`Restore`}
          onClose={() => setChosen(undefined)}
          onConfirm={async () => {
            try {
              await restoreVersion(post, chosen);
              showSuccess(t`Version restored`);
            } catch (failure) {
              showError(errorMessage(failure));
            }
          }}
        >
          <Trans>The current version stays in the history, so you can restore it later.</Trans>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

function Version({
  post,
  isCurrent = false,
  onRestore,
}: {
  post: Post;
  isCurrent?: boolean;
  onRestore?: () => void;
}) {
  const dates = useDates();
  const written = dates.dateTime(post.edit_at || post.create_at);
  const files = post.metadata?.files ?? [];
  return (
    <li className={styles.version}>
      <div className={styles.head}>
        <span className={styles.time}>{written}</span>
        {isCurrent && <Tag>{t`Current version`}</Tag>}
        {onRestore && (
          <Button size="small" aria-label={t`Restore the version from ${written}`} onPress={onRestore}>
            <Trans>Restore</Trans>
          </Button>
        )}
      </div>
      {post.message === '' ? (
        <p className={styles.quiet}>
          <Trans>No text</Trans>
        </p>
      ) : (
        <Markdown text={post.message} />
      )}
      {files.length > 0 && (
        <p className={styles.quiet}>
          <Icon name="attach" size={16} />
          <span className="visually-hidden">
            {plural(files.length, {one: '# file:', other: '# files:'})}{' '}
          </span>
          {list(files.map(({name}) => name))}
        </p>
      )}
    </li>
  );
}
