import Type from 'typebox';
import {Id, looseId, Millis} from '../../platform/http/wire.ts';
import {AUDIT_KINDS, type AuditKind} from './kinds.ts';

export const Audit = Type.Object({
  id: Id,
  create_at: Millis,
  user_id: Type.String({
    description: 'The user who performed the action; empty for the command line and for unknown users.',
  }),
  action: Type.String({description: 'The path of the request, or the command.'}),
  extra_info: Type.String(),
  ip_address: Type.String(),
  session_id: Type.String({description: 'The session or access token that was used.'}),
});

/** Filters for the audit log. All are optional. */
export const AuditQuery = Type.Object({
  user_id: Type.Optional(looseId('The user who performed the action.')),
  term: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Text to find in the action, its details, the address, or the username of the person or of those that it was done to.',
    }),
  ),
  kind: Type.Optional(
    Type.Union(
      (Object.keys(AUDIT_KINDS) as AuditKind[]).map((kind) => Type.Literal(kind)),
      {description: 'What the action was about.'},
    ),
  ),
  action: Type.Optional(
    Type.String({
      maxLength: 400,
      description:
        'The path of the request without `/api/v4`, or the command, such as `/users/*/password,patchbay user password`. `*` is any one part of a path or word. After a space, the first words of the details can follow. Separate several actions with commas.',
    }),
  ),
  exclude_sign_ins: Type.Optional(
    Type.Boolean({description: 'Leave out sign-ins that succeeded. Failed attempts remain.'}),
  ),
  outcome: Type.Optional(
    Type.Union([Type.Literal('success'), Type.Literal('fail')], {
      description: '`fail` selects failed attempts, such as a sign-in with a wrong password.',
    }),
  ),
  from: Type.Optional(
    Type.Integer({minimum: 0, description: 'Start of the range, inclusive, in milliseconds.'}),
  ),
  before: Type.Optional(
    Type.Integer({minimum: 0, description: 'End of the range, exclusive, in milliseconds.'}),
  ),
});
