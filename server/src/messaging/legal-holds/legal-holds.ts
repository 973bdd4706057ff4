import type {Static} from 'typebox';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {NewLegalHold} from './schema.ts';
import {insertHold, type LegalHoldRow, releaseHold, selectHolds} from './store.ts';

export {blockNewHolds, isHeldFile, isHeldPost} from './store.ts';

export type LegalHolds = ReturnType<typeof createLegalHolds>;

/** Legal holds, which protect messages and files from permanent deletion. */
export function createLegalHolds({database}: {database: Database}) {
  return {
    list: (page: {offset: number; limit: number}): Promise<LegalHoldRow[]> => selectHolds(database, page),

    /** Creates a hold, which protects everything that still exists when this returns. @throws AppError 400 */
    async create(input: Static<typeof NewLegalHold>, creatorId: string): Promise<LegalHoldRow> {
      const {name, user_ids = [], channel_ids = [], start_at = 0, end_at = 0} = input;
      if (end_at !== 0 && end_at < start_at) {
        throw new AppError({
          id: 'api.legal_hold.end.app_error',
          message: 'The end is before the start.',
          explanation: `The end (${end_at}) is before the start (${start_at}).`,
          status: 400,
          path: 'end_at',
        });
      }
      const row: LegalHoldRow = {
        id: newId(),
        name: name.trim(),
        createat: Date.now(),
        creatorid: creatorId,
        userids: [...new Set(user_ids)],
        channelids: [...new Set(channel_ids)],
        startat: start_at,
        endat: end_at,
        releaseat: 0,
        releasedby: '',
      };
      await insertHold(database, row);
      return row;
    },

    /** Ends a hold and keeps its record. @throws AppError 404 if there is no such hold, or it has ended */
    async release(id: string, userId: string): Promise<LegalHoldRow> {
      const row = await releaseHold(database, id, {now: Date.now(), userId});
      if (row) return row;
      throw new AppError({
        id: 'api.legal_hold.missing.app_error',
        message: "This legal hold doesn't exist, or it was already released.",
        explanation: `There is no legal hold ${id}, or it was already released.`,
        status: 404,
      });
    },
  };
}
