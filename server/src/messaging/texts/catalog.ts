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

/** The texts of emails. `site` is the name of the server, `name` a username. */
interface EmailTexts {
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

/** The texts of push notifications. */
interface PushTexts {
  /** Instead of the message, if notifications don't contain it. */
  newMessage: string;
  /** Instead of a message that consists of files. */
  files: string;
  /** For a reply in a thread that was also sent to the channel. */
  reply: string;
  testTitle: string;
  test: string;
}

/** The built-in slash commands that have arguments. */
type CommandWithArguments =
  | 'status'
  | 'me'
  | 'shrug'
  | 'code'
  | 'echo'
  | 'msg'
  | 'groupmsg'
  | 'join'
  | 'open'
  | 'poll'
  | 'invite'
  | 'kick'
  | 'remove'
  | 'rename'
  | 'header'
  | 'purpose'
  | 'mute'
  | 'invite_people'
  | 'search';

/** The trigger words of the built-in slash commands. */
export type CommandName =
  | CommandWithArguments
  | 'online'
  | 'away'
  | 'dnd'
  | 'offline'
  | 'leave'
  | 'collapse'
  | 'expand'
  | 'help'
  | 'logout'
  | 'shortcuts'
  | 'settings';

/**
 * What built-in slash commands say. `user` is a username with an `@`, `channel` a display name, or the name that someone
 * entered.
 */
interface CommandTexts {
  descriptions: Readonly<Record<CommandName, string>>;
  /** The arguments, such as `[message]`. */
  hints: Readonly<Record<CommandWithArguments, string>>;
  /** After choosing a status. */
  chosen: Readonly<Record<'online' | 'away' | 'dnd' | 'offline', string>>;
  statusSet: (status: string) => string;
  statusCleared: string;
  statusText: string;
  meText: string;
  codeText: string;
  echoText: string;
  echoLater: (message: string, seconds: number) => string;
  echoDelay: (max: number, seconds: number) => string;
  specifyUser: string;
  noUser: (user: string) => string;
  groupUsers: string;
  joinName: string;
  cannotJoin: (channel: string) => string;
  renameText: string;
  notInChannel: (user: string, channel: string) => string;
  notInConversation: (user: string) => string;
  notInTeam: (user: string) => string;
  added: (user: string, channel: string) => string;
  notMember: (channel: string) => string;
  muted: (channel: string) => string;
  unmuted: (channel: string) => string;
  conversationMuted: string;
  conversationUnmuted: string;
  addresses: string;
  tooManyAddresses: (max: number, count: number) => string;
  invited: (addresses: string) => string;
  /** `reason` is a sentence. */
  notInvited: (address: string, reason: string) => string;
  collapsed: string;
  expanded: string;
  shortcuts: string;
  search: string;
  settings: string;
}

/** What `/poll` and the buttons of polls say to one person, and the default options, which are part of the message. */
export interface PollTexts {
  unknownWord: (word: string) => string;
  noQuestion: string;
  longQuestion: (length: number, max: number) => string;
  longOption: (length: number, max: number) => string;
  optionCount: (max: number, count: number) => string;
  emptyOption: string;
  repeatedOption: (option: string) => string;
  yes: string;
  no: string;
  quoted: (option: string) => string;
  tookBack: string;
  /** `options` is a list of quoted options. */
  voted: (options: string) => string;
  votedAnonymously: (options: string) => string;
  ended: string;
}

/** For authors: the mentioned people who are not in the channel or the team. */
interface MentionTexts {
  absentFromChannel: (name: string) => string;
  severalAbsentFromChannel: (names: string) => string;
  absentFromTeam: (name: string) => string;
  severalAbsentFromTeam: (names: string) => string;
}

/** About reminders of messages. `link` is the address of the message. */
interface ReminderTexts {
  /** The name that the reminder is from. */
  sender: string;
  set: (link: URL) => string;
  due: (link: URL, author: string) => string;
}

/** Messages about bots to their owners and to administrators. */
interface BotTexts {
  /** By whether the bots are disabled too. `owner` is a username with an `@`. */
  ownerDeactivated: Record<'disabled' | 'enabled', (owner: string) => string>;
  /** After a list of bots. */
  more: (count: number) => string;
  whatToDo: Record<'disabled' | 'enabled', string>;
  created: string;
  testNotification: string;
}

/** The message to the owner of an outgoing webhook that was disabled. */
interface OutgoingWebhookTexts {
  disabled: (name: string) => string;
  lastError: (error: string) => string;
  whatToDo: string;
}

/** The texts that the server writes to one person, in one language (docs/translating.md#texts-of-the-server). */
export interface Catalog extends EmailTexts {
  push: PushTexts;
  commands: CommandTexts;
  polls: PollTexts;
  mentions: MentionTexts;
  reminders: ReminderTexts;
  bots: BotTexts;
  outgoingWebhooks: OutgoingWebhookTexts;
  userReport: string;
}

/** The errors that a built-in slash command can show and that have translations. */
type TranslatedError =
  | 'api.context.permissions.app_error'
  | 'app.channel.get.existing.app_error'
  | 'app.channel.get_by_name.missing.app_error'
  | 'api.channel.patch_update_channel.forbidden.app_error'
  | 'api.channel.leave.default.app_error'
  | 'api.channel.remove.default.app_error'
  | 'api.channel.remove_user_from_channel.type.app_error'
  | 'api.channel.add_user_to_channel.type.app_error'
  | 'api.channel.create_channel.direct_channel.team_restricted_error'
  | 'api.channel.create_group.bad_size.app_error'
  | 'model.post.is_valid.message_length.app_error'
  | 'api.team.invite_members.invalid_email.app_error'
  | 'api.team.invite_members.address_limit.app_error'
  | 'api.team.invite_members.disabled.app_error'
  | 'api.email.disabled.app_error';

/** A catalog of another language than English, which API errors already have. */
export interface Translation extends Catalog {
  errors: Readonly<Record<TranslatedError, string>>;
}
