const CONSOLE = /^sysconsole_(read|write)_(.+)$/;

/** The sections of the System Console, which other clients show, by the permissions to see or change them. */
export function consoleSections(permissions: readonly string[]): string[] {
  return [...new Set(permissions.flatMap((permission) => CONSOLE.exec(permission)?.[2] ?? []))].sort();
}

const AREA =
  /^(user_management|authentication|compliance|environment|experimental|integrations|products|reporting|site)_(.+)$/;

/** Words that aren't written as in the name of a permission. */
const WORDS: {[word: string]: string} = {
  bleve: 'Bleve',
  cors: 'CORS',
  elasticsearch: 'Elasticsearch',
  gif: 'GIF',
  ip: 'IP',
  ldap: 'LDAP',
  mfa: 'MFA',
  openid: 'OpenID',
  saml: 'SAML',
  signup: 'sign-up',
  smtp: 'SMTP',
};

/** The English name of a section of the System Console, such as `User management: teams`. */
export function englishSectionName(section: string): string {
  const [, area, name] = AREA.exec(section) ?? [];
  const words = (area ? `${area}: ${name}` : section)
    .replaceAll('_', ' ')
    .replaceAll(/\w+/g, (word) => WORDS[word] ?? word);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
