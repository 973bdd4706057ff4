import {t} from '@lingui/core/macro';
import type {ReactNode} from 'react';
import {Button as AriaButton} from 'react-aria-components/Button';
import {withCatalog} from '../../lib/i18n.ts';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {PopoverTrigger} from '../ui/popover.tsx';
import {LoadingState} from '../ui/state.tsx';
import {type Trigger, useOpener} from '../ui/use-opener.ts';
import styles from './person-card.module.css';

const PersonFacts = lazyComponent(
  () => withCatalog('conversation', import('./profile/person-facts.tsx')),
  <LoadingState />,
);
const PersonSheet = lazyComponent(() => withCatalog('conversation', import('./profile/person-sheet.tsx')));

/** In pixels. In narrower windows there is no room for a card next to a name, so it is shown as a dialog. */
const NARROW = 480;

interface PersonCardTriggerProps {
  userId: string;
  className?: string;
  /** For screen readers. Needed if the content is a picture. */
  label?: string;
  /** Another trigger next to it opens the same card, so the Tab key skips this one. */
  skippedByTab?: boolean;
  /** Called when the card opens another page. */
  onLeave?: () => void;
  children: ReactNode;
}

/** A name or a picture that opens a card about the person. */
export function PersonCardTrigger({
  userId,
  className,
  label,
  skippedByTab,
  onLeave,
  children,
}: PersonCardTriggerProps) {
  const trigger = (
    <AriaButton
      className={`${styles.trigger} ${className ?? ''}`}
      aria-label={label}
      excludeFromTabOrder={skippedByTab}
    >
      {children}
    </AriaButton>
  );
  if (window.innerWidth < NARROW)
    return <PersonSheetTrigger userId={userId} trigger={trigger} onLeave={onLeave} />;
  return (
    <PopoverTrigger
      trigger={trigger}
      label={t`Profile`}
      frameClassName={styles.popover}
      className={styles.card}
      placement="end top"
      offset={8}
    >
      {(close) => (
        <PersonFacts
          userId={userId}
          onLeave={() => {
            close();
            onLeave?.();
          }}
        />
      )}
    </PopoverTrigger>
  );
}

function PersonSheetTrigger({
  userId,
  trigger,
  onLeave,
}: {
  userId: string;
  trigger: Trigger;
  onLeave: (() => void) | undefined;
}) {
  const opener = useOpener({trigger, kind: 'dialog', load: PersonSheet.load});
  return (
    <>
      {opener.button}
      {opener.isOpen && (
        <PersonSheet userId={userId} onClose={() => opener.setOpen(false)} onLeave={onLeave} />
      )}
    </>
  );
}
