import type {EmailTexts} from './en.ts';

export const de: EmailTexts = {
  passwordReset: {
    subject: (site) => `[${site}] Passwort zurücksetzen`,
    title: 'Passwort zurücksetzen',
    text: (name) =>
      `Jemand möchte das Passwort deines Kontos @${name} zurücksetzen. Mit diesem Link kannst du in den nächsten 24 Stunden ein neues festlegen. Er funktioniert einmal.`,
    button: 'Neues Passwort festlegen',
    ignore: 'Wenn du das nicht warst, ignoriere diese E-Mail. Dein Passwort bleibt unverändert.',
  },
  emailVerification: {
    subject: (site) => `[${site}] E-Mail-Adresse bestätigen`,
    title: 'E-Mail-Adresse bestätigen',
    text: (name) =>
      `Bestätige mit diesem Link in den nächsten 24 Stunden, dass diese Adresse zu deinem Konto @${name} gehört.`,
    button: 'E-Mail-Adresse bestätigen',
    ignore: 'Wenn du dort kein Konto hast, ignoriere diese E-Mail.',
  },
  test: {
    subject: (site) => `[${site}] Test-E-Mail`,
    title: 'Es funktioniert',
    text: 'Dies ist eine Test-E-Mail. Die E-Mail-Einstellungen des Servers sind richtig.',
  },
  footer: (site, url) => `Gesendet von ${site} (${url}).`,
};
