import {t} from '@lingui/core/macro';
import {useStore} from '@nanostores/react';
import {$toasts, closeToast, holdToasts} from '../../lib/toasts.ts';
import {Button} from './button.tsx';
import {Icon} from './icon.tsx';
import {IconButton} from './icon-button.tsx';
import styles from './toast.module.css';

/** Shows the toasts. Rendered once, next to the pages. */
export function Toasts() {
  const list = useStore($toasts);
  function close(id: number) {
    closeToast(id);
    // The toast that had the pointer or the focus is gone.
    holdToasts(false);
  }
  return (
    <section
      className={styles.region}
      aria-label={t`Notifications`}
      aria-live="polite"
      onPointerEnter={() => holdToasts(true)}
      onPointerLeave={() => holdToasts(false)}
      onFocus={() => holdToasts(true)}
      onBlur={() => holdToasts(false)}
    >
      {list.map(({id, kind, text, action}) => (
        <div key={id} className={styles.toast} data-kind={kind} role={kind === 'error' ? 'alert' : undefined}>
          <Icon name={kind === 'error' ? 'warning' : 'check'} />
          <span className={styles.text}>{text}</span>
          {action && (
            <Button
              size="small"
              onPress={() => {
                close(id);
                void action.run();
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton icon="close" size="small" label={t`Close`} onPress={() => close(id)} />
        </div>
      ))}
    </section>
  );
}
