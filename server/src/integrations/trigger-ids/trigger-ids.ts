import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign as signWith,
  verify,
} from 'node:crypto';
import type {Config} from '../../platform/config/config.ts';
import {withoutCaller} from '../../platform/database/callers.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import {installationValue} from '../../platform/secrets/installation-values.ts';
import type {Sealing} from '../../platform/secrets/sealing.ts';
import {deleteTriggersBefore, insertTrigger, selectTrigger, type TriggerRow} from './store.ts';

// Long past any lifetime that the setting allows.
const KEPT = 3_600_000;

/** A trigger as it was issued: to whom, and where. Clients know it as `clientid`. */
export type Trigger = TriggerRow;

/** A new trigger: the integration gets `triggerId`, the user's clients only `clientTriggerId`. */
export interface IssuedTrigger {
  triggerId: string;
  clientTriggerId: string;
  /** Milliseconds. */
  createAt: number;
}

export type TriggerIds = ReturnType<typeof createTriggerIds>;

/**
 * Trigger ids: an integration gets one with a command or an action, and uses it to open a dialog for that user. They
 * are signed, belong to a user and a channel, and expire after `ServiceSettings.DialogTriggerLifetimeSeconds`
 * (docs/specification.md#dialogs).
 */
export function createTriggerIds({
  database,
  config,
  sealing,
}: {
  database: Database;
  config: Config;
  sealing: Sealing;
}) {
  let keys: Promise<{privateKey: KeyObject; publicKey: KeyObject}> | undefined;

  function signingKeys() {
    keys ??= withoutCaller(() => installationValue({database, sealing}, 'TriggerSigningKey', makeKey)).then(
      (pem) => {
        const privateKey = createPrivateKey(pem);
        return {privateKey, publicKey: createPublicKey(privateKey)};
      },
    );
    // A database that was away for a moment must not leave a failure behind for good.
    keys.catch(() => {
      keys = undefined;
    });
    return keys;
  }

  async function sign(userId: string): Promise<IssuedTrigger> {
    const createAt = Date.now();
    const clientTriggerId = newId();
    const said = `${clientTriggerId}:${userId}:${createAt}:`;
    const signature = signWith('sha256', Buffer.from(said), (await signingKeys()).privateKey);
    const triggerId = Buffer.from(said + signature.toString('base64')).toString('base64');
    return {triggerId, clientTriggerId, createAt};
  }

  return {
    /** Issues a trigger to a user. */
    async issue(place: {userId: string; channelId: string; teamId: string}): Promise<IssuedTrigger> {
      const issued = await sign(place.userId);
      await insertTrigger(database, {
        clientid: issued.clientTriggerId,
        userid: place.userId,
        channelid: place.channelId,
        teamid: place.teamId,
        createat: issued.createAt,
      });
      return issued;
    },

    /** A trigger for a user that is void until the caller has stored it (table `Triggers`) with what belongs to it. */
    sign,

    /**
     * What a trigger id stands for.
     *
     * @throws AppError 400 that says in words why it is none, or no longer.
     */
    async verify(triggerId: string): Promise<Trigger> {
      const decoded = decodeBase64(triggerId)?.toString('utf8');
      if (decoded === undefined) throw refused('base64_decode_failed', 'it is not Base64.');
      const parts = decoded.split(':');
      if (parts.length !== 4) throw refused('missing_data', `it has ${parts.length} parts and not 4.`);
      const [clientId, userId, millis, encodedSignature] = parts as [string, string, string, string];
      const lifetime = config.get().ServiceSettings.DialogTriggerLifetimeSeconds * 1000;
      const overdue = Date.now() - Number(millis) - lifetime;
      if (!(overdue <= 0)) throw refused('expired', expiredWords(overdue, lifetime));
      const signature = decodeBase64(encodedSignature);
      if (!signature) throw refused('base64_decode_failed_signature', 'its signature is not Base64.');
      // An ASN.1 sequence begins so; anything else is no ECDSA signature.
      if (signature[0] !== 0x30) throw refused('signature_decode_failed', 'its signature is not in ASN.1.');
      const said = Buffer.from(`${clientId}:${userId}:${millis}:`);
      if (!verify('sha256', said, (await signingKeys()).publicKey, signature)) {
        throw refused(
          'verify_signature_failed',
          'its signature is not by this server: it was changed, or made elsewhere.',
        );
      }
      const trigger = await selectTrigger(database, clientId);
      if (!trigger) throw refused('expired', expiredWords(0, lifetime));
      return trigger;
    },

    /** Deletes triggers that expired long ago. */
    sweep: () => deleteTriggersBefore(database, Date.now() - KEPT),
  };
}

function makeKey(): string {
  const {privateKey} = generateKeyPairSync('ec', {namedCurve: 'P-256'});
  return privateKey.export({type: 'pkcs8', format: 'pem'}) as string;
}

function decodeBase64(text: string): Buffer | undefined {
  return text !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

function expiredWords(overdue: number, lifetime: number): string {
  const life = `It lives for ${lifetime / 1000} s (ServiceSettings.DialogTriggerLifetimeSeconds).`;
  return Number.isFinite(overdue)
    ? `it expired ${(overdue / 1000).toFixed(1)} s ago. ${life} Open the dialog as soon as the request arrives.`
    : `its time is no number. ${life}`;
}

function refused(reason: string, words: string): AppError {
  return new AppError({
    id: `interactive_message.decode_trigger_id.${reason}`,
    message: `The trigger id cannot be used: ${words}`,
    status: 400,
    path: 'trigger_id',
  });
}
