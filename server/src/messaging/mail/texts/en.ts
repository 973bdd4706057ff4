/** The texts of an email with a link. */
interface LinkTexts {
  subject: (site: string) => string;
  title: string;
  text: (name: string) => string;
  button: string;
  ignore: string;
}

/** Texts about missed messages. `sender` is a username or the name of an integration, `channel` a display name. */
interface MissedMessagesTexts {
  direct: (sender: string) => string;
  group: (channel: string) => string;
  mention: (channel: string) => string;
  reply: (channel: string) => string;
  from: (senders: string) => string;
  several: string;
  hidden: string;
  files: (names: string) => string;
  open: string;
  openThread: string;
  openAll: (site: string) => string;
  reason: string;
  unsubscribe: string;
}

/** Texts of an invitation to a team. `inviter` is a username. */
interface InvitationTexts {
  title: (inviter: string, team: string) => string;
  asMember: (inviter: string, team: string, site: string) => string;
  asGuest: (inviter: string, team: string, site: string) => string;
  channels: (names: string) => string;
  button: string;
  expiry: string;
}

/** Texts of a notice about an account. `name` is its username. */
interface NoticeTexts {
  title: string;
  text: (name: string, detail: string) => string;
}

/** All texts of emails in one language. `site` is the name of the server, `name` a username. */
export interface EmailTexts {
  passwordReset: LinkTexts;
  emailVerification: LinkTexts;
  missedMessages: MissedMessagesTexts;
  invitation: InvitationTexts;
  notices: {
    /** `detail` is the new address. */
    email_changed: NoticeTexts;
    password_changed: NoticeTexts;
    /** `detail` is the new username. */
    username_changed: NoticeTexts;
    /** `detail` is the time, the device and the network address. */
    new_sign_in: NoticeTexts;
    /** `detail` is the description of the token. */
    token_created: NoticeTexts;
    deactivated: NoticeTexts;
    notYou: string;
  };
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
  missedMessages: {
    direct: (sender) => `Direct message from ${sender}`,
    group: (channel) => `Group message: ${channel}`,
    mention: (channel) => `Mention in ${channel}`,
    reply: (channel) => `Reply in ${channel}`,
    from: (senders) => `New messages from ${senders}`,
    several: 'New messages',
    hidden: 'Open them to read what they say.',
    files: (names) => `Files: ${names}`,
    open: 'View message',
    openThread: 'View thread',
    openAll: (site) => `Open ${site}`,
    reason: 'You get emails about messages that you miss while you are away.',
    unsubscribe: 'Turn off these emails',
  },
  invitation: {
    title: (inviter, team) => `@${inviter} invited you to ${team}`,
    asMember: (inviter, team, site) =>
      `@${inviter} invited you to join the team ${team} on ${site}, where people talk and work together.`,
    asGuest: (inviter, team, site) => `@${inviter} invited you to ${team} on ${site} as a guest.`,
    channels: (names) => `You can take part in these channels: ${names}.`,
    button: 'Join the team',
    expiry: 'The link works once, for 48 hours. If you did not expect this invitation, ignore this email.',
  },
  notices: {
    email_changed: {
      title: 'Your email address was changed',
      text: (name, detail) => `The email address of your account @${name} is now ${detail}.`,
    },
    password_changed: {
      title: 'Your password was changed',
      text: (name) => `The password of your account @${name} was changed.`,
    },
    username_changed: {
      title: 'Your username was changed',
      text: (name, detail) => `Your account @${name} now has the username @${detail}.`,
    },
    new_sign_in: {
      title: 'New sign-in to your account',
      text: (name, detail) => `Someone signed in to your account @${name} from a new device: ${detail}.`,
    },
    token_created: {
      title: 'An access token was created',
      text: (name, detail) =>
        `An access token was created for your account @${name}: ${detail}. Programs that have it can use your account.`,
    },
    deactivated: {
      title: 'Your account was deactivated',
      text: (name) => `Your account @${name} was deactivated. You can't sign in anymore.`,
    },
    notYou: 'If this was not you, change your password and contact your administrator.',
  },
  test: {
    subject: (site) => `[${site}] Test email`,
    title: 'It works',
    text: 'This is a test email. The email settings of the server are correct.',
  },
  footer: (site, url) => `Sent by ${site} (${url}).`,
};
