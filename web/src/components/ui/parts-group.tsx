import {t} from '@lingui/core/macro';
import {type ComponentProps, useContext, useEffect, useRef, useState} from 'react';
import {flushSync} from 'react-dom';
import {FieldGroup, PartialFields} from './field.tsx';

interface PartsGroupProps extends ComponentProps<typeof FieldGroup> {
  /** Whether only one of several controls has a value, such as the day, but not the time. */
  isIncomplete?: boolean;
}

/**
 * A field for a date or a time whose parts people type one by one. While parts are missing, its value is empty, so a
 * form would be sent without what the person has typed. Instead, the field shows an error, and the form isn't submitted.
 */
export function PartsGroup({isIncomplete = false, error, children, ...field}: PartsGroupProps) {
  const box = useRef<HTMLDivElement>(null);
  const isPartial = useRef((): boolean => false);
  const [isCounted, setCounted] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const count = useContext(PartialFields);
  function update() {
    setCounted(isPartial.current());
    if (!isPartial.current()) setRefused(false);
  }
  useEffect(() => {
    isPartial.current = () => isIncomplete || missingPart(box.current!) !== undefined;
    update();
  });
  useEffect(() => {
    const form = box.current!.closest('form');
    function refuse(event: Event) {
      if (!isPartial.current()) return;
      // The form's own handler, which is called later, would send it.
      event.stopPropagation();
      // Before the focus, so that it goes to a part that already has its error.
      flushSync(() => setRefused(true));
      // The first of several such fields gets it.
      if (!event.defaultPrevented) missingPart(box.current!)?.focus();
      event.preventDefault();
    }
    form?.addEventListener('submit', refuse, {capture: true});
    const typed = new MutationObserver(update);
    typed.observe(box.current!, {subtree: true, attributeFilter: ['data-placeholder']});
    return () => {
      form?.removeEventListener('submit', refuse, {capture: true});
      typed.disconnect();
    };
  }, []);
  useEffect(() => {
    if (!isCounted) return;
    count((before) => before + 1);
    return () => count((before) => before - 1);
  }, [isCounted, count]);
  const partialError = field.required ? t`Enter all parts.` : t`Enter all parts, or delete them.`;
  return (
    <FieldGroup {...field} error={isRefused ? partialError : error}>
      {(control) => <div ref={box}>{children(control)}</div>}
    </FieldGroup>
  );
}

/** The first part without a value, if others have one. */
function missingPart(box: HTMLElement): HTMLElement | undefined {
  const parts = [...box.querySelectorAll<HTMLElement>('[role="spinbutton"]')];
  const missing = parts.filter((part) => part.hasAttribute('data-placeholder'));
  return missing.length < parts.length ? missing[0] : undefined;
}
