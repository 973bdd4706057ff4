import {t} from '@lingui/core/macro';
import tokens from '../../src/app/design-tokens.css?raw';
import {ICON_NAMES, Icon} from '../../src/components/ui/icon.tsx';
import {Spinner} from '../../src/components/ui/spinner.tsx';
import styles from '../gallery.module.css';
import {Specimen, Specimens} from '../specimen.tsx';

/** The names of all tokens that begin like this, in the order of the file. */
function tokensOf(...prefixes: string[]): string[] {
  const names = [...tokens.matchAll(/^ {2}(--[\w-]+):/gm)].map((match) => match[1]!);
  return [...new Set(names)].filter((name) => prefixes.some((prefix) => name.startsWith(prefix)));
}

export function Colors() {
  return (
    <div className={styles.swatches}>
      {tokensOf('--color-', '--code-', '--person-', '--name-').map((name) => (
        <div key={name} className={styles.swatch}>
          <div className={styles.color} style={{background: `var(${name})`}} />
          <code className={styles.name}>{name}</code>
        </div>
      ))}
    </div>
  );
}

export function Type() {
  return (
    <Specimens>
      {tokensOf('--text-').map((name) => (
        <Specimen key={name} name={name}>
          <div className={styles.sample} style={{fontSize: `var(${name})`}}>
            {t`Keyboard shortcuts`}
          </div>
        </Specimen>
      ))}
      {tokensOf('--weight-').map((name) => (
        <Specimen key={name} name={name}>
          <div className={styles.sample} style={{fontWeight: `var(${name})`}}>
            {t`Keyboard shortcuts`}
          </div>
        </Specimen>
      ))}
      {tokensOf('--font-').map((name) => (
        <Specimen key={name} name={name}>
          <div className={styles.sample} style={{fontFamily: `var(${name})`}}>
            Patchbay 0123456789
          </div>
        </Specimen>
      ))}
    </Specimens>
  );
}

export function Spacing() {
  return (
    <Specimens>
      {tokensOf('--space-').map((name) => (
        <Specimen key={name} name={name}>
          <div className={styles.bar} style={{width: `var(${name})`}} />
        </Specimen>
      ))}
      {tokensOf('--radius').map((name) => (
        <Specimen key={name} name={name}>
          <div className={styles.box} style={{border: 'var(--border)', borderRadius: `var(${name})`}} />
        </Specimen>
      ))}
      {tokensOf('--shadow').map((name) => (
        <Specimen key={name} name={name}>
          <div className={styles.box} style={{borderRadius: 'var(--radius)', boxShadow: `var(${name})`}} />
        </Specimen>
      ))}
      {['--border', '--line'].map((name) => (
        <Specimen key={name} name={name}>
          <div className={styles.box} style={{border: `var(${name})`, borderRadius: 'var(--radius)'}} />
        </Specimen>
      ))}
      {tokensOf('--control-').map((name) => (
        <Specimen key={name} name={name}>
          <div className={styles.bar} style={{width: '6rem', height: `var(${name})`}} />
        </Specimen>
      ))}
    </Specimens>
  );
}

export function Motion() {
  return (
    <Specimens>
      <Specimen name="--fast">
        <div className={styles.slide} />
      </Specimen>
      <Specimen name="--turn">
        <Spinner size={28} />
      </Specimen>
    </Specimens>
  );
}

export function Icons() {
  return (
    <div className={styles.icons}>
      {ICON_NAMES.map((name) => (
        <div key={name} className={styles.icon}>
          <Icon name={name} size={24} />
          <code className={styles.name}>{name}</code>
        </div>
      ))}
    </div>
  );
}
