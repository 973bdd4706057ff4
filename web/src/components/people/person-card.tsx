import {t} from '@lingui/core/macro';
import type {ReactNode} from 'react';
import {Button as AriaButton} from 'react-aria-components/Button';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {PopoverTrigger} from '../ui/popover.tsx';
import {LoadingState} from '../ui/state.tsx';
import {type Trigger, useOpener} from '../ui/use-opener.ts';
import styles from './person-card.module.css';

const PersonFacts = lazyComponent(() => import('./person-facts.tsx'), <LoadingState />);

const PersonSheet = lazyComponent(() => import('./person-sheet.tsx'));

/** In pixels. In narrower windows there is no room for a card next to a name, so it is shown as a dialog. */
const NARROW = 480;

interface PersonCardTriggerProps {
  userId: string;
  className?: string;
  /** For screen readers. Needed if the content is a picture. */
  label?: string;
  /** Another trigger next to it opens the same card, so the Tab key skips this one. */
  skippedByTab?: boolean;
  children: ReactNode;
}

/** A name or a picture that opens a card about the person. */
export function PersonCardTrigger({
  userId,
  className,
  label,
  skippedByTab,
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
  if (window.innerWidth < NARROW) return <PersonSheetTrigger userId={userId} trigger={trigger} />;
  return (
    <PopoverTrigger
      trigger={trigger}
      label={t`Profile`}
      frameClassName={styles.popover}
      className={styles.card}
      placement="end top"
      offset={8}
    >
      {(close) => <PersonFacts userId={userId} onClose={close} />}
    </PopoverTrigger>
  );
}

function PersonSheetTrigger({userId, trigger}: {userId: string; trigger: Trigger}) {
  const opener = useOpener({trigger, kind: 'dialog', load: PersonSheet.load});
  return (
    <>
      {opener.button}
      {opener.isOpen && <PersonSheet userId={userId} onClose={() => opener.setOpen(false)} />}
    </>
  );
}
