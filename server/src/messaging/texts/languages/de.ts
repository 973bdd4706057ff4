import type {Translation} from '../catalog.ts';

export const de: Translation = {
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
  push: {
    newMessage: 'Neue Nachricht',
    files: 'Hat eine Datei gesendet',
    reply: 'Hat in einem Thread geantwortet',
    testTitle: 'Push-Benachrichtigungen funktionieren',
    test: 'Du wirst hier benachrichtigt, auch wenn Patchbay geschlossen ist.',
  },
  commands: {
    descriptions: {
      online: 'Status auf „Online“ setzen',
      away: 'Status auf „Abwesend“ setzen',
      dnd: '„Nicht stören“ einschalten',
      offline: 'Status auf „Offline“ setzen',
      status: 'Eigenen Status festlegen oder löschen',
      me: 'Eine Nachricht als Aktion senden',
      shrug: 'Ein Schulterzucken an deine Nachricht anhängen',
      code: 'Text als Codeblock senden',
      echo: 'Eine Nachricht sofort oder später senden',
      msg: 'Eine Direktnachricht senden',
      groupmsg: 'Eine Gruppennachricht senden',
      join: 'Einem Kanal beitreten',
      open: 'Einen Kanal öffnen und ihm bei Bedarf beitreten',
      poll: 'Eine Umfrage erstellen',
      leave: 'Den Kanal verlassen',
      invite: 'Jemanden zu diesem oder einem anderen Kanal hinzufügen',
      kick: 'Jemanden aus dem Kanal entfernen',
      remove: 'Jemanden aus dem Kanal entfernen',
      rename: 'Den Kanal umbenennen',
      header: 'Die Überschrift des Kanals bearbeiten',
      purpose: 'Den Zweck des Kanals bearbeiten',
      mute: 'Diesen oder einen anderen Kanal stummschalten oder die Stummschaltung aufheben',
      invite_people: 'Personen per E-Mail in das Team einladen',
      collapse: 'Bilder und Linkvorschauen einklappen',
      expand: 'Bilder und Linkvorschauen ausklappen',
      help: 'Verfügbare Befehle auflisten',
      logout: 'Abmelden',
      shortcuts: 'Die Tastenkürzel anzeigen',
      search: 'Nachrichten suchen',
      settings: 'Die Einstellungen öffnen',
    },
    hints: {
      status: ':[Emoji]: [Text] oder clear',
      me: '[Nachricht]',
      shrug: '[Nachricht]',
      code: '[Text]',
      echo: '[Nachricht] [Sekunden]',
      msg: '@[Benutzername] [Nachricht]',
      groupmsg: '@[Benutzername1],@[Benutzername2] [Nachricht]',
      join: '~[Kanal]',
      open: '~[Kanal]',
      poll: '"[Frage]" "[Option 1]" "[Option 2]" [--multiple] [--anonymous]',
      invite: '@[Benutzername] ~[Kanal]',
      kick: '@[Benutzername]',
      remove: '@[Benutzername]',
      rename: '[Text]',
      header: '[Text]',
      purpose: '[Text]',
      mute: '~[Kanal]',
      invite_people: '[name@example.com ...]',
      search: '[Text]',
    },
    chosen: {
      online: 'Du bist jetzt online.',
      away: 'Du bist jetzt abwesend.',
      dnd: '„Nicht stören“ ist eingeschaltet. Zum Ausschalten verwende /online.',
      offline: 'Du wirst jetzt als offline angezeigt.',
    },
    statusSet: (status) => `Dein Status ist jetzt ${status}. Zum Löschen verwende /status clear.`,
    statusCleared: 'Dein Status wurde gelöscht.',
    statusText: '/status braucht ein Emoji oder einen Text, zum Beispiel /status :palm_tree: Im Urlaub',
    meText: '/me braucht einen Text, zum Beispiel /me winkt',
    codeText: '/code braucht einen Text, zum Beispiel /code x = 1',
    echoText: '/echo braucht einen Text, zum Beispiel /echo "fertig" 60',
    echoLater: (message, seconds) => `„${message}“ wird in ${seconds} s gesendet.`,
    echoDelay: (max, seconds) => `/echo wartet höchstens ${max} Sekunden, nicht ${seconds}.`,
    specifyUser: 'Gib einen Benutzernamen an, zum Beispiel @ann.',
    noUser: (user) => `Es gibt kein Konto ${user}.`,
    groupUsers: '/groupmsg braucht Benutzernamen, zum Beispiel /groupmsg @ann,@bob hallo',
    joinName: '/join braucht den Namen eines Kanals, zum Beispiel /join ~releases',
    cannotJoin: (channel) => `Dieses Team hat keinen Kanal ${channel}, dem du beitreten kannst.`,
    renameText: '/rename braucht einen Text.',
    notInChannel: (user, channel) => `${user} ist nicht im Kanal ${channel}.`,
    notInConversation: (user) => `${user} nimmt nicht an dieser Unterhaltung teil.`,
    notInTeam: (user) => `${user} ist nicht in diesem Team. Füge die Person zuerst zum Team hinzu.`,
    added: (user, channel) => `${user} wurde zu ${channel} hinzugefügt.`,
    notMember: (channel) => `Du bist in keinem Kanal ${channel}.`,
    muted: (channel) => `${channel} ist stummgeschaltet. Zum Aufheben verwende /mute noch einmal.`,
    unmuted: (channel) => `${channel} ist nicht mehr stummgeschaltet.`,
    conversationMuted: 'Diese Unterhaltung ist stummgeschaltet. Zum Aufheben verwende /mute noch einmal.',
    conversationUnmuted: 'Diese Unterhaltung ist nicht mehr stummgeschaltet.',
    addresses: '/invite_people braucht E-Mail-Adressen, zum Beispiel /invite_people ann@example.com',
    tooManyAddresses: (max, count) =>
      `/invite_people nimmt höchstens ${max} Adressen auf einmal, nicht ${count}.`,
    invited: (addresses) => `Eingeladen: ${addresses}.`,
    notInvited: (address, reason) => `Nicht eingeladen: ${address}. ${reason}`,
    collapsed: 'Bilder und Linkvorschauen sind jetzt eingeklappt.',
    expanded: 'Bilder und Linkvorschauen sind jetzt ausgeklappt.',
    shortcuts: 'Um die Tastenkürzel zu sehen, drücke im Webclient Strg+/.',
    search: 'Verwende zum Suchen das Suchfeld oben im Webclient.',
    settings: 'Um die Einstellungen zu öffnen, klicke im Webclient auf dein Profilbild.',
  },
  polls: {
    unknownWord: (word) =>
      `„${word}“ steht nicht in Anführungszeichen und ist weder --multiple noch --anonymous. Beispiel: /poll "Wo essen wir?" "Pizza" "Curry"`,
    noQuestion:
      'Eine Umfrage braucht eine Frage in Anführungszeichen. Beispiel: /poll "Wo essen wir?" "Pizza" "Curry"',
    longQuestion: (length, max) => `Die Frage hat ${length} Zeichen. Höchstens ${max} sind möglich.`,
    longOption: (length, max) => `Die Option hat ${length} Zeichen. Höchstens ${max} sind möglich.`,
    optionCount: (max, count) => `Eine Umfrage hat 2 bis ${max} Optionen, diese hat ${count}.`,
    emptyOption: 'Eine Option ist leer.',
    repeatedOption: (option) => `Die Option „${option}“ kommt zweimal vor.`,
    yes: 'Ja',
    no: 'Nein',
    quoted: (option) => `„${option}“`,
    tookBack: 'Du hast deine Stimme zurückgenommen.',
    voted: (options) => `Du hast für ${options} gestimmt. Alle im Kanal können deine Stimme sehen.`,
    votedAnonymously: (options) => `Du hast für ${options} gestimmt. Die Umfrage zeigt Zahlen, keine Namen.`,
    ended: 'Du hast die Umfrage beendet.',
  },
  mentions: {
    absentFromChannel: (name) =>
      `${name} wurde nicht benachrichtigt, weil diese Person nicht in diesem Kanal ist.`,
    severalAbsentFromChannel: (names) =>
      `${names} wurden nicht benachrichtigt, weil sie nicht in diesem Kanal sind.`,
    absentFromTeam: (name) =>
      `${name} wurde nicht benachrichtigt, weil diese Person nicht in diesem Team ist.`,
    severalAbsentFromTeam: (names) =>
      `${names} wurden nicht benachrichtigt, weil sie nicht in diesem Team sind.`,
  },
  reminders: {
    sender: 'Erinnerung',
    set: (link) => `Du wirst an [diese Nachricht](${link}) erinnert.`,
    due: (link, author) => `Hier ist deine Erinnerung an [diese Nachricht](${link}) von ${author}.`,
  },
  bots: {
    ownerDeactivated: {
      disabled: (owner) =>
        `${owner} wurde deaktiviert. Dem Konto gehörten diese Bots, die jetzt deaktiviert sind:`,
      enabled: (owner) =>
        `${owner} wurde deaktiviert. Dem Konto gehörten diese Bots, die weiterhin aktiv sind:`,
    },
    more: (count) => `und weitere: ${count}`,
    whatToDo: {
      disabled:
        'Wenn du einen Bot noch brauchst, aktiviere ihn unter **Integrationen > Bot-Konten** und erstelle ein neues Token, denn das alte war dem Konto bekannt.',
      enabled:
        'Wenn du einen Bot noch brauchst, übertrage ihn an ein anderes Konto und erstelle ein neues Token, denn das alte war dem bisherigen bekannt.',
    },
    created:
      'Füge mich zu den Teams und Kanälen hinzu, in denen ich arbeiten soll. Bis dahin kann ich dir nur hier schreiben.',
    testNotification:
      'Dies ist ein Test. Wenn du über diese Nachricht benachrichtigt wurdest, funktionieren deine Benachrichtigungen.',
  },
  outgoingWebhooks: {
    disabled: (name) =>
      `Dein ausgehender Webhook **${name}** wurde deaktiviert, weil einen Tag lang jeder Zustellversuch fehlgeschlagen ist.`,
    lastError: (error) => `Letzter Fehler: ${error}`,
    whatToDo:
      'Wenn der Empfänger wieder funktioniert, aktiviere den Webhook unter **Integrationen > Ausgehende Webhooks**. Das Protokoll dort enthält die fehlgeschlagenen Zustellungen, die du wiederholen kannst.',
  },
  userReport:
    'Dein Bericht über die Benutzer ist fertig. Er enthält personenbezogene Daten. Bewahre ihn sicher auf.',
  errors: {
    'api.context.permissions.app_error': 'Dazu hast du keine Berechtigung.',
    'app.channel.get.existing.app_error': 'Diesen Kanal gibt es nicht, oder du hast keinen Zugriff.',
    'app.channel.get_by_name.missing.app_error': 'Einen Kanal mit diesem Namen gibt es in diesem Team nicht.',
    'api.channel.patch_update_channel.forbidden.app_error': 'Du darfst diesen Kanal nicht bearbeiten.',
    'api.channel.leave.default.app_error': 'Den Standardkanal eines Teams kannst du nicht verlassen.',
    'api.channel.remove.default.app_error': 'Aus dem Standardkanal eines Teams kann niemand entfernt werden.',
    'api.channel.remove_user_from_channel.type.app_error':
      'Aus Direkt- und Gruppennachrichten kann niemand entfernt werden.',
    'api.channel.add_user_to_channel.type.app_error':
      'Zu Direkt- und Gruppennachrichten kann niemand hinzugefügt werden.',
    'api.channel.create_channel.direct_channel.team_restricted_error':
      'Auf diesem Server kannst du nur Personen schreiben, mit denen du in einem Team bist.',
    'api.channel.create_group.bad_size.app_error':
      'Eine Gruppennachricht hat zu wenige oder zu viele Personen.',
    'model.post.is_valid.message_length.app_error': 'Diese Nachricht ist zu lang.',
    'api.team.invite_members.invalid_email.app_error': 'Das ist keine E-Mail-Adresse.',
    'api.team.invite_members.address_limit.app_error':
      'Diese Adresse hat in letzter Zeit zu viele Einladungen bekommen.',
    'api.team.invite_members.disabled.app_error':
      'Einladungen per E-Mail sind auf diesem Server ausgeschaltet.',
    'api.email.disabled.app_error': 'Dieser Server verschickt keine E-Mails.',
  },
};
