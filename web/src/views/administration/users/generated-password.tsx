import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {Button} from '../../../components/ui/button.tsx';
import {SecretDialog} from '../../../components/ui/secret-dialog.tsx';
import {copyText} from '../../../lib/copy-text.ts';

interface GeneratedPasswordProps {
  title: string;
  username: string;
  password: string;
  onClose: () => void;
}

/** Shows a generated password once, to share it with the user. */
export function GeneratedPassword({title, username, password, onClose}: GeneratedPasswordProps) {
  const both = `${t`Username`}: ${username}\n${t`Password`}: ${password}`;
  return (
    <SecretDialog
      title={title}
      label={t`Password`}
      secret={password}
      warning={
        <Trans>
          Share the password with the user securely, because it isn't shown again. They can change it in their
          settings.
        </Trans>
      }
      onClose={onClose}
    >
      <div>
        <Button
          icon="copy"
          onPress={() => void copyText(both, t`The username and the password were copied.`)}
        >
          <Trans>Copy username and password</Trans>
        </Button>
      </div>
    </SecretDialog>
  );
}
