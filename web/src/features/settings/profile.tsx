import type {UserProfile} from '@mattermost/types/users';
import {useRef, useState} from 'react';
import {useForm} from 'react-hook-form';
import {Avatar} from '../../components/avatar.tsx';
import {Button} from '../../components/button.tsx';
import {ErrorNotice} from '../../components/notice.tsx';
import {Panel} from '../../components/panel.tsx';
import {TextField} from '../../components/text-field.tsx';
import {tellDone} from '../../components/toast.tsx';
import {errorMessage, errorPath, server} from '../../lib/server.ts';
import {setMe, useMe} from '../../lib/session.ts';
import {pictureOf, rememberPeople} from '../people/people.ts';
import styles from './settings.module.css';

/** Name, picture and addresses: what others see of one. */
export default function Profile() {
  return (
    <>
      <Picture />
      <Names />
      <Account />
    </>
  );
}

/** Shows the changed profile at once, everywhere on the page. */
function takeOver(user: UserProfile): void {
  setMe(user);
  rememberPeople([user]);
}

const LARGEST_SIDE = 512;

/** The middle of a picture as a square of a modest size, so that a photo of the phone is no long upload. */
async function squareOf(file: File): Promise<File> {
  const picture = await createImageBitmap(file);
  const side = Math.min(picture.width, picture.height);
  const size = Math.min(side, LARGEST_SIDE);
  const canvas = new OffscreenCanvas(size, size);
  const [x, y] = [(picture.width - side) / 2, (picture.height - side) / 2];
  canvas.getContext('2d')!.drawImage(picture, x, y, side, side, 0, 0, size, size);
  return new File([await canvas.convertToBlob({type: 'image/png'})], 'picture.png', {type: 'image/png'});
}

function Picture() {
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
      takeOver(await server.getMe());
      tellDone(done);
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  }

  async function upload(file: File) {
    const square = await squareOf(file).catch(() => undefined);
    if (!square)
      return setFailure(`${file.name} is no picture that this browser can read. Take a PNG or JPEG.`);
    await change(() => server.uploadProfileImage(me.id, square), 'The picture was changed.');
  }

  return (
    <Panel title="Picture" text="Stands beside every message of yours.">
      <div className={styles.picture}>
        <Avatar name={me.username} src={pictureOf(me)} size={96} />
        <div className={styles.pictureText}>
          <p className={styles.quiet}>A PNG or JPEG; the middle of it is taken.</p>
          <div className={styles.buttons}>
            <Button icon="upload" busy={busy} onPress={() => picker.current?.click()}>
              Choose a picture
            </Button>
            {hasOwn && (
              <Button
                kind="quiet"
                icon="trash"
                isDisabled={busy}
                onPress={() =>
                  void change(() => server.setDefaultProfileImage(me.id), 'The picture was removed.')
                }
              >
                Remove it
              </Button>
            )}
          </div>
          <input
            ref={picker}
            type="file"
            accept="image/png,image/jpeg,image/webp,image/gif"
            hidden
            aria-label="Picture of you"
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

type NameValues = Pick<UserProfile, 'first_name' | 'last_name' | 'nickname' | 'position'>;

function Names() {
  const me = useMe();
  const [failure, setFailure] = useState<string>();
  const {first_name, last_name, nickname, position} = me;
  const {register, handleSubmit, formState, reset} = useForm<NameValues>({
    values: {first_name, last_name, nickname, position},
    resetOptions: {keepDirtyValues: true},
  });

  async function save(values: NameValues) {
    setFailure(undefined);
    try {
      takeOver(await server.patchMe(values));
      reset(values);
      tellDone('Your profile was changed.');
    } catch (error) {
      setFailure(errorMessage(error));
    }
  }

  return (
    <Panel title="Name" text="Others see it where they have asked for names rather than usernames.">
      <form className={styles.form} onSubmit={handleSubmit(save)} noValidate>
        <div className={styles.pair}>
          <TextField
            label="First name"
            autoComplete="given-name"
            maxLength={64}
            {...register('first_name')}
          />
          <TextField label="Last name" autoComplete="family-name" maxLength={64} {...register('last_name')} />
          <TextField
            label="Nickname"
            autoComplete="nickname"
            maxLength={64}
            hint="What people call you, if it is not your name."
            {...register('nickname')}
          />
          <TextField
            label="Position"
            autoComplete="organization-title"
            maxLength={128}
            hint="What you do, such as Release manager."
            {...register('position')}
          />
        </div>
        <ErrorNotice text={failure} />
        <div className={styles.buttons}>
          <Button kind="primary" type="submit" busy={formState.isSubmitting} isDisabled={!formState.isDirty}>
            Save the name
          </Button>
        </div>
      </form>
    </Panel>
  );
}

interface AccountValues {
  username: string;
  email: string;
  password: string;
}

const FIELDS = ['username', 'email', 'password'] as const;

function Account() {
  const me = useMe();
  const [failure, setFailure] = useState<string>();
  const {register, handleSubmit, formState, reset, setError, watch} = useForm<AccountValues>({
    defaultValues: {username: me.username, email: me.email, password: ''},
  });
  const {errors} = formState;
  const isFromElsewhere = me.auth_service !== '';
  const changesEmail = watch('email') !== me.email;

  async function save({username, email, password}: AccountValues) {
    setFailure(undefined);
    try {
      const patch = {
        ...(username === me.username ? {} : {username}),
        ...(email === me.email ? {} : {email, password}),
      };
      takeOver(await server.patchMe(patch));
      reset({username, email, password: ''});
      tellDone('Your account was changed.');
    } catch (error) {
      const field = FIELDS.find((name) => name === errorPath(error));
      if (field) setError(field, {message: errorMessage(error)}, {shouldFocus: true});
      else setFailure(errorMessage(error));
    }
  }

  return (
    <Panel
      title="Account"
      text={
        isFromElsewhere
          ? `You sign in through ${me.auth_service}, so these are changed there.`
          : 'You sign in with either of them.'
      }
    >
      <form className={styles.form} onSubmit={handleSubmit(save)} noValidate>
        <div className={styles.pair}>
          <TextField
            label="Username"
            required
            maxLength={64}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            readOnly={isFromElsewhere}
            hint="Mentions of the old one no longer reach you."
            error={errors.username?.message}
            {...register('username', {
              validate: (name) =>
                /^[a-z0-9._-]+$/.test(name) || 'Only lower-case letters, digits, and the signs . - _.',
            })}
          />
          <TextField
            label="Email"
            type="email"
            required
            maxLength={128}
            autoComplete="email"
            readOnly={isFromElsewhere}
            error={errors.email?.message}
            {...register('email', {
              pattern: {
                value: /^[^\s@]+@[^\s@]+$/,
                message: 'An email address has an @ between two parts.',
              },
              required: 'An email address is needed.',
            })}
          />
          {changesEmail && (
            <TextField
              label="Current password"
              type="password"
              required
              autoComplete="current-password"
              hint="Asked for because the address can be used to sign in."
              error={errors.password?.message}
              {...register('password', {required: 'The password is needed to change the email address.'})}
            />
          )}
        </div>
        <ErrorNotice text={failure} />
        {!isFromElsewhere && (
          <div className={styles.buttons}>
            <Button
              kind="primary"
              type="submit"
              busy={formState.isSubmitting}
              isDisabled={!formState.isDirty}
            >
              Save the account
            </Button>
          </div>
        )}
      </form>
    </Panel>
  );
}
