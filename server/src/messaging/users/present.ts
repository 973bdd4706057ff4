import type {Static} from 'typebox';
import type {User} from './schema.ts';
import type {UserRow} from './store.ts';

/** The parts of a user that a viewer can see. */
export type UserView =
  /** The view of the user and of administrators. */
  | 'full'
  /** The view of other users: without sign-in data, and without the email or names that the privacy settings hide. */
  | {showEmail: boolean; showFullName: boolean};

export function presentUser(row: UserRow, view: UserView): Static<typeof User> {
  const full = view === 'full';
  const showName = full || view.showFullName;
  return {
    id: row.id,
    create_at: row.createat,
    update_at: row.updateat,
    delete_at: row.deleteat,
    username: row.username,
    auth_data: full ? (row.authdata ?? '') : '',
    auth_service: row.authservice,
    email: full || view.showEmail ? row.email : '',
    nickname: row.nickname,
    first_name: showName ? row.firstname : '',
    last_name: showName ? row.lastname : '',
    position: row.position,
    roles: row.roles,
    locale: row.locale,
    timezone: row.timezone,
    props: row.props,
    disable_welcome_email: false,
    ...(full
      ? {
          email_verified: row.emailverified,
          allow_marketing: row.allowmarketing,
          notify_props: row.notifyprops,
          last_password_update: row.lastpasswordupdate,
          failed_attempts: row.failedattempts,
          mfa_active: row.mfaactive,
        }
      : {}),
    ...(row.lastpictureupdate ? {last_picture_update: row.lastpictureupdate} : {}),
    ...(row.isbot
      ? {
          is_bot: true,
          bot_description: row.botdescription ?? '',
          bot_last_icon_update: row.botlasticonupdate ?? 0,
        }
      : {}),
  };
}
