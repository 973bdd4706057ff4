import type {ComponentProps, ReactNode, Ref} from 'react';
import {Button as AriaButton, type ButtonProps as AriaButtonProps} from 'react-aria-components/Button';
import styles from './button.module.css';
import {Icon, type IconName} from './icon.tsx';
import {Spinner} from './spinner.tsx';

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'isPending' | 'children'> {
  children: ReactNode;
  /** `primary` is what one came for, once a page; `quiet` stands back; `danger` destroys. */
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'normal' | 'small';
  icon?: IconName;
  /** Work that it started is under way: it keeps its place and its focus, and does nothing. */
  busy?: boolean;
  /** As wide as its place. */
  wide?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  children,
  kind = 'secondary',
  size = 'normal',
  icon,
  busy = false,
  wide = false,
  ...button
}: ButtonProps) {
  // Not by the library's `isPending`: that leaves an image without a name in the page for seconds, if the button
  // goes away when its work is done, as that of a window does.
  const whileBusy = {'aria-disabled': true, type: 'button', onPress: undefined} as const;
  return (
    <AriaButton
      {...button}
      {...(busy && whileBusy)}
      className={styles.button}
      data-kind={kind}
      data-size={size}
      data-wide={wide || undefined}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} size={size === 'small' ? 16 : 18} />}
      <span className={styles.label}>{children}</span>
    </AriaButton>
  );
}

interface DownloadLinkProps extends Omit<ComponentProps<'a'>, 'className' | 'href' | 'children'> {
  children: ReactNode;
  href: string;
  kind?: ButtonProps['kind'];
  size?: ButtonProps['size'];
}

/** A file to save, which the browser fetches by itself; it looks like a button. */
export function DownloadLink({
  children,
  kind = 'secondary',
  size = 'normal',
  download = '',
  ...link
}: DownloadLinkProps) {
  return (
    <a {...link} download={download} className={styles.button} data-kind={kind} data-size={size}>
      <Icon name="download" size={size === 'small' ? 16 : 18} />
      <span className={styles.label}>{children}</span>
    </a>
  );
}
