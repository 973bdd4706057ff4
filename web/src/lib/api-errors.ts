import {i18n, type MessageDescriptor} from '@lingui/core';
import {msg, t} from '@lingui/core/macro';
import {byteSize, count, inUnits} from './numbers.ts';

/** The values in a message of the server, as sent in `params`. */
export type ErrorValues = Readonly<Record<string, unknown>>;

/** How the values with these names are shown. Other numbers are plain. */
const FORMATS: {[name: string]: (number: number) => string} = {
  bytes: byteSize,
  seconds: (number) => inUnits(number, 'second'),
  minutes: (number) => inUnits(number, 'minute'),
};

function shown(name: string, value: unknown): string {
  return typeof value === 'number' ? (FORMATS[name] ?? count)(value) : String(value);
}

/** A text with values. Without them, the server's message is shown, which contains them. */
function using<Name extends string>(names: readonly Name[], write: (values: Record<Name, string>) => string) {
  return (values: ErrorValues): string | undefined =>
    names.every((name) => Object.hasOwn(values, name))
      ? write(
          Object.fromEntries(names.map((name) => [name, shown(name, values[name])])) as Record<Name, string>,
        )
      : undefined;
}

/** Texts for fields that break a rule of the API, by the name of the rule. People can break these with a form. */
const RULES: {[rule: string]: ReturnType<typeof using>} = {
  maxLength: using(['limit'], ({limit}) => t`A text can have at most ${limit} characters here.`),
  maxItems: using(['limit'], ({limit}) => t`At most ${limit} entries are allowed here.`),
  maximum: using(['limit'], ({limit}) => t`A number can be at most ${limit} here.`),
  minimum: using(['limit'], ({limit}) => t`A number must be at least ${limit} here.`),
  currentPassword: () => t`The current password is incorrect.`,
  emailAddress: () => t`This email address isn't valid.`,
  existingMessage: () => t`This message doesn't exist, or you don't have access.`,
  searchTerms: () => t`Enter at least one word, hashtag or filter.`,
  timeInFuture: () => t`Enter a time in the future.`,
  webAddress: using(
    ['limit'],
    ({limit}) => t`Enter an http:// or https:// address of at most ${limit} characters.`,
  ),
};

/** Other messages of this error say what to enter, so only those about a rule are translated. */
function invalidField({rule, ...values}: ErrorValues): string | undefined {
  if (typeof rule !== 'string') return undefined;
  return RULES[rule]?.(values) ?? t`A value is missing or not valid.`;
}

const fileTooLarge = using(
  ['name', 'bytes'],
  ({name, bytes}) => t`“${name}” is too large. A file can have at most ${bytes}.`,
);

