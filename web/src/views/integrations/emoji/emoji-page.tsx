import {useState} from 'react';
import {PersonName} from '../../../components/people/person.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {type CustomEmoji, deleteCustomEmoji, useCustomEmoji} from '../../../data/emoji/custom-emoji.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useMay} from '../../../data/session/permissions.ts';
import {useMe} from '../../../data/session/session.ts';
import {server} from '../../../lib/server.ts';
import {tellDone} from '../../../lib/toasts.ts';
import {IntegrationList} from '../integration-list.tsx';
import {AddEmojiDialog} from './add-emoji.tsx';
import styles from './emoji-page.module.css';

/** The emoji that people of this server have added. */
export function EmojiPage() {
  const me = useMe();
  const dates = useDates();
  const list = useCustomEmoji();
  const mayCreate = useMay('create_emojis');
  const mayDelete = useMay('delete_emojis');
  const mayDeleteOthers = useMay('delete_others_emojis');
  const [deleting, setDeleting] = useState<CustomEmoji>();
  return (
    <>
      <IntegrationList
        section="emoji"
        list={list}
        keyOf={({id}) => id}
        textOf={({name}) => name}
        addLabel={mayCreate ? 'Add an emoji' : undefined}
        addForm={(onClose) => <AddEmojiDialog onClose={onClose} />}
        invitation="Give a picture a name, and everybody can write it between colons, and react with it."
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
                by <PersonName userId={emoji.creator_id} /> on {dates.date(emoji.create_at)}
              </small>
            </div>
            {mayDelete && (mayDeleteOthers || emoji.creator_id === me.id) && (
              <IconButton icon="trash" label={`Delete :${emoji.name}:`} onPress={() => setDeleting(emoji)} />
            )}
          </>
        )}
      />
      {deleting && (
        <ConfirmDialog
          title={`Delete :${deleting.name}:?`}
          confirmLabel="Delete"
          danger
          onClose={() => setDeleting(undefined)}
          onConfirm={async () => {
            await deleteCustomEmoji(deleting);
            tellDone(`:${deleting.name}: was deleted.`);
          }}
        >
          Where it was used, its name appears instead. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
}
