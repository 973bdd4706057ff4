import type {FastifyRequest} from 'fastify';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import {clientAddress} from '../../platform/http/client-address.ts';
import {type AuditFilter, deleteAuditsBefore, insertAudit, selectAudits} from './store.ts';

export type {AuditRow} from './store.ts';

/** Who did it: enough of a session. */
export interface AuditedActor {
  userId: string;
  /** The id of the session or of the access token. */
  id: string;
}

const FORGOTTEN_AT_ONCE = 10_000;

export type Audits = ReturnType<typeof createAudits>;

/** The log of who signed in and of what administrators did. Entries are added, and in the end forgotten. */
export function createAudits({database, config}: {database: Database; config: Config}) {
  async function record(
    actor: AuditedActor | undefined,
    action: string,
    extraInfo: string,
    ipAddress: string,
  ): Promise<void> {
    await insertAudit(database, {
      id: newId(),
      createat: Date.now(),
      userid: actor?.userId ?? '',
      action: action.slice(0, 512),
      extrainfo: extraInfo.slice(0, 1024),
      ipaddress: ipAddress.slice(0, 64),
      sessionid: actor?.id ?? '',
    });
  }

  return {
    /**
     * Adds an entry, once what it tells of has been done. Long texts are cut.
     *
     * @param actor undefined for the command line and for whoever is not known
     * @param action the path of the request (`/api/v4/config/patch`), which official clients put into words
     * @param extraInfo what it was done to; no secrets
     * @param ipAddress where the request came from; empty for the command line
     */
    record,

    /**
     * Adds an entry for what a request has done, with its session and address. See {@link record}.
     *
     * @param action the path of the request unless given; a path that holds a secret must not be logged
     */
    recordRequest: (request: FastifyRequest, extraInfo: string, action = request.url.split('?')[0]!) =>
      record(request.session, action, extraInfo, clientAddress(request, config.get())),

    /** Entries that match, the newest first. */
    list: (filter: AuditFilter, page: {offset: number; limit: number}) =>
      selectAudits(database, filter, page),

    /** Deletes the entries that are older than a time, in milliseconds. It may be ended at any point and run again. */
    async forgetBefore(time: number): Promise<void> {
      while ((await deleteAuditsBefore(database, time, FORGOTTEN_AT_ONCE)) === FORGOTTEN_AT_ONCE);
    },
  };
}
