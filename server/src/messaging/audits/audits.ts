import type {FastifyRequest} from 'fastify';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import {clientAddress} from '../../platform/http/client-address.ts';
import {type AuditFilter, auditExists, deleteAuditsBefore, insertAudit, selectAudits} from './store.ts';

export type {AuditRow} from './store.ts';

/** The fields of a session that an audit log entry records. */
export interface AuditedActor {
  userId: string;
  /** The id of the session or access token. */
  id: string;
}

const DELETE_BATCH = 10_000;

export type Audits = ReturnType<typeof createAudits>;

/** The log of sign-ins and administrative actions. Old entries are deleted. */
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
     * Adds an entry after the action has succeeded. Long texts are truncated.
     *
     * @param actor undefined for the command line and for unknown users
     * @param action the path of the request (`/api/v4/config/patch`), which official clients turn into text
     * @param extraInfo what the action changed; must not contain secrets
     * @param ipAddress the client address; empty for the command line
     */
    record,

    /**
     * Adds an entry for a request, with its session and address. See {@link record}.
     *
     * @param action defaults to the path of the request; a path that contains a secret must not be logged
     */
    recordRequest: (request: FastifyRequest, extraInfo: string, action = request.url.split('?')[0]!) =>
      record(request.session, action, extraInfo, clientAddress(request, config.get())),

    /** Whether the user has an entry with exactly this action and these details. */
    has: (userId: string, action: string, extraInfo: string) =>
      auditExists(database, {userId, action, extraInfo}),

    /** Matching entries, newest first. */
    list: (filter: AuditFilter, page: {offset: number; limit: number}) =>
      selectAudits(database, filter, page),

    /** Deletes entries older than a time in milliseconds. Safe to interrupt and run again. */
    async deleteBefore(time: number): Promise<void> {
      while ((await deleteAuditsBefore(database, time, DELETE_BATCH)) === DELETE_BATCH);
    },
  };
}
