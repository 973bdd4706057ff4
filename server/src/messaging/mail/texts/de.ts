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
  missedMessages: {
    direct: (sender) => `Direktnachricht von ${sender}`,
    group: (channel) => `Gruppennachricht: ${channel}`,
    mention: (channel) => `Erwähnung in ${channel}`,
    reply: (channel) => `Antwort in ${channel}`,
    from: (senders) => `Neue Nachrichten von ${senders}`,
    several: 'Neue Nachrichten',
    hidden: 'Öffne sie, um sie zu lesen.',
    files: (names) => `Dateien: ${names}`,
    open: 'Nachricht ansehen',
    openThread: 'Thread ansehen',
    openAll: (site) => `${site} öffnen`,
    reason: 'Du bekommst E-Mails über Nachrichten, die du verpasst, während du abwesend bist.',
    unsubscribe: 'Diese E-Mails abbestellen',
  },
  invitation: {
    title: (inviter, team) => `@${inviter} lädt dich zu ${team} ein`,
    asMember: (inviter, team, site) =>
      `@${inviter} hat dich eingeladen, dem Team ${team} auf ${site} beizutreten, wo Menschen miteinander reden und arbeiten.`,
    asGuest: (inviter, team, site) => `@${inviter} hat dich als Gast zu ${team} auf ${site} eingeladen.`,
    channels: (names) => `Du kannst in diesen Kanälen mitreden: ${names}.`,
    button: 'Dem Team beitreten',
    expiry:
      'Der Link funktioniert einmal, 48 Stunden lang. Wenn du diese Einladung nicht erwartet hast, ignoriere diese E-Mail.',
  },
  notices: {
    email_changed: {
      title: 'Deine E-Mail-Adresse wurde geändert',
      text: (name, detail) => `Die E-Mail-Adresse deines Kontos @${name} ist jetzt ${detail}.`,
    },
    password_changed: {
      title: 'Dein Passwort wurde geändert',
      text: (name) => `Das Passwort deines Kontos @${name} wurde geändert.`,
    },
    username_changed: {
      title: 'Dein Benutzername wurde geändert',
      text: (name, detail) => `Dein Konto @${name} hat jetzt den Benutzernamen @${detail}.`,
    },
    new_sign_in: {
      title: 'Neue Anmeldung bei deinem Konto',
      text: (name, detail) =>
        `Jemand hat sich auf einem neuen Gerät bei deinem Konto @${name} angemeldet: ${detail}.`,
    },
    token_created: {
      title: 'Ein Zugriffstoken wurde erstellt',
      text: (name, detail) =>
        `Für dein Konto @${name} wurde ein Zugriffstoken erstellt: ${detail}. Programme, die es haben, können dein Konto benutzen.`,
    },
    deactivated: {
      title: 'Dein Konto wurde deaktiviert',
      text: (name) => `Dein Konto @${name} wurde deaktiviert. Du kannst dich nicht mehr anmelden.`,
    },
    notYou: 'Wenn du das nicht warst, ändere dein Passwort und wende dich an deinen Administrator.',
  },
  test: {
    subject: (site) => `[${site}] Test-E-Mail`,
    title: 'Es funktioniert',
    text: 'Dies ist eine Test-E-Mail. Die E-Mail-Einstellungen des Servers sind richtig.',
  },
  footer: (site, url) => `Gesendet von ${site} (${url}).`,
};
