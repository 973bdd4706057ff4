import {createHmac, randomBytes} from 'node:crypto';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {AppError, notImplemented} from '../../platform/errors/app-error.ts';
import {installationValue} from '../../platform/secrets/installation-values.ts';
import type {Sealing} from '../../platform/secrets/sealing.ts';
import {secretsEqual} from '../../platform/secrets/secrets.ts';
import type {FileInfoRow} from './store.ts';

/** Links to single files that need no account: the file's id, signed with a key of this installation. */
export function createPublicLinks({
  database,
  config,
  sealing,
}: {
  database: Database;
  config: Config;
  sealing: Sealing;
}) {
  let key: string | undefined;

  async function sign(fileId: string): Promise<string> {
    key ??= await installationValue({database, sealing}, 'FilePublicLinkKey', () =>
      randomBytes(32).toString('base64url'),
    );
    return createHmac('sha256', key).update(fileId).digest('base64url');
  }

  function requireEnabled(): void {
    if (!config.get().FileSettings.EnablePublicLink) {
      throw notImplemented(
        'api.file.get_public_link.disabled.app_error',
        'Public links are disabled on this server (FileSettings.EnablePublicLink).',
      );
    }
  }

  return {
    /**
     * The public link to a file.
     *
     * @throws AppError 501 if public links are disabled, 400 if the file is not posted yet or SiteURL is not set.
     */
    async link(file: FileInfoRow): Promise<string> {
      requireEnabled();
      if (file.postid === '') {
        throw new AppError({
          id: 'api.file.get_public_link.no_post.app_error',
          message: 'The file is not attached to a post yet. Post it first.',
          status: 400,
        });
      }
      const {SiteURL} = config.get().ServiceSettings;
      if (SiteURL === '') {
        throw new AppError({
          id: 'api.file.get_public_link.site_url.app_error',
          message: 'The URL of this server is not set. Ask an administrator to set ServiceSettings.SiteURL.',
          status: 400,
        });
      }
      return `${SiteURL}/files/${file.id}/public?h=${await sign(file.id)}`;
    },

    /** @throws AppError 501 if public links are disabled, 400 unless the signature is valid for the file. */
    async requireSignature(fileId: string, signature: string): Promise<void> {
      requireEnabled();
      if (!secretsEqual(signature, await sign(fileId))) {
        throw new AppError({
          id: 'api.file.get_file.public_invalid.app_error',
          message: 'This link is not valid.',
          status: 400,
        });
      }
    },
  };
}
