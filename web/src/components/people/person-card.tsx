import {t} from '@lingui/core/macro';
import type {ReactNode} from 'react';
import {Button as AriaButton} from 'react-aria-components/Button';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {PopoverTrigger} from '../ui/popover.tsx';
import {LoadingState} from '../ui/state.tsx';
import styles from './person-card.module.css';

const PersonFacts = lazyComponent(() => import('./person-facts.tsx'), <LoadingState />);

/** In a window narrower than this, in pixels, a card opens below the picture and not next to it. */
const NARROW = 480;

interface PersonCardTriggerProps {
  userId: string;
  className?: string;
  /** For screen readers, if the content is a picture. */
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
      label={t`Profile`}
      frameClassName={styles.popover}
      className={styles.card}
      placement={window.innerWidth < NARROW ? 'bottom start' : 'end top'}
      offset={8}
    >
      {(close) => <PersonFacts userId={userId} onClose={close} />}
    </PopoverTrigger>
  );
}
