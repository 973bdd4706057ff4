import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useRef, useState} from 'react';
import {Avatar} from '../../components/ui/avatar.tsx';
import {Button} from '../../components/ui/button.tsx';
import {ErrorNotice} from '../../components/ui/notice.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {pictureUrl, rememberMe} from '../../data/people/people.ts';
import {useMe} from '../../data/session/session.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {showSuccess} from '../../lib/toasts.ts';
import styles from './settings.module.css';

const MAX_SIDE = 512;

/**
 * Crops a picture to the square in its center and scales it down, so that a photo from a phone doesn't take long to
 * upload.
 */
async function cropToSquare(file: File): Promise<File> {
  const picture = await createImageBitmap(file);
  const side = Math.min(picture.width, picture.height);
  const size = Math.min(side, MAX_SIDE);
  const canvas = new OffscreenCanvas(size, size);
  const [x, y] = [(picture.width - side) / 2, (picture.height - side) / 2];
  canvas.getContext('2d')!.drawImage(picture, x, y, side, side, 0, 0, size, size);
  return new File([await canvas.convertToBlob({type: 'image/png'})], 'picture.png', {type: 'image/png'});
}

export function Picture() {
  const me = useMe();
  const picker = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const hasOwn = (me.last_picture_update ?? 0) > 0;

  async function change(work: () => Promise<unknown>, done: string) {
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
      rememberMe(await server.getMe());
      showSuccess(done);
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  }

  async function upload(file: File) {
    const square = await cropToSquare(file).catch(() => undefined);
    const {name} = file;
    if (!square) return setFailure(t`This browser can't read ${name}. Choose a PNG or JPEG image.`);
    await change(() => server.uploadProfileImage(me.id, square), t`Picture saved.`);
  }

  return (
    <Panel title={t`Profile picture`} text={t`Shown next to your messages.`}>
      <div className={styles.picture}>
        <Avatar name={me.username} src={pictureUrl(me)} size={96} />
        <div className={styles.pictureText}>
          <p className={styles.quiet}>
            <Trans>PNG or JPEG. The image is cropped to a square.</Trans>
          </p>
          <div className={styles.buttons}>
            <Button icon="upload" busy={busy} onPress={() => picker.current?.click()}>
              <Trans>Choose image</Trans>
            </Button>
            {hasOwn && (
              <Button
                kind="quiet"
                icon="trash"
                isDisabled={busy}
                onPress={() => void change(() => server.setDefaultProfileImage(me.id), t`Picture removed.`)}
              >
                <Trans>Remove</Trans>
              </Button>
            )}
          </div>
          <input
            ref={picker}
            type="file"
            accept="image/png,image/jpeg,image/webp,image/gif"
            hidden
            aria-label={t`Profile picture`}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              event.target.value = '';
              if (file) void upload(file);
            }}
          />
        </div>
      </div>
      <ErrorNotice text={failure} />
    </Panel>
  );
}