/** Texts for the most common errors of the API, by error id. */
const TEXTS: {[id: string]: MessageDescriptor | ((values: ErrorValues) => string | undefined)} = {
  'api.context.invalid_body_param.app_error': invalidField,
  'api.context.permissions.app_error': msg`You don't have permission to do this.`,
  'api.context.invalid_url_param.app_error': msg`Check the address. The page may have moved.`,
  'api.context.session_expired.app_error': msg`Your session expired. Sign in to continue.`,
  'api.context.rate_limit.app_error': using(
    ['seconds'],
    ({seconds}) => t`Too many requests. Try again in ${seconds}.`,
  ),
  'api.context.request_body_too_large.app_error': using(
    ['bytes'],
    ({bytes}) => t`This is too large to send. At most ${bytes} are allowed.`,
  ),
  'api.context.internal.app_error': msg`The server failed. Try again, or contact your administrator.`,
  'api.user.login.invalid_credentials_email_username': msg`The email, username, or password is incorrect.`,
  'api.user.login.inactive.app_error': msg`This account is deactivated. Contact your administrator.`,
  'api.user.check_user_login_attempts.too_many.app_error': using(
    ['minutes'],
    ({minutes}) =>
      t`Too many failed sign-in attempts. Try again in ${minutes}, or contact your administrator.`,
  ),
  'api.user.create_user.disabled.app_error': msg`This server doesn't allow new accounts.`,
  'api.user.create_user.no_open_server': msg`You need an invitation to create an account on this server.`,
  'api.user.create_user.accepted_domain.app_error': msg`This server doesn't accept accounts with this email domain.`,
  'api.user.create_user.signup_email_disabled.app_error': msg`This server doesn't allow new accounts.`,
  'api.user.create_user.signup_link_expired.app_error': msg`This invitation has expired or was already used. Ask for a new one.`,
  'api.user.create_user.invalid_invitation_type.app_error': msg`This invitation is only for guests.`,
  'api.team.add_user_to_team_from_invite.guest.app_error': msg`Guests can't use an invitation for members.`,
  'api.user.login.not_verified.app_error': msg`Verify your email address before you sign in.`,
  'api.user.login.guest_accounts.disabled.error': msg`Guest accounts are disabled on this server.`,
  'app.user.group_name_conflict': using(['name'], ({name}) => t`A group already has the name “${name}”.`),
  'api.user.update_password.incorrect.app_error': msg`The current password is incorrect.`,
  'app.user.save.username_exists.app_error': using(
    ['name'],
    ({name}) => t`The username “${name}” is already taken.`,
  ),
  'app.user.save.email_exists.app_error': using(
    ['name'],
    ({name}) => t`An account with the email address ${name} already exists.`,
  ),
  'model.user.is_valid.username.app_error': msg`This username isn't valid.`,
  'model.user.is_valid.email.app_error': msg`This email address isn't valid.`,
  'model.user.is_valid.pwd.app_error': msg`This password doesn't meet the server's requirements.`,
  'app.user.missing_account.const': msg`This account doesn't exist.`,
  'api.user.last_administrator.app_error': msg`The server needs at least one active administrator.`,
  'app.team.save.existing.app_error': using(
    ['name'],
    ({name}) => t`A team with the name “${name}” already exists. It may be archived.`,
  ),
  'app.team.get_by_invite_id.finding.app_error': msg`This invitation isn't valid.`,
  'app.team.get.find.app_error': msg`This team doesn't exist, or you don't have access.`,
  'app.team.join_user_to_team.max_accounts.app_error': using(
    ['name', 'limit'],
    ({name, limit}) => t`The team “${name}” has reached its maximum of ${limit} members.`,
  ),
  'store.sql_channel.save_channel.exists.app_error': using(
    ['name'],
    ({name}) => t`A channel with the name “${name}” already exists in this team. It may be archived.`,
  ),
  'app.channel.get.existing.app_error': msg`This channel doesn't exist, or you don't have access.`,
  'api.channel.update_channel.deleted.app_error': msg`This channel is archived.`,
  'api.post.create_post.can_not_post_to_deleted.error': using(
    ['name'],
    ({name}) => t`The channel “${name}” is archived, so you can't post to it.`,
  ),
  'api.post.update_post.permissions_time_limit.app_error': using(
    ['seconds'],
    ({seconds}) => t`A message can only be edited for ${seconds} after it was sent.`,
  ),
  'app.post.get.app_error': msg`This message doesn't exist, or you don't have access.`,
  'model.post.is_valid.message_length.app_error': using(
    ['limit', 'length'],
    ({limit, length}) => t`A message can have at most ${limit} characters, but this one has ${length}.`,
  ),
  'api.post.update_post.poll.app_error': msg`A poll can't be edited, because people vote on its text.`,
  'api.poll.ended.app_error': msg`This poll has ended.`,
  'api.poll.end.app_error': msg`Only its author or a channel administrator can end a poll.`,
  'app.channel.bookmark.save.app_error': using(
    ['limit'],
    ({limit}) => t`This channel already has ${limit} bookmarks, which is the maximum. Delete one first.`,
  ),
  'model.scheduled_post.is_valid.scheduled_at.app_error': msg`Enter a time in the future.`,
  'app.save_scheduled_post.save.app_error': using(
    ['limit'],
    ({limit}) =>
      t`You already have ${limit} scheduled messages, which is the maximum. Delete some of them first.`,
  ),
  'api.emoji.create.duplicate.app_error': using(
    ['name'],
    ({name}) => t`An emoji with the name “${name}” already exists.`,
  ),
  'model.emoji.system_emoji_name.app_error': using(
    ['name'],
    ({name}) => t`“${name}” is the name of a built-in emoji. Choose another name.`,
  ),
  'api.file.upload_file.too_large_detailed.app_error': fileTooLarge,
  'api.upload.create.upload_too_large.app_error': fileTooLarge,
  'api.file.upload_file.too_many_files.app_error': using(
    ['limit'],
    ({limit}) => t`A message can have at most ${limit} files.`,
  ),
  'api.file.attachments.disabled.app_error': msg`File attachments are disabled on this server.`,
  'api.gifs.key_rejected.app_error': msg`GIPHY rejected the server's key.`,
  'api.gifs.unavailable.app_error': msg`GIFs can't be loaded right now. Try again later.`,
  'app.reaction.save.save.too_many_reactions': using(
    ['limit'],
    ({limit}) => t`This message already has ${limit} different reactions, which is the maximum.`,
  ),
  'api.command.execute_command.not_found.app_error': using(
    ['name'],
    ({name}) => t`The slash command /${name} doesn't exist.`,
  ),
  'api.dialog.submit.not_open.app_error': msg`This dialog is no longer open. Start again.`,
  'app.database.unavailable.app_error': msg`The server is temporarily unavailable. Try again in a moment.`,
  'app.database.timeout.app_error': msg`This took too long. Try again, or narrow it down.`,
  'app.database.disk_full.app_error': msg`The server is out of disk space. Contact your administrator.`,
};

/**
 * The text of an error in the language of the page, if it is one of the most common ones.
 *
 * @param values the values in the server's message
 */
export function findErrorText(id: string, values: ErrorValues): string | undefined {
  const text = TEXTS[id];
  return typeof text === 'function' ? text(values) : text && i18n._(text);
}
