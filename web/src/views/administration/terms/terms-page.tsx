import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {type FormEvent, useRef, useState} from 'react';
import {Link} from 'react-router';
import {Button} from '../../../components/ui/button.tsx';
import {TextArea} from '../../../components/ui/field.tsx';
import {ErrorNotice} from '../../../components/ui/notice.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {NotLoaded} from '../../../components/ui/state.tsx';
import {publishTerms, useTerms} from '../../../data/session/terms.ts';
import {brandImageUrl, errorMessage, server} from '../../../lib/server.ts';
import {showSuccess} from '../../../lib/toasts.ts';
import {AdministrationPage} from '../administration-page.tsx';
import styles from './terms-page.module.css';

/** The terms of service, and the image on the sign-in page. */
export default function TermsPage() {
  const terms = useTerms();
  return (
    <AdministrationPage title={t`Terms and branding`} intro={t`What people see before they use the server.`}>
      {terms.data === undefined ? (
        <NotLoaded error={terms.error} onRetry={() => void terms.refetch()} />
      ) : (
        <TermsPanel key={terms.data?.id} published={terms.data?.text ?? ''} />
      )}
      <ImagePanel />
    </AdministrationPage>
  );
}

function TermsPanel({published}: {published: string}) {
  const [text, setText] = useState(published);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      await publishTerms(text);
      showSuccess(t`The terms of service were published.`);
    } catch (error) {
      setFailure(errorMessage(error));
    }
    setBusy(false);
  }

  return (
    <Panel title={t`Terms of service`}>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextArea
          label={t`Text`}
          hint={t`Markdown. If you publish a new version, everyone has to accept it.`}
          error={failure}
          rows={10}
          value={text}
          onChange={({target}) => {
            setText(target.value);
            setFailure(undefined);
          }}
        />
        <p>
          <Link to="/_admin/settings">
            <Trans>Choose in the settings whether people have to accept the terms</Trans>
          </Link>
        </p>
        <div>
          <Button kind="primary" type="submit" busy={busy} isDisabled={text === published}>
            <Trans>Publish</Trans>
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function ImagePanel() {
  const picker = useRef<HTMLInputElement>(null);
  // Changes with the image, because the URL of the image stays the same.
  const [version, setVersion] = useState(() => Date.now());
  const [isMissing, setMissing] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function change(work: Promise<unknown>) {
    setFailure(undefined);
    try {
      await work;
      setMissing(false);
      setVersion(Date.now());
    } catch (error) {
      setFailure(errorMessage(error));
    }
  }

  return (
    <Panel title={t`Image on the sign-in page`}>
      {!isMissing && (
        <img
          key={version}
          className={styles.image}
          src={brandImageUrl(String(version))}
          alt={t`Brand`}
          onError={() => setMissing(true)}
        />
      )}
      <p>
        <Trans>It is shown if custom branding is on in the settings.</Trans>
      </p>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t`Upload an image`}
        accept="image/png,image/jpeg,image/gif,image/webp"
        onChange={({target}) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void change(server.uploadBrandImage(file));
        }}
      />
      <div className={styles.buttons}>
        <Button icon="upload" onPress={() => picker.current?.click()}>
          <Trans>Upload an image</Trans>
        </Button>
        {!isMissing && (
          <Button onPress={() => void change(server.deleteBrandImage())}>
            <Trans>Delete image</Trans>
          </Button>
        )}
      </div>
      <ErrorNotice text={failure} />
    </Panel>
  );
}
