import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {UserProfile} from '@mattermost/types/users';
import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {Button} from '../../components/ui/button.tsx';
import {TextField} from '../../components/ui/field.tsx';
import {ErrorNotice} from '../../components/ui/notice.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {rememberMe} from '../../data/people/people.ts';
import {useMe} from '../../data/session/session.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {showSuccess} from '../../lib/toasts.ts';
import {Account} from './account.tsx';
import {Attributes} from './attributes.tsx';
import {Picture} from './profile-picture.tsx';
import styles from './settings.module.css';

/** Picture, name, attributes, username and email. */
export default function Profile() {
  return (
    <>
      <Picture />
      <Names />
      <Attributes />
      <Account />
    </>
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
      rememberMe(await server.patchMe(values));
      reset(values);
      showSuccess(t`Profile saved.`);
    } catch (error) {
      setFailure(errorMessage(error));
    }
  }

  return (
    <Panel title={t`Name`} text={t`Shown to people who display full names instead of usernames.`}>
      <form className={styles.form} onSubmit={handleSubmit(save)} noValidate>
        <div className={styles.pair}>
          <TextField
            label={t`First name`}
            autoComplete="given-name"
            maxLength={64}
            {...register('first_name')}
          />
          <TextField
            label={t`Last name`}
            autoComplete="family-name"
            maxLength={64}
            {...register('last_name')}
          />
          <TextField
            label={t`Nickname`}
            autoComplete="nickname"
            maxLength={64}
            hint={t`What people call you, if it isn't your first name.`}
            {...register('nickname')}
          />
          <TextField
            label={t({message: 'Position', context: 'job'})}
            autoComplete="organization-title"
            maxLength={128}
            hint={t`Your job title, such as Release manager.`}
            {...register('position')}
          />
        </div>
        <ErrorNotice text={failure} />
        <div className={styles.buttons}>
          <Button kind="primary" type="submit" busy={formState.isSubmitting} isDisabled={!formState.isDirty}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </Panel>
  );
}
