import {t} from '@lingui/core/macro';
import {KeyCaps} from '../../src/components/keyboard/sheet/key-caps.tsx';
import {Avatar} from '../../src/components/ui/avatar.tsx';
import {Button, DownloadLink} from '../../src/components/ui/button.tsx';
import {CopyField} from '../../src/components/ui/copy.tsx';
import {IconButton} from '../../src/components/ui/icon-button.tsx';
import {MentionBadge, Tag} from '../../src/components/ui/tag.tsx';
import styles from '../gallery.module.css';
import {Specimen, Specimens} from '../specimen.tsx';

const KINDS = ['primary', 'secondary', 'quiet', 'danger'] as const;

export function Controls() {
  return (
    <Specimens>
      {KINDS.map((kind) => (
        <Specimen key={kind} name={`Button ${kind}`}>
          <Button kind={kind}>{t`Save`}</Button>
          <Button kind={kind} icon={kind === 'danger' ? 'trash' : 'add'} size="small">
            {kind === 'danger' ? t`Delete` : t`Add`}
          </Button>
        </Specimen>
      ))}
      <Specimen name="Button isDisabled, busy">
        <Button kind="primary" isDisabled>
          {t`Save`}
        </Button>
        <Button kind="primary" busy>
          {t`Save`}
        </Button>
      </Specimen>
      <Specimen name="DownloadLink">
        <DownloadLink href="#data">{t`Download`}</DownloadLink>
      </Specimen>
      <Specimen name="IconButton">
        <IconButton icon="bookmark" label={t`Save for later`} />
        <IconButton icon="bookmark" label={t`Saved`} pressed />
        <IconButton icon="bookmark" label={t`Save for later`} size="small" />
        <IconButton icon="send" label={t`Send`} isDisabled />
      </Specimen>
      <Specimen name="IconButton onDark">
        <div className={styles.dark}>
          <IconButton icon="menu" label={t`Open navigation`} onDark />
        </div>
      </Specimen>
      <Specimen name="Tag">
        <Tag>{t`BOT`}</Tag>
        <Tag kind="good">{t`DONE`}</Tag>
        <Tag kind="warn">{t`IMPORTANT`}</Tag>
        <Tag kind="bad">{t`URGENT`}</Tag>
      </Specimen>
      <Specimen name="MentionBadge">
        <MentionBadge mentions={1} />
        <MentionBadge mentions={12} />
        <MentionBadge mentions={120} />
      </Specimen>
      <Specimen name="KeyCaps">
        <KeyCaps keys={{key: 'k', ctrl: true}} />
        <KeyCaps keys={{key: 'ArrowUp', alt: true, shift: true}} />
      </Specimen>
      <Specimen name="Avatar">
        <Avatar name="Mira Okafor" size={38} presence="online" />
        <Avatar name="Priya Nair" size={38} presence="away" />
        <Avatar name="Tomas Ruiz" size={38} presence="dnd" />
        <Avatar name="Jonas Lind" size={38} presence="offline" />
        <Avatar name="Layla Haddad" size={20} />
        <Avatar name="Tidewater" size={38} square />
      </Specimen>
      <Specimen name="CopyField" wide>
        <div className={styles.block}>
          <CopyField label={t`URL`} value="https://chat.example.com/hooks/9f3k2m7x5c" />
        </div>
      </Specimen>
    </Specimens>
  );
}
