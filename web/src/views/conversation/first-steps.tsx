import {useIsNarrowWindow} from '../../components/frame/narrow-window.ts';
import {lazyComponent} from '../../components/ui/lazy-component.tsx';
import {useFirstStep} from '../../data/preferences/first-steps.ts';
import {withCatalog} from '../../lib/i18n.ts';

const Steps = lazyComponent(() => withCatalog('first-steps', import('./first-steps/steps.tsx')));

/**
 * An introduction for new people. It is in the sidebar, or in the channel if the window is so narrow that the sidebar is
 * in a drawer, where a new person wouldn't see it.
 */
export function FirstSteps({place}: {place: 'sidebar' | 'channel'}) {
  const number = useFirstStep();
  const isInChannel = useIsNarrowWindow();
  if (!number || isInChannel !== (place === 'channel')) return null;
  return <Steps number={number} isInChannel={isInChannel} />;
}
