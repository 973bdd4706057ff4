import {useStore} from '@nanostores/react';
import {useEffect, useId, useLayoutEffect, useMemo, useRef} from 'react';
import {useOverlayPosition} from 'react-aria/useOverlayPosition';
import {createPortal} from 'react-dom';
import styles from './tooltip.module.css';
import {$tooltip, closeTooltip, followTooltips, type OpenTooltip} from './tooltips.ts';

/** Shows the tooltips of the page, one at a time. Elements get them with `withTooltip`. */
export function Tooltip() {
  const open = useStore($tooltip);
  useEffect(followTooltips, []);
  // In the body, above dialogs and outside everything that cuts off its content.
  return open && createPortal(<Shown key={open.number} {...open} />, document.body);
}

function Shown({element, content}: OpenTooltip) {
  const overlay = useRef<HTMLDivElement>(null);
  const target = useMemo(() => ({current: element}), [element]);
  const {overlayProps} = useOverlayPosition({
    targetRef: target,
    overlayRef: overlay,
    placement: 'top',
    offset: 6,
    isOpen: true,
    // When something around the element scrolls.
    onClose: closeTooltip,
  });
  const id = useId();
  const isName = typeof content === 'string';
  useLayoutEffect(() => {
    if (isName) return;
    element.setAttribute('aria-describedby', id);
    return () => element.removeAttribute('aria-describedby');
  }, [element, isName, id]);
  return (
    <div
      ref={overlay}
      role="tooltip"
      id={id}
      dir="auto"
      className={styles.tooltip}
      style={overlayProps.style}
    >
      {content}
    </div>
  );
}
