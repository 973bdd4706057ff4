import {t} from '@lingui/core/macro';
import {useState} from 'react';
import {copyText} from '../../lib/copy-text.ts';
import {Button} from './button.tsx';
import styles from './copy.module.css';
import type {IconName} from './icon.tsx';
import {IconButton} from './icon-button.tsx';

/** In milliseconds. */
const CONFIRMATION_MILLIS = 1_500;

function useCopied(text: string): [boolean, () => void] {
  const [copied, setCopied] = useState(false);
  async function copy() {
    if (!(await copyText(text))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), CONFIRMATION_MILLIS);
  }
  return [copied, () => void copy()];
}

interface CopyButtonProps {
  text: string;
  label: string;
  icon?: IconName;
  onDark?: boolean;
}

export function CopyButton({text, label, icon = 'copy', onDark = false}: CopyButtonProps) {
  const [copied, copy] = useCopied(text);
  return (
    <IconButton
      icon={copied ? 'check' : icon}
      size={onDark ? 'normal' : 'small'}
      onDark={onDark}
      label={copied ? t`Copied` : label}
      onPress={copy}
    />
  );
}

/** A value such as a URL or secret, with a button to copy it. */
export function CopyField({label, value, secret = false}: {label: string; value: string; secret?: boolean}) {
  const [copied, copy] = useCopied(value);
  return (
    <div className={styles.field} data-secret={secret || undefined}>
      <span className={styles.label}>{label}</span>
      <code className={styles.value}>{value}</code>
      <Button size="small" icon={copied ? 'check' : 'copy'} onPress={copy} aria-label={t`Copy: ${label}`}>
        {copied ? t`Copied` : t`Copy`}
      </Button>
    </div>
  );
}
