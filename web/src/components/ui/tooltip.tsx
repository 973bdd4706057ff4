import {useStore} from '@nanostores/react';
import {type ComponentType, useEffect, useState} from 'react';
import {createPortal} from 'react-dom';
import {$tooltip, followTooltips, type OpenTooltip} from './tooltips.ts';

/** Shows the tooltips of the page, one at a time. Elements get them with `withTooltip`. */
export function Tooltip() {
  const open = useStore($tooltip);
  const [Loaded, setLoaded] = useState<ComponentType<OpenTooltip>>();
  useEffect(followTooltips, []);
  const isNeeded = open !== undefined && !Loaded;
  useEffect(() => {
    if (!isNeeded) return;
    // Not a lazy component: if it can't be loaded, there is no tooltip instead of an error.
    import('./tooltip-window.tsx').then(
      (module) => setLoaded(() => module.default),
      () => undefined,
    );
  }, [isNeeded]);
  // In the body, above dialogs and outside everything that cuts off its content.
  return open && Loaded && createPortal(<Loaded key={open.number} {...open} />, document.body);
}
