import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {Button} from '../components/ui/button.tsx';
import {EmptyState} from '../components/ui/state.tsx';

/** Shown instead of a page that failed because of an error in the client. */
export function PageFault() {
  return (
    <EmptyState icon="warning" title={t`Something went wrong`}>
      <p>
        <Trans>
          Your messages are safe. Reload the page. If this happens again, contact your administrator.
        </Trans>
      </p>
      <Button kind="primary" onPress={() => window.location.reload()}>
        <Trans>Reload</Trans>
      </Button>
    </EmptyState>
  );
}
