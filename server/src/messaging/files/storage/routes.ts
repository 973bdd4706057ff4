import type {Config} from '../../../platform/config/config.ts';
import {trialSettings} from '../../../platform/config/trial-settings.ts';
import {AppError} from '../../../platform/errors/app-error.ts';
import {checkBucket} from '../../../platform/file-store/check-file-storage.ts';
import type {HttpServer} from '../../../platform/http/http-server.ts';
import {jsonValue, STATUS_OK, StatusOk} from '../../../platform/http/wire.ts';
import type {Permissions} from '../../permissions/permissions.ts';
import {settingsInRequest} from '../../reference-settings/reference-settings.ts';
import {actorOf} from '../../sessions/sessions.ts';

/**
 * Checks whether a bucket can be used, before it is configured: `POST /file/s3_test`, and `/file/test` for newer
 * clients.
 */
export function registerFileStorageRoutes(
  api: HttpServer,
  {config, permissions}: {config: Config; permissions: Permissions},
): void {
  for (const path of ['/file/s3_test', '/file/test']) {
    api.post(
      path,
      {
        schema: {
          summary: 'Test the connection to the bucket for files',
          description:
            'Lists files, and writes, reads and removes one. Send settings (`{"FileSettings": {…}}`) to test them instead of the current ones. The current values apply to settings that are left out, and to secrets that are sent as asterisks. The current secret is only used at the current endpoint.',
          body: jsonValue(500_000),
          response: {200: StatusOk},
        },
      },
      async (request) => {
        await permissions.require(actorOf(request), 'manage_system');
        const sent = settingsInRequest(request.body, config.get());
        const {FileSettings: settings} = trialSettings(config.get(), 'FileSettings', sent, {
          secret: 'AmazonS3SecretAccessKey',
          boundTo: ['AmazonS3Endpoint', 'AmazonS3SSL'],
        });
        if (settings.AmazonS3Bucket === '') throw noBucket();
        const problem = await checkBucket(settings);
        if (problem) {
          throw new AppError({
            id: 'api.file.test_connection.app_error',
            message: problem.message,
            status: 400,
            path: problem.setting,
          });
        }
        return STATUS_OK;
      },
    );
  }
}

function noBucket(): AppError {
  return new AppError({
    id: 'api.admin.test_s3.missing_s3_bucket',
    message: 'Enter a bucket (FileSettings.AmazonS3Bucket).',
    status: 400,
    path: 'FileSettings.AmazonS3Bucket',
  });
}
