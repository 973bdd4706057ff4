import {i18n, type MessageDescriptor} from '@lingui/core';
import {msg} from '@lingui/core/macro';
import {SOURCE_LANGUAGE} from '../../../server/src/platform/languages/languages.ts';
import {language} from './language.ts';

/** Texts for the most common errors of the API, by error id. */
const TEXTS: {[id: string]: MessageDescriptor} = {
  'api.context.permissions.app_error': msg`You don't have permission to do this.`,
  'api.context.invalid_url_param.app_error': msg`Check the address. The page may have moved.`,
  'api.context.session_expired.app_error': msg`Your session expired. Sign in to continue.`,
  'api.context.rate_limit.app_error': msg`Too many requests. Wait a moment and try again.`,
  'api.context.request_body_too_large.app_error': msg`This is too large to send.`,
  'api.context.internal.app_error': msg`The server failed. Try again, or contact your administrator.`,
  'api.user.login.invalid_credentials_email_username': msg`The email, username, or password is incorrect.`,
  'api.user.login.inactive.app_error': msg`This account is deactivated. Contact your administrator.`,
  'api.user.check_user_login_attempts.too_many.app_error': msg`Too many failed sign-in attempts. Try again later, or contact your administrator.`,
  'api.user.create_user.disabled.app_error': msg`This server doesn't allow new accounts.`,
  'api.user.create_user.no_open_server': msg`You need an invitation to create an account on this server.`,
  'api.user.create_user.accepted_domain.app_error': msg`This server doesn't accept accounts with this email domain.`,
  'api.user.create_user.signup_email_disabled.app_error': msg`This server doesn't allow new accounts.`,
  'api.user.create_user.signup_link_expired.app_error': msg`This invitation has expired or was already used. Ask for a new one.`,
  'api.user.create_user.invalid_invitation_type.app_error': msg`This invitation is only for guests.`,
  'api.team.add_user_to_team_from_invite.guest.app_error': msg`Guests can't use an invitation for members.`,
  'api.user.login.not_verified.app_error': msg`Verify your email address before you sign in.`,
  'api.user.login.guest_accounts.disabled.error': msg`Guest accounts are disabled on this server.`,
  'app.user.group_name_conflict': msg`A group already has this name.`,
  'api.user.update_password.incorrect.app_error': msg`The current password is incorrect.`,
  'app.user.save.username_exists.app_error': msg`This username is already taken.`,
  'app.user.save.email_exists.app_error': msg`An account with this email address already exists.`,
  'model.user.is_valid.username.app_error': msg`This username isn't valid.`,
  'model.user.is_valid.email.app_error': msg`This email address isn't valid.`,
  'model.user.is_valid.pwd.app_error': msg`This password doesn't meet the server's requirements.`,
  'app.user.missing_account.const': msg`This account doesn't exist.`,
  'api.user.last_administrator.app_error': msg`The server needs at least one active administrator.`,
  'app.team.save.existing.app_error': msg`A team with this name already exists. It may be archived.`,
  'app.team.get_by_invite_id.finding.app_error': msg`This invitation isn't valid.`,
  'app.team.get.find.app_error': msg`This team doesn't exist, or you don't have access.`,
  'app.team.join_user_to_team.max_accounts.app_error': msg`This team has reached its maximum number of members.`,
  'store.sql_channel.save_channel.exists.app_error': msg`A channel with this name already exists in this team. It may be archived.`,
  'app.channel.get.existing.app_error': msg`This channel doesn't exist, or you don't have access.`,
  'api.channel.update_channel.deleted.app_error': msg`This channel is archived.`,
  'api.post.create_post.can_not_post_to_deleted.error': msg`You can't post to an archived channel.`,
  'api.post.update_post.permissions_time_limit.app_error': msg`This message can no longer be edited.`,
  'app.post.get.app_error': msg`This message doesn't exist, or you don't have access.`,
  'model.post.is_valid.message_length.app_error': msg`This message is too long.`,
  'api.post.update_post.poll.app_error': msg`A poll can't be edited, because people vote on its text.`,
  'api.poll.ended.app_error': msg`This poll has ended.`,
  'api.poll.end.app_error': msg`Only its author or a channel administrator can end a poll.`,
  'app.channel.bookmark.save.app_error': msg`This channel has as many bookmarks as possible. Delete one first.`,
  'model.scheduled_post.is_valid.scheduled_at.app_error': msg`Enter a time in the future.`,
  'app.save_scheduled_post.save.app_error': msg`You have as many scheduled messages as possible. Delete some of them first.`,
  'api.emoji.create.duplicate.app_error': msg`An emoji with this name already exists.`,
  'model.emoji.system_emoji_name.app_error': msg`This is the name of a built-in emoji. Choose another name.`,
  'api.file.upload_file.too_large_detailed.app_error': msg`This file is too large.`,
  'api.file.upload_file.too_many_files.app_error': msg`You attached too many files to one message.`,
  'api.file.attachments.disabled.app_error': msg`File attachments are disabled on this server.`,
  'api.gifs.key_rejected.app_error': msg`GIPHY rejected the server's key.`,
  'api.gifs.unavailable.app_error': msg`GIFs can't be loaded right now. Try again later.`,
  'app.reaction.save.save.too_many_reactions': msg`This message has too many different reactions.`,
  'api.command.execute_command.not_found.app_error': msg`This slash command doesn't exist.`,
  'api.dialog.submit.not_open.app_error': msg`This dialog is no longer open. Start again.`,
  'app.database.unavailable.app_error': msg`The server is temporarily unavailable. Try again in a moment.`,
  'app.database.timeout.app_error': msg`This took too long. Try again, or narrow it down.`,
  'app.database.disk_full.app_error': msg`The server is out of disk space. Contact your administrator.`,
};

/**
 * The text of a known error in the page's language. Undefined for English, because the server's message has more
 * details, such as a limit or a name.
 */
export function translatedError(id: string): string | undefined {
  const text = TEXTS[id];
  return text && language() !== SOURCE_LANGUAGE ? i18n._(text) : undefined;
}
