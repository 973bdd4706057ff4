import type {ComponentProps, ReactNode, Ref} from 'react';
import {Button as AriaButton, type ButtonProps as AriaButtonProps} from 'react-aria-components/Button';
import styles from './button.module.css';
import {Icon, type IconName} from './icon.tsx';
import {Spinner} from './spinner.tsx';

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'isPending' | 'children'> {
  children: ReactNode;
  /** `primary` is the main action of a page, `quiet` is less prominent, and `danger` deletes something. */
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'normal' | 'small';
  icon?: IconName;
  /** Whether its action is in progress. It keeps its place and focus, and ignores clicks. */
  busy?: boolean;
  /** Fills the available width. */
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
  // The library's `isPending` isn't used: if the button is removed when its action is done, as in a dialog, an image
  // without a name stays on the page for seconds.
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

/** A link that downloads a file and looks like a button. */
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
