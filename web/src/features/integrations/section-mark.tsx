import {Icon} from '../../components/icon.tsx';
import styles from './section-mark.module.css';
import {SECTIONS, type SectionName} from './sections.ts';

/** The sign of a kind of integration, beside one of them. */
export function SectionMark({section}: {section: SectionName}) {
  return (
    <span className={styles.mark}>
      <Icon name={SECTIONS[section].icon} size={20} />
    </span>
  );
}
