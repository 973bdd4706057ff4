const CONSOLE = /^sysconsole_(read|write)_(.+)$/;

/** The sections of the System Console, which other clients show, by the permissions to see or change them. */
export function consoleSections(permissions: readonly string[]): string[] {
  return [...new Set(permissions.flatMap((permission) => CONSOLE.exec(permission)?.[2] ?? []))].sort();
}

const AREA =
  /^(user_management|authentication|compliance|environment|experimental|integrations|products|reporting|site)_(.+)$/;
const ACRONYM = /\b(?:cors|gif|ip|ldap|mfa|saml|smtp)\b/g;
const NAMES: {[word: string]: string} = {
  bleve: 'Bleve',
  elasticsearch: 'Elasticsearch',
  openid: 'OpenID',
  signup: 'sign-up',
};

/** The English name of a section of the System Console, such as `User management: teams`. */
export function englishSectionName(section: string): string {
  const [, area, name] = AREA.exec(section) ?? [];
  const words = (area ? `${area}: ${name}` : section)
    .replaceAll('_', ' ')
    .replaceAll(ACRONYM, (word) => word.toUpperCase())
    .replaceAll(/\w+/g, (word) => NAMES[word] ?? word);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
