import {randomBytes} from 'node:crypto';
import type {Config} from '../../platform/config/config.ts';
import {siteUrl} from '../../platform/config/site-url.ts';
import type {Database} from '../../platform/database/database.ts';
import type {Transaction} from '../../platform/database/queryable.ts';
import {AppError, forbidden, notImplemented, undefinedIfNotFound} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {createDatabaseRateLimitStore} from '../../platform/rate-limit/database-store.ts';
import {consumeRateLimit, rateLimited} from '../../platform/rate-limit/rate-limit.ts';
import {
  consumeToken,
  deleteTokensOf,
  deleteTokensOfInvitation,
  insertToken,
  selectToken,
} from '../account-emails/account-emails.ts';
import type {Channels} from '../channels/channels.ts';
import type {ComposedMail, Mail} from '../mail/mail.ts';
import {actorFor, type OnBehalf} from '../on-behalf/on-behalf.ts';
import type {Actor, Permissions} from '../permissions/permissions.ts';
import type {Teams} from '../teams/teams.ts';
import {textsIn} from '../texts/texts.ts';
import {requireMayBeGuest} from '../users/users.ts';
import {type InvitationFilter, type OpenInvitation, selectInvitations} from './store.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** The open email invitations to a team, or to all teams, changed. */
    'invitations:changed': {teamId?: string};
  }
}

/** How long an invitation works, in milliseconds. */
export const INVITATION_LIFETIME = 48 * 60 * 60 * 1000;
/** How many addresses a user can invite at once, and how many per second after that. */
const INVITER_LIMIT = {burst: 20, perSecond: 20 / 3600};
const TOKEN_BYTES = 32;

/** What an email invitation is for. Stored with the queued email and its tokens. */
interface InvitationData extends Record<string, unknown> {
  /** The id of the email. Missing in invitations sent by earlier versions. */
  id?: string;
  teamId: string;
  inviterId: string;
  isGuest: boolean;
  /** The channels that a guest joins. */
  channelIds: string[];
  email: string;
}

export type Invitations = ReturnType<typeof createInvitations>;

/**
 * Invitations to a team by email, for members and guests (docs/email.md#invitations). The token is created when the
 * email is sent, works once, and becomes invalid when the inviter loses permission to invite.
 */
