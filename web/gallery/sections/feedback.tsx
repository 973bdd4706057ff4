import {t} from '@lingui/core/macro';
import {Button} from '../../src/components/ui/button.tsx';
import {Notice} from '../../src/components/ui/notice.tsx';
import {ProgressBar} from '../../src/components/ui/progress-bar.tsx';
import {EmptyState, ErrorState, LoadingState} from '../../src/components/ui/state.tsx';
import styles from '../gallery.module.css';
import {Specimen, Specimens} from '../specimen.tsx';

const noop = () => {};

export function Feedback() {
  return (
    <Specimens>
      <Specimen name="Notice info">
        <Notice>{t`This channel is archived.`}</Notice>
      </Specimen>
      <Specimen name="Notice success">
        <Notice kind="success">{t`Version restored`}</Notice>
      </Specimen>
      <Specimen name="Notice warning">
        <Notice kind="warning">{t`Your session expired. Sign in to continue.`}</Notice>
      </Specimen>
      <Specimen name="Notice error">
        <Notice kind="error">{t`You don't have permission to do this.`}</Notice>
      </Specimen>
      <Specimen name="ProgressBar">
        <div className={styles.block}>
          <ProgressBar label={t`Uploading files…`} share={0.62} />
        </div>
      </Specimen>
      <Specimen name="LoadingState">
        <LoadingState label={t`Loading messages…`} />
      </Specimen>
      <Specimen name="EmptyState">
        <EmptyState icon="at" title={t`No mentions yet`}>
          <p>{t`Messages that mention you appear here.`}</p>
          <Button>{t`Browse channels`}</Button>
        </EmptyState>
      </Specimen>
      <Specimen name="ErrorState">
        <ErrorState error={new Error(t`Messages couldn't be loaded.`)} onRetry={noop} />
      </Specimen>
    </Specimens>
  );
}
