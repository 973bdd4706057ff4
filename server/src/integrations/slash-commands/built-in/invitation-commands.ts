import type {Invitations} from '../../../messaging/invitations/invitations.ts';
import {textResponse} from '../command-response.ts';
import {type BuiltInCommand, refused} from './built-in-command.ts';

/** How many addresses one command can have, like one request. */
const MAX_ADDRESSES = 100;

/** `/invite_people`: invites people to the team by email. */
export function invitationCommands({invitations}: {invitations: Invitations}): BuiltInCommand[] {
  return [
    {
      trigger: 'invite_people',
      async run({text, teamId}, actor, {commands: texts, list, error: explain}) {
        // Names around addresses, such as in a list that was copied from an email, are skipped.
        const emails = text.split(/[\s,;<>"]+/).filter((word) => word.includes('@'));
        if (emails.length === 0) throw refused(texts.addresses);
        if (emails.length > MAX_ADDRESSES) {
          throw refused(texts.tooManyAddresses(MAX_ADDRESSES, emails.length));
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
            ...(sent.length > 0 ? [texts.invited(list(sent))] : []),
            ...outcomes.flatMap(({email, error}) => (error ? [texts.notInvited(email, explain(error))] : [])),
          ].join('\n'),
        );
      },
    },
  ];
}
