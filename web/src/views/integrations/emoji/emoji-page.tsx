import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {PersonName} from '../../../components/people/person.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {type CustomEmoji, deleteCustomEmoji, useCustomEmoji} from '../../../data/emoji/custom-emoji.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useHasPermission} from '../../../data/session/permissions.ts';
import {useMe} from '../../../data/session/session.ts';
import {server} from '../../../lib/server.ts';
import {showSuccess} from '../../../lib/toasts.ts';
import {IntegrationList} from '../integration-list.tsx';
import {AddEmojiDialog} from './add-emoji.tsx';
import styles from './emoji-page.module.css';

/** The server's custom emoji. */
export function EmojiPage() {
  const me = useMe();
  const list = useCustomEmoji();
  const mayCreate = useHasPermission('create_emojis');
  const mayDelete = useHasPermission('delete_emojis');
  const mayDeleteOthers = useHasPermission('delete_others_emojis');
  const [deleting, setDeleting] = useState<CustomEmoji>();
  return (
    <>
      <IntegrationList
        section="emoji"
        list={list}
        getKey={({id}) => id}
        getText={({name}) => name}
        addLabel={mayCreate ? t`Add emoji` : undefined}
        addForm={(onClose) => <AddEmojiDialog onClose={onClose} />}
        invitation={t`Add an image with a name. Everyone can then use it in messages and reactions.`}
        render={(emoji) => (
          <>
            <img
              className={styles.picture}
              src={server.getCustomEmojiImageUrl(emoji.id)}
              alt=""
              width={36}
              height={36}
              loading="lazy"
            />
            <div className={styles.words}>
              <span className={styles.name}>:{emoji.name}:</span>
              <small>
                <AddedBy emoji={emoji} />
              </small>
            </div>
            {mayDelete && (mayDeleteOthers || emoji.creator_id === me.id) && (
              <IconButton icon="trash" label={deleteLabel(emoji)} onPress={() => setDeleting(emoji)} />
            )}
          </>
        )}
      />
      {deleting && (
        <ConfirmDialog
          title={deleteTitle(deleting)}
          confirmLabel={t`Delete`}
          danger
          onClose={() => setDeleting(undefined)}
          onConfirm={async () => {
            await deleteCustomEmoji(deleting);
            const {name} = deleting;
            showSuccess(t`Deleted :${name}:`);
          }}
        >
          <Trans>Messages that use it will show its name instead. You can't undo this.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
}

function AddedBy({emoji}: {emoji: CustomEmoji}) {
  const date = useDates().date(emoji.create_at);
  return (
    <Trans>
      Added by <PersonName userId={emoji.creator_id} /> on {date}
    </Trans>
  );
}

function deleteLabel({name}: CustomEmoji): string {
  return t`Delete :${name}:`;
}

function deleteTitle({name}: CustomEmoji): string {
  return t`Delete :${name}:?`;
}
