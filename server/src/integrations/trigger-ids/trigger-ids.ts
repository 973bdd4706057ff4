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

// Longer than any lifetime that the setting allows.
const RETENTION = 3_600_000;

/** An issued trigger, with its user and channel. Clients know it as `clientid`. */
export type Trigger = TriggerRow;

/** A new trigger. The integration receives `triggerId`, the user's clients only `clientTriggerId`. */
export interface IssuedTrigger {
  triggerId: string;
  clientTriggerId: string;
  /** Milliseconds. */
  createAt: number;
}

export type TriggerIds = ReturnType<typeof createTriggerIds>;

/**
 * Trigger ids. An integration receives one with a command or action, and uses it to open a dialog for the user. They
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
    keys ??= withoutCaller(() => installationValue({database, sealing}, 'TriggerSigningKey', createKey)).then(
      (pem) => {
        const privateKey = createPrivateKey(pem);
        return {privateKey, publicKey: createPublicKey(privateKey)};
      },
    );
    // Don't cache a failure of the database.
    keys.catch(() => {
      keys = undefined;
    });
    return keys;
  }

  async function sign(userId: string): Promise<IssuedTrigger> {
    const createAt = Date.now();
    const clientTriggerId = newId();
    const content = `${clientTriggerId}:${userId}:${createAt}:`;
    const signature = signWith('sha256', Buffer.from(content), (await signingKeys()).privateKey);
    const triggerId = Buffer.from(content + signature.toString('base64')).toString('base64');
    return {triggerId, clientTriggerId, createAt};
  }

  return {
    /** Issues a trigger for a user. */
    async issue(context: {userId: string; channelId: string; teamId: string}): Promise<IssuedTrigger> {
      const issued = await sign(context.userId);
      await insertTrigger(database, {
        clientid: issued.clientTriggerId,
        userid: context.userId,
        channelid: context.channelId,
        teamid: context.teamId,
        createat: issued.createAt,
      });
      return issued;
    },

    /** A trigger for a user. It is not valid until the caller stores it in the table `Triggers`. */
    sign,

    /**
     * Verifies a trigger id.
     *
     * @throws AppError 400 with the reason if it is invalid or expired
     */
    async verify(triggerId: string): Promise<Trigger> {
      const decoded = decodeBase64(triggerId)?.toString('utf8');
      if (decoded === undefined) throw invalidTrigger('base64_decode_failed', 'it is not Base64.');
      const parts = decoded.split(':');
      if (parts.length !== 4)
        throw invalidTrigger('missing_data', `it has ${parts.length} parts instead of 4.`);
      const [clientId, userId, millis, encodedSignature] = parts as [string, string, string, string];
      const lifetime = config.get().ServiceSettings.DialogTriggerLifetimeSeconds * 1000;
      const overdue = Date.now() - Number(millis) - lifetime;
      if (!(overdue <= 0)) throw invalidTrigger('expired', expiredMessage(overdue, lifetime));
      const signature = decodeBase64(encodedSignature);
      if (!signature) throw invalidTrigger('base64_decode_failed_signature', 'its signature is not Base64.');
      // ECDSA signatures are ASN.1 sequences, which start with this byte.
      if (signature[0] !== 0x30)
        throw invalidTrigger('signature_decode_failed', 'its signature is not ASN.1.');
      const content = Buffer.from(`${clientId}:${userId}:${millis}:`);
      if (!verify('sha256', content, (await signingKeys()).publicKey, signature)) {
        throw invalidTrigger(
          'verify_signature_failed',
          'its signature is not from this server: it was changed, or created elsewhere.',
        );
      }
      const trigger = await selectTrigger(database, clientId);
      if (!trigger) throw invalidTrigger('expired', expiredMessage(0, lifetime));
      return trigger;
    },

    /** Deletes old triggers. */
    sweep: () => deleteTriggersBefore(database, Date.now() - RETENTION),
  };
}

function createKey(): string {
  const {privateKey} = generateKeyPairSync('ec', {namedCurve: 'P-256'});
  return privateKey.export({type: 'pkcs8', format: 'pem'}) as string;
}

function decodeBase64(text: string): Buffer | undefined {
  return text !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

function expiredMessage(overdue: number, lifetime: number): string {
  const life = `Trigger ids expire after ${lifetime / 1000} s (ServiceSettings.DialogTriggerLifetimeSeconds).`;
  return Number.isFinite(overdue)
    ? `it expired ${(overdue / 1000).toFixed(1)} s ago. ${life} Open the dialog as soon as the request arrives.`
    : `its time is not a number. ${life}`;
}

function invalidTrigger(reason: string, why: string): AppError {
  return new AppError({
    id: `interactive_message.decode_trigger_id.${reason}`,
    message: `The trigger id cannot be used: ${why}`,
    status: 400,
    path: 'trigger_id',
  });
}
