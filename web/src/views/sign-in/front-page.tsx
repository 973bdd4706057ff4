import {t} from '@lingui/core/macro';
import {type ReactNode, useState} from 'react';
import {type Language, languageName} from '../../../../server/src/platform/languages/languages.ts';
import mark from '../../components/ui/patchbay.svg';
import {SelectField} from '../../components/ui/select-field.tsx';
import {chooseSignInLanguage, offeredLanguages} from '../../data/session/language.ts';
import {useClientConfig} from '../../data/system/client-config.ts';
import {language} from '../../lib/language.ts';
import {brandImageUrl} from '../../lib/server.ts';
import styles from './front-page.module.css';

/** A page that is shown before signing in: a heading, and the content below it. */
export function FrontPage({title, children}: {title: string; children: ReactNode}) {
  const {CustomDescriptionText, EnableCustomBrand, CustomBrandText} = useClientConfig();
  return (
    <main className={styles.page}>
      <section className={styles.card} aria-labelledby="front-title">
        <img className={styles.mark} src={mark} alt="" width={44} height={44} />
        <h1 className={styles.title} id="front-title">
          {title}
        </h1>
        {CustomDescriptionText && <p className={styles.quiet}>{CustomDescriptionText}</p>}
        {children}
        {EnableCustomBrand === 'true' && <BrandImage />}
        {EnableCustomBrand === 'true' && CustomBrandText && <p className={styles.brand}>{CustomBrandText}</p>}
      </section>
      <SupportLinks />
      <LanguageChoice />
    </main>
  );
}

/** The image that administrators set, if there is one. */
function BrandImage() {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return null;
  return (
    <img className={styles.brandImage} src={brandImageUrl('0')} alt="" onError={() => setMissing(true)} />
  );
}

/** The links that administrators set. Links without a URL are left out. */
function SupportLinks() {
  const {AboutLink, HelpLink, TermsOfServiceLink, PrivacyPolicyLink, SupportEmail} = useClientConfig();
  const links = [
    {link: AboutLink, label: t`About`},
    {link: HelpLink, label: t`Help`},
    {link: TermsOfServiceLink, label: t`Terms of service`},
    {link: PrivacyPolicyLink, label: t`Privacy policy`},
    {link: SupportEmail && `mailto:${SupportEmail}`, label: t`Contact support`},
  ].filter(({link}) => link);
  if (links.length === 0) return null;
  return (
    <nav className={styles.links} aria-label={t`About this site`}>
      {links.map(({link, label}) => (
        <a key={label} href={link} target="_blank" rel="noopener noreferrer">
          {label}
        </a>
      ))}
    </nav>
  );
}

/** Chooses the language of the page before signing in. */
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
        onChange={(chosen) => chooseSignInLanguage(chosen as Language)}
      />
    </div>
  );
}
