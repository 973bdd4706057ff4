import {lazy, type ReactNode, Suspense} from 'react';
import {Button as AriaButton} from 'react-aria-components/Button';
import {Dialog, DialogTrigger} from 'react-aria-components/Dialog';
import {Popover} from 'react-aria-components/Popover';
import {LoadingState} from '../../components/state.tsx';
import styles from './person-card.module.css';

const PersonFacts = lazy(() => import('./person-facts.tsx'));

interface PersonCardTriggerProps {
  userId: string;
  className?: string;
  /** Read aloud instead of what is in it, which may be a picture. */
  label?: string;
  children: ReactNode;
}

/** A name or a picture that opens a card about the person. */
export function PersonCardTrigger({userId, className, label, children}: PersonCardTriggerProps) {
  return (
    <DialogTrigger>
      <AriaButton className={`${styles.trigger} ${className ?? ''}`} aria-label={label}>
        {children}
      </AriaButton>
      <Popover className={styles.popover} placement="right top" offset={8}>
        <Dialog className={styles.card} aria-label="About this person">
          {({close}) => (
            <Suspense fallback={<LoadingState />}>
              <PersonFacts userId={userId} onClose={close} />
            </Suspense>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
