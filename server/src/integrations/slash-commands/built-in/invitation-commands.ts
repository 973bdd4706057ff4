import type {Invitations} from '../../../messaging/invitations/invitations.ts';
import {AppError} from '../../../platform/errors/app-error.ts';
import {textResponse} from '../command-response.ts';
import type {BuiltInCommand} from './built-in-command.ts';

/** How many addresses one command can have, like one request. */
const MAX_ADDRESSES = 100;

/** `/invite_people`: invites people to the team by email. */
export function invitationCommands({invitations}: {invitations: Invitations}): BuiltInCommand[] {
  return [
    {
      trigger: 'invite_people',
      hint: '[name@example.com ...]',
      description: 'Invite people to the team by email',
      async run({text, teamId}, actor) {
        // Names around addresses, such as in a list that was copied from an email, are skipped.
        const emails = text.split(/[\s,;<>"]+/).filter((word) => word.includes('@'));
        if (emails.length === 0) {
          throw invalid(
            'no_email',
            '/invite_people requires email addresses, for example /invite_people ann@example.com',
          );
        }
        if (emails.length > MAX_ADDRESSES) {
          throw invalid(
            'too_many',
            `/invite_people takes at most ${MAX_ADDRESSES} addresses at once, not ${emails.length}.`,
          );
        }
        const outcomes = await invitations.send(actor, {
          teamId,
          emails,
          isGuest: false,
          channelIds: [],
          message: '',
        });
        const sent = outcomes.filter(({error}) => !error).map(({email}) => email);
        return textResponse(
          [
            ...(sent.length > 0 ? [`Invited ${sent.join(', ')}.`] : []),
            ...outcomes.flatMap(({email, error}) =>
              error ? [`Not invited: ${email}. ${error.message}`] : [],
            ),
          ].join('\n'),
        );
      },
    },
  ];
}

function invalid(reason: string, message: string): AppError {
  return new AppError({id: `api.command.invite_people.${reason}`, message, status: 400});
}
