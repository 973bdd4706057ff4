import Type from 'typebox';
import {Id, looseId, Millis} from '../../platform/http/wire.ts';

/** An entry of the audit log on the wire. */
export const Audit = Type.Object({
  id: Id,
  create_at: Millis,
  user_id: Type.String({description: 'Who did it; empty for the command line and for nobody known.'}),
  action: Type.String({description: 'The path of the request, or the command.'}),
  extra_info: Type.String(),
  ip_address: Type.String(),
  session_id: Type.String({description: 'The session or access token that it was done with.'}),
});

/** Which entries of the log are asked for; all of them without any of it. */
export const AuditQuery = Type.Object({
  user_id: Type.Optional(looseId('What this user did.')),
  term: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'A part of the action, of its details, of the address or of the username.',
    }),
  ),
  outcome: Type.Optional(
    Type.Union([Type.Literal('success'), Type.Literal('fail')], {
      description: '`fail` is what was tried in vain, such as a sign-in with a wrong password.',
    }),
  ),
  from: Type.Optional(Type.Integer({minimum: 0, description: 'Not before this time, in milliseconds.'})),
  before: Type.Optional(Type.Integer({minimum: 0, description: 'Before this time, in milliseconds.'})),
});
