import type {EmailTexts} from './en.ts';

export const fr: EmailTexts = {
  passwordReset: {
    subject: (site) => `[${site}] Réinitialisez votre mot de passe`,
    title: 'Réinitialisez votre mot de passe',
    text: (name) =>
      `Quelqu’un a demandé à réinitialiser le mot de passe de votre compte @${name}. Pour en définir un nouveau, utilisez ce lien dans les 24 heures. Il ne fonctionne qu’une fois.`,
    button: 'Définir un nouveau mot de passe',
    ignore: 'Si ce n’était pas vous, ignorez cet e-mail. Votre mot de passe reste le même.',
  },
  emailVerification: {
    subject: (site) => `[${site}] Vérifiez votre adresse e-mail`,
    title: 'Vérifiez votre adresse e-mail',
    text: (name) =>
      `Pour confirmer que cette adresse appartient à votre compte @${name}, utilisez ce lien dans les 24 heures.`,
    button: 'Vérifier l’adresse e-mail',
    ignore: 'Si vous n’y avez pas de compte, ignorez cet e-mail.',
  },
  missedMessages: {
    direct: (sender) => `Message direct de ${sender}`,
    group: (channel) => `Message de groupe : ${channel}`,
    mention: (channel) => `Mention dans ${channel}`,
    reply: (channel) => `Réponse dans ${channel}`,
    from: (senders) => `Nouveaux messages de ${senders}`,
    several: 'Nouveaux messages',
    hidden: 'Ouvrez-les pour les lire.',
    files: (names) => `Fichiers : ${names}`,
    open: 'Voir le message',
    openThread: 'Voir le fil',
    openAll: (site) => `Ouvrir ${site}`,
    reason: 'Vous recevez des e-mails sur les messages manqués pendant votre absence.',
    unsubscribe: 'Ne plus recevoir ces e-mails',
  },
  invitation: {
    title: (inviter, team) => `@${inviter} vous invite à rejoindre ${team}`,
    asMember: (inviter, team, site) =>
      `@${inviter} vous a invité à rejoindre l’équipe ${team} sur ${site}, où l’on discute et travaille ensemble.`,
    asGuest: (inviter, team, site) => `@${inviter} vous a invité dans ${team} sur ${site} en tant qu’invité.`,
    channels: (names) => `Vous pouvez participer à ces canaux : ${names}.`,
    button: 'Rejoindre l’équipe',
    expiry:
      'Le lien fonctionne une seule fois, pendant 48 heures. Si vous n’attendiez pas cette invitation, ignorez cet e-mail.',
  },
  notices: {
    email_changed: {
      title: 'Votre adresse e-mail a été modifiée',
      text: (name, detail) => `L’adresse e-mail de votre compte @${name} est maintenant ${detail}.`,
    },
    password_changed: {
      title: 'Votre mot de passe a été modifié',
      text: (name) => `Le mot de passe de votre compte @${name} a été modifié.`,
    },
    username_changed: {
      title: 'Votre nom d’utilisateur a été modifié',
      text: (name, detail) => `Votre compte @${name} a maintenant le nom d’utilisateur @${detail}.`,
    },
    new_sign_in: {
      title: 'Nouvelle connexion à votre compte',
      text: (name, detail) =>
        `Quelqu’un s’est connecté à votre compte @${name} depuis un nouvel appareil : ${detail}.`,
    },
    token_created: {
      title: 'Un jeton d’accès a été créé',
      text: (name, detail) =>
        `Un jeton d’accès a été créé pour votre compte @${name} : ${detail}. Les programmes qui le possèdent peuvent utiliser votre compte.`,
    },
    deactivated: {
      title: 'Votre compte a été désactivé',
      text: (name) => `Votre compte @${name} a été désactivé. Vous ne pouvez plus vous connecter.`,
    },
    notYou: 'Si ce n’était pas vous, changez votre mot de passe et contactez votre administrateur.',
  },
  test: {
    subject: (site) => `[${site}] E-mail de test`,
    title: 'Tout fonctionne',
    text: 'Ceci est un e-mail de test. Les paramètres e-mail du serveur sont corrects.',
  },
  footer: (site, url) => `Envoyé par ${site} (${url}).`,
};
