import Type from 'typebox';
import {Id, Millis} from '../../platform/http/wire.ts';

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
