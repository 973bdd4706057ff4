import {Button} from '../components/ui/button.tsx';
import {EmptyState} from '../components/ui/state.tsx';

/** A page that has failed by a fault of its own. */
export function PageFault() {
  return (
    <EmptyState icon="warning" title="This page has failed">
      <p>Nothing that you wrote is lost. Load the page again; if it fails again, tell your administrator.</p>
      <Button kind="primary" onPress={() => window.location.reload()}>
        Load the page again
      </Button>
    </EmptyState>
  );
}
