import {createStore, useStore} from '../lib/store.ts';
import {Icon} from './icon.tsx';
import {IconButton} from './icon-button.tsx';
import styles from './toast.module.css';

interface Toast {
  id: number;
  kind: 'done' | 'error';
  text: string;
}

const toasts = createStore<readonly Toast[]>([]);
/** Milliseconds that good news stays; bad news stays until it is closed. */
const SHOWN_FOR = 5_000;
let last = 0;

function show(kind: Toast['kind'], text: string): void {
  const toast = {id: ++last, kind, text};
  toasts.set([...toasts.get().filter((one) => one.text !== text), toast]);
  if (kind === 'done') setTimeout(() => close(toast.id), SHOWN_FOR);
}

function close(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

/** Says for a moment that something was done, where the page itself does not show it. */
export function tellDone(text: string): void {
  show('done', text);
}

/** Says that something went wrong that has no place of its own on the page. */
export function tellError(text: string): void {
  show('error', text);
}

/** Where toasts appear: once, beside the pages. */
export function Toasts() {
  const list = useStore(toasts);
  return (
    <section className={styles.region} aria-label="Notices" aria-live="polite">
      {list.map(({id, kind, text}) => (
        <div key={id} className={styles.toast} data-kind={kind} role={kind === 'error' ? 'alert' : undefined}>
          <Icon name={kind === 'error' ? 'warning' : 'check'} />
          <span className={styles.text}>{text}</span>
          <IconButton icon="close" size="small" label="Close this notice" onPress={() => close(id)} />
        </div>
      ))}
    </section>
  );
}
