import {t} from '@lingui/core/macro';
import type {ReactNode} from 'react';
import {SelectField} from '../../components/ui/field.tsx';
import mark from '../../components/ui/patchbay.svg';
import {chooseSignInLanguage, offeredLanguages} from '../../data/session/language.ts';
import {language} from '../../lib/language.ts';
import {type Language, languageName} from '../../lib/languages.ts';
import styles from './front-page.module.css';

/** A page before one has signed in: a heading, and what to do under it. */
export function FrontPage({title, children}: {title: string; children: ReactNode}) {
  return (
    <main className={styles.page}>
      <section className={styles.card} aria-labelledby="front-title">
        <img className={styles.mark} src={mark} alt="" width={44} height={44} />
        <h1 className={styles.title} id="front-title">
          {title}
        </h1>
        {children}
      </section>
      <LanguageChoice />
    </main>
  );
}

/** Chooses the language of the page before sign-in. */
function LanguageChoice() {
  const languages = offeredLanguages();
  if (languages.length < 2) return null;
  return (
    <div className={styles.language}>
      <SelectField
        label={t`Language`}
        hideLabel
        options={languages.map((value) => ({value, label: languageName(value)}))}
        value={language()}
        onChange={(event) => chooseSignInLanguage(event.target.value as Language)}
      />
    </div>
  );
}
