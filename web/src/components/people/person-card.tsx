import type {ReactNode} from 'react';
import {Button as AriaButton} from 'react-aria-components/Button';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {PopoverTrigger} from '../ui/popover.tsx';
import {LoadingState} from '../ui/state.tsx';
import styles from './person-card.module.css';

const PersonFacts = lazyComponent(() => import('./person-facts.tsx'), <LoadingState />);

/** Pixels of a window in which a card has no room beside a picture. */
const NARROW = 480;

interface PersonCardTriggerProps {
  userId: string;
  className?: string;
  /** Read aloud instead of what is in it, which may be a picture. */
  label?: string;
  /** The same card opens beside it: the Tab key need not stop at both. */
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
  return (
    <PopoverTrigger
      trigger={
        <AriaButton
          className={`${styles.trigger} ${className ?? ''}`}
          aria-label={label}
          excludeFromTabOrder={skippedByTab}
        >
          {children}
        </AriaButton>
      }
      label="About this person"
      frameClassName={styles.popover}
      className={styles.card}
      placement={window.innerWidth < NARROW ? 'bottom start' : 'right top'}
      offset={8}
    >
      {(close) => <PersonFacts userId={userId} onClose={close} />}
    </PopoverTrigger>
  );
}
