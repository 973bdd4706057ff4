import type {Static} from 'typebox';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import {insertRow} from '../../platform/database/table.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {countCodePoints} from '../../platform/formats/code-points.ts';
import {TERMS_OF_SERVICE} from '../tables/tables.ts';
import type {Acceptance, TermsOfServiceText} from './schema.ts';
import {
  deleteAcceptance,
  selectAcceptance,
  selectLatestTerms,
  type TermsRow,
  termsExist,
  upsertAcceptance,
} from './store.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** New terms of service were published. */
    'terms-of-service:published': {id: string};
  }
}

export type TermsOfService = ReturnType<typeof createTermsOfService>;

/** The maximum length of the text in code points. */
const MAX_LENGTH = 16_383;

/** Terms of service that users have to accept in their client (docs/specification.md#terms-of-service). */
export function createTermsOfService({database, events}: {database: Database; events: EventBus}) {
  /** The id of the latest terms, which every client requests; empty if there are none. */
  let latestId: Promise<string> | undefined;
  const invalidate = () => {
    latestId = undefined;
  };
  events.onEveryNode('caches:stale', invalidate);
  events.onEveryNode('terms-of-service:published', invalidate);

  return {
    /** @throws AppError 404 if no terms were published. */
    async latest(): Promise<Static<typeof TermsOfServiceText>> {
      const row = await selectLatestTerms(database);
      if (!row) throw noTerms();
      return presentTerms(row);
    },

    /** The id of the latest terms; empty if none were published. */
    latestId(): Promise<string> {
      latestId ??= selectLatestTerms(database).then(
        (row) => row?.id ?? '',
        (error) => {
          latestId = undefined;
          throw error;
        },
      );
      return latestId;
    },

    /**
     * Publishes a text, which users then have to accept. Publishing the current text again changes nothing.
     *
     * @throws AppError 400 for an empty text and one that is too long.
     */
    async publish(userId: string, text: string): Promise<Static<typeof TermsOfServiceText>> {
      requireValidText(text);
      const before = await selectLatestTerms(database);
      if (before?.text === text) return presentTerms(before);
      const row = {id: newId(), createat: Date.now(), userid: userId, text};
      await insertRow(database, TERMS_OF_SERVICE, row);
      events.publish('terms-of-service:published', {id: row.id});
      return presentTerms(row);
    },

    /**
     * Records whether a user accepts these terms. Rejecting them removes an earlier acceptance.
     *
     * @throws AppError 404 for unknown terms.
     */
    async respond(userId: string, termsId: string, accepted: boolean): Promise<void> {
      if (!(await termsExist(database, termsId))) throw noTerms();
      if (accepted) await upsertAcceptance(database, {userId, termsId, now: Date.now()});
      else await deleteAcceptance(database, userId);
    },

    /** The terms that a user accepted most recently, and when. */
    async acceptedBy(userId: string): Promise<Static<typeof Acceptance> | undefined> {
      const row = await selectAcceptance(database, userId);
      return row && {user_id: row.userid, terms_of_service_id: row.termsofserviceid, create_at: row.createat};
    },
  };
}

function presentTerms(row: TermsRow): Static<typeof TermsOfServiceText> {
  return {id: row.id, create_at: row.createat, user_id: row.userid, text: row.text};
}

function requireValidText(text: string): void {
  if (text.trim() === '') {
    throw new AppError({
      id: 'api.create_terms_of_service.empty_text.app_error',
      message: 'Enter a text. To stop asking users, turn off SupportSettings.CustomTermsOfServiceEnabled.',
      status: 400,
      path: 'text',
    });
  }
  const runes = countCodePoints(text);
  if (runes <= MAX_LENGTH) return;
  throw new AppError({
    id: 'model.terms_of_service.is_valid.text.app_error',
    message: `The text can have at most ${MAX_LENGTH} characters, but has ${runes}. Shorten it.`,
    status: 400,
    path: 'text',
  });
}

function noTerms(): AppError {
  return new AppError({
    id: 'app.terms_of_service.get.no_rows.app_error',
    message: 'These terms of service do not exist.',
    status: 404,
  });
}
