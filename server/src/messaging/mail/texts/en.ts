/** The texts of an email with a link. */
interface LinkTexts {
  subject: (site: string) => string;
  title: string;
  text: (name: string) => string;
  button: string;
  ignore: string;
}

/** All texts of emails in one language. `site` is the name of the server, `name` a username. */
export interface EmailTexts {
  passwordReset: LinkTexts;
  emailVerification: LinkTexts;
  test: {subject: (site: string) => string; title: string; text: string};
  footer: (site: string, url: string) => string;
}

export const en: EmailTexts = {
  passwordReset: {
    subject: (site) => `[${site}] Reset your password`,
    title: 'Reset your password',
    text: (name) =>
      `Someone asked to reset the password of your account @${name}. To set a new one, use this link in the next 24 hours. It works once.`,
    button: 'Set a new password',
    ignore: 'If this was not you, ignore this email. Your password stays the same.',
  },
  emailVerification: {
    subject: (site) => `[${site}] Verify your email address`,
    title: 'Verify your email address',
    text: (name) =>
      `To confirm that this address belongs to your account @${name}, use this link in the next 24 hours.`,
    button: 'Verify email address',
    ignore: 'If you have no account there, ignore this email.',
  },
  test: {
    subject: (site) => `[${site}] Test email`,
    title: 'It works',
    text: 'This is a test email. The email settings of the server are correct.',
  },
  footer: (site, url) => `Sent by ${site} (${url}).`,
};