export function createInvitations({
  database,
  config,
  events,
  mail,
  teams,
  channels,
  permissions,
  onBehalf,
}: {
  database: Database;
  config: Config;
  events: EventBus;
  mail: Mail;
  teams: Teams;
  channels: Channels;
  permissions: Permissions;
  onBehalf: OnBehalf;
}) {
  const limits = createDatabaseRateLimitStore(database);

  /** @throws AppError 403, or 404 for a channel of another team. */
  async function requireMayInvite(
    actor: Actor,
    {teamId, isGuest, channelIds}: Pick<InvitationData, 'teamId' | 'isGuest' | 'channelIds'>,
  ): Promise<void> {
    await permissions.require(actor, isGuest ? 'invite_guest' : 'invite_user', {teamId});
    if (!isGuest) await permissions.require(actor, 'add_user_to_team', {teamId});
    for (const channelId of channelIds) {
      const channel = await channels.byId(channelId);
      if (channel.teamid !== teamId || channel.deleteat > 0) {
        throw forbidden(`channelId=${channelId} is not an active channel of the team`);
      }
      const kind = channel.type === 'P' ? 'private' : 'public';
      await permissions.require(actor, `manage_${kind}_channel_members`, {channelId});
    }
  }

  /** Whether the inviter still has permission, so that an invitation doesn't outlive it. */
  async function isStillAllowed(data: InvitationData): Promise<boolean> {
    const inviter = await onBehalf.activeAccount(data.inviterId);
    if ('reason' in inviter) return false;
    try {
      await requireMayInvite(actorFor(inviter), data);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  async function compose(
    id: string,
    data: InvitationData & {message: string},
  ): Promise<ComposedMail | undefined> {
    const {message, ...rest} = data;
    const invitation = {...rest, id};
    const team = await undefinedIfNotFound(teams.byId(data.teamId));
    if (!team || team.deleteat > 0 || !(await isStillAllowed(invitation))) return undefined;
    const inviter = await onBehalf.activeAccount(data.inviterId);
    if ('reason' in inviter) return undefined;
    const token = randomBytes(TOKEN_BYTES).toString('hex');
    const type = data.isGuest ? 'guest_invitation' : 'team_invitation';
    const isOpen = await database.transaction(async (tx) => {
      // The invitation may have just been revoked.
      if (!(await mail.isStillQueued(tx, id))) return false;
      await insertToken(tx, token, {createat: Date.now(), type, extra: JSON.stringify(invitation)});
      return true;
    });
    if (!isOpen) return undefined;
    const settings = config.get();
    const all = textsIn('', settings);
    const texts = all.invitation;
    const site = settings.TeamSettings.SiteName;
    const url = siteUrl(settings);
    const names = await Promise.all(data.channelIds.map(async (id) => (await channels.byId(id)).displayname));
    const title = texts.title(inviter.username, team.displayname);
    const query = new URLSearchParams({
      d: JSON.stringify({display_name: team.displayname, name: team.name, email: data.email}),
      t: token,
    });
    const describe = data.isGuest ? texts.asGuest : texts.asMember;
    return {
      to: data.email,
      content: {
        language: all.language,
        direction: all.direction,
        subject: `[${site}] ${title}`,
        title,
        paragraphs: [
          describe(inviter.username, team.displayname, site),
          ...(names.length > 0 ? [texts.channels(all.list(names))] : []),
          texts.expiry,
        ],
        messages: message === '' ? [] : [{heading: [`@${inviter.username}`], text: message, details: []}],
        link: {label: texts.button, url: `${url}/signup_user_complete/?${query}`},
        footer: all.footer(site, url),
      },
      async settled(isSent) {
        // An invitation that could not be sent must not count as open.
        if (!isSent) await deleteTokensOfInvitation(database, id);
        events.publish('invitations:changed', {teamId: data.teamId});
      },
    };
  }
  mail.compose('invitation', ({id, data}) => compose(id, data as InvitationData & {message: string}));

  /** @throws AppError 400 for an invalid, used or expired invitation. */
  async function validInvitation(token: string): Promise<InvitationData> {
    for (const type of ['team_invitation', 'guest_invitation'] as const) {
      const row = await selectToken(database, token, type);
      if (!row || row.createat <= earliestValid()) continue;
      const data = JSON.parse(row.extra) as InvitationData;
      if (data.isGuest) requireMayBeGuest(data, config.get());
      if (await isStillAllowed(data)) return data;
    }
    throw invalidInvitation();
  }

  async function consume(tx: Transaction, token: string, {id}: InvitationData): Promise<void> {
    if (!(await consumeToken(tx, token))) throw invalidInvitation();
    // An email that was sent more than once has several tokens.
    if (id) await deleteTokensOfInvitation(tx, id);
  }

  /** Returns a filter for the invitations to a team that the actor may see and revoke. @throws AppError 403 */
  async function requireMayManage(actor: Actor, teamId: string): Promise<{inviterId: string | undefined}> {
    await teams.byId(teamId);
    for (const permission of ['manage_team', 'invalidate_email_invite']) {
      if (await permissions.can(actor, permission, {teamId})) return {inviterId: undefined};
    }
    if (await permissions.can(actor, 'invite_guest', {teamId})) return {inviterId: actor.userId};
    await permissions.require(actor, 'invite_user', {teamId});
    return {inviterId: actor.userId};
  }

  async function joinChannels({channelIds, inviterId}: InvitationData, userId: string): Promise<void> {
    for (const channelId of channelIds) await channels.addMember(channelId, userId, inviterId);
  }

  return {
    /**
     * Invites people by email. Returns an error or undefined for each address.
     *
     * @throws AppError 501 if email, email invitations or guest accounts are disabled; 403 without permission.
     */
    async send(
      actor: Actor,
      invited: {
        teamId: string;
        emails: readonly string[];
        isGuest: boolean;
        channelIds: readonly string[];
        message: string;
      },
    ): Promise<{email: string; error: AppError | undefined}[]> {
      const {teamId, isGuest, message} = invited;
      const settings = config.get();
      mail.requireOn();
      if (!settings.ServiceSettings.EnableEmailInvitations) throw invitationsDisabled();
      if (isGuest && !settings.GuestAccountsSettings.Enable) throw guestsDisabled();
      await teams.byId(teamId);
      const channelIds = [...new Set(invited.channelIds)];
      await requireMayInvite(actor, {teamId, isGuest, channelIds});
      const outcomes: {email: string; error: AppError | undefined}[] = [];
      for (const email of new Set(invited.emails.map((one) => one.trim().toLowerCase()))) {
        outcomes.push({email, error: await inviteOne(email)});
      }
      events.publish('invitations:changed', {teamId});
      return outcomes;

      async function inviteOne(email: string): Promise<AppError | undefined> {
        try {
          if (!/^[^\s@,<>"]+@[^\s@,<>"]+$/.test(email) || Buffer.byteLength(email) > 128) {
            throw invalidAddress(email);
          }
          if (isGuest) requireMayBeGuest({email}, settings);
          const verdict = await consumeRateLimit(
            limits,
            `invitations ${actor.userId}`,
            INVITER_LIMIT,
            Date.now(),
          );
          if (!verdict.allowed) throw rateLimited('invitations', verdict);
          const data = {teamId, inviterId: actor.userId, isGuest, channelIds, email, message};
          const announce = await database.transaction((tx) => mail.queue(tx, 'invitation', email, data));
          if (!announce) throw addressLimitReached(email);
          announce();
          return undefined;
        } catch (error) {
          if (error instanceof AppError) return error;
          throw error;
        }
      }
    },

    /** Revokes all open email invitations, in all teams. */
    async revokeAll(): Promise<void> {
      await database.transaction(async (tx) => {
        await mail.cancel(tx, 'invitation');
        await deleteTokensOf(tx, ['team_invitation', 'guest_invitation']);
      });
      events.publish('invitations:changed', {});
    },

    /**
     * A page of the open email invitations to a team, newest first. People who manage the team or may revoke all
     * invitations see all of them, others only their own.
     *
     * @throws AppError 403 for people who may not invite.
     */
    async list(
      actor: Actor,
      teamId: string,
      page: {offset: number; limit: number},
    ): Promise<OpenInvitation[]> {
      const {inviterId} = await requireMayManage(actor, teamId);
      return selectInvitations(database, {teamId, inviterId}, {...page, sentSince: earliestValid()});
    },

    /**
     * A page of the open email invitations to all teams, newest first.
     *
     * @throws AppError 403 for people who may not revoke all invitations.
     */
    async listAll(
      actor: Actor,
      filter: Pick<InvitationFilter, 'isGuest' | 'term'>,
      page: {offset: number; limit: number},
    ): Promise<OpenInvitation[]> {
      await permissions.require(actor, 'invalidate_email_invite');
      return selectInvitations(database, filter, {...page, sentSince: earliestValid()});
    },

    /**
     * Revokes an invitation that the actor can see.
     *
     * @throws AppError 403 for people who may not invite; 404 if there is no such open invitation.
     */
    async revoke(actor: Actor, teamId: string, id: string): Promise<void> {
      const {inviterId} = await requireMayManage(actor, teamId);
      await database.transaction(async (tx) => {
        const one = {offset: 0, limit: 1, sentSince: earliestValid()};
        const [invitation] = await selectInvitations(tx, {teamId, inviterId, id}, one);
        if (!invitation) throw invitationNotFound(id);
        await mail.cancel(tx, 'invitation', id);
        await deleteTokensOfInvitation(tx, id);
      });
      events.publish('invitations:changed', {teamId});
    },

    /**
     * Validates an invitation for an account to create. `alsoWrite` accepts it in the transaction that creates the
     * account; `finish` then adds a guest to their channels.
     *
     * @throws AppError 400 for an invalid, used or expired invitation.
     */
    async forNewAccount(token: string) {
      const data = await validInvitation(token);
      return {
        email: data.email,
        roles: data.isGuest ? 'system_guest' : undefined,
        async alsoWrite(tx: Transaction, userId: string): Promise<() => void> {
          await consume(tx, token, data);
          const joined = await teams.joinWithin(tx, data.teamId, userId);
          return () => {
            joined();
            events.publish('invitations:changed', {teamId: data.teamId});
          };
        },
        finish: (userId: string) => joinChannels(data, userId),
      };
    },

    /**
     * Adds a user to the team of an invitation.
     *
     * @throws AppError 400 for an invalid, used or expired invitation, and for a guest invitation if the user is not a
     *   guest; 403 for a guest with an invitation for members.
     */
    async join(token: string, actor: Actor) {
      const data = await validInvitation(token);
      const isGuest = actor.roles.includes('system_guest');
      if (isGuest && !data.isGuest) throw notForGuests();
      // The user would join as a member, but the inviter may only have permission to invite guests.
      if (!isGuest && data.isGuest) throw onlyForGuests();
      const joined = await database.transaction(async (tx) => {
        await consume(tx, token, data);
        return teams.joinWithin(tx, data.teamId, actor.userId);
      });
      joined();
      events.publish('invitations:changed', {teamId: data.teamId});
      await joinChannels(data, actor.userId);
      return teams.member(data.teamId, actor.userId);
    },
  };
}

/** Invitations sent before this time, in milliseconds, have expired. */
function earliestValid(): number {
  return Date.now() - INVITATION_LIFETIME;
}

function invitationNotFound(id: string): AppError {
  return new AppError({
    id: 'api.team.invitation.missing.app_error',
    message: 'This invitation is no longer open. It may have been accepted or revoked, or it has expired.',
    explanation: `There is no open invitation ${id} to this team.`,
    status: 404,
  });
}

function invalidInvitation(): AppError {
  return new AppError({
    id: 'api.user.create_user.signup_link_expired.app_error',
    message:
      'This invitation does not work anymore: invitations work once, for 48 hours, and can be revoked. Ask for a new one.',
    status: 400,
    path: 'token',
  });
}

function invitationsDisabled(): AppError {
  return notImplemented(
    'api.team.invite_members.disabled.app_error',
    'Invitations by email are disabled on this server (ServiceSettings.EnableEmailInvitations).',
  );
}

function guestsDisabled(): AppError {
  return notImplemented(
    'api.team.invate_guests_to_channels.disabled.error',
    'Guest accounts are disabled on this server (GuestAccountsSettings.Enable).',
  );
}

function invalidAddress(email: string): AppError {
  return new AppError({
    id: 'api.team.invite_members.invalid_email.app_error',
    message: `"${email.slice(0, 128)}" is not an email address.`,
    status: 400,
    path: 'emails',
  });
}

function addressLimitReached(email: string): AppError {
  return new AppError({
    id: 'api.team.invite_members.address_limit.app_error',
    message: `No invitation was sent to ${email}, because this address has already received several in the last hour. Try again later.`,
    status: 429,
    path: 'emails',
  });
}

function notForGuests(): AppError {
  return new AppError({
    id: 'api.team.add_user_to_team_from_invite.guest.app_error',
    message: 'Guests cannot join a team with an invitation for members. Ask a member to add you.',
    status: 403,
  });
}

function onlyForGuests(): AppError {
  return new AppError({
    id: 'api.user.create_user.invalid_invitation_type.app_error',
    message:
      'This invitation is only for guests, and your account is not one. Ask for an invitation for members.',
    status: 400,
    path: 'token',
  });
}
