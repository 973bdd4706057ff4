import type {EmailTexts} from './en.ts';

export const fr: EmailTexts = {
  passwordReset: {
    subject: (site) => `[${site}] Réinitialiser votre mot de passe`,
    title: 'Réinitialiser votre mot de passe',
    text: (name) =>
      `Quelqu’un a demandé à réinitialiser le mot de passe de votre compte @${name}. Pour en définir un nouveau, utilisez ce lien dans les 24 heures. Il ne fonctionne qu’une fois.`,
    button: 'Définir un nouveau mot de passe',
    ignore: 'Si ce n’était pas vous, ignorez cet e-mail. Votre mot de passe reste le même.',
  },
  emailVerification: {
    subject: (site) => `[${site}] Vérifier votre adresse e-mail`,
    title: 'Vérifier votre adresse e-mail',
    text: (name) =>
      `Pour confirmer que cette adresse appartient à votre compte @${name}, utilisez ce lien dans les 24 heures.`,
    button: 'Vérifier l’adresse e-mail',
    ignore: 'Si vous n’y avez pas de compte, ignorez cet e-mail.',
  },
  test: {
    subject: (site) => `[${site}] E-mail de test`,
    title: 'Tout fonctionne',
    text: 'Ceci est un e-mail de test. Les paramètres e-mail du serveur sont corrects.',
  },
  footer: (site, url) => `Envoyé par ${site} (${url}).`,
};
