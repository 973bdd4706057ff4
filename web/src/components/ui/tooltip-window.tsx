import {useId, useLayoutEffect, useMemo, useRef} from 'react';
import {useOverlayPosition} from 'react-aria/useOverlayPosition';
import styles from './tooltip.module.css';
import {closeTooltip, type OpenTooltip} from './tooltips.ts';

/** A tooltip next to its element, loaded when the first one opens. */
export default function TooltipWindow({element, content}: OpenTooltip) {
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
