import Type from 'typebox';
import {Id, longText, Millis} from '../../platform/http/wire.ts';

export const TermsOfServiceText = Type.Object({
  id: Id,
  create_at: Millis,
  user_id: Type.String({description: 'The administrator who published the terms.'}),
  text: Type.String(),
});

export const NewTermsOfService = Type.Object({
  text: longText('Markdown, at most 16,383 characters.'),
});

/** A user's acceptance of the terms. */
export const Acceptance = Type.Object({
  user_id: Id,
  terms_of_service_id: Id,
  create_at: {...Millis, description: 'When the user accepted, in milliseconds since the Unix epoch.'},
});

export const TermsResponse = Type.Object({termsOfServiceId: Id, accepted: Type.Boolean()});
