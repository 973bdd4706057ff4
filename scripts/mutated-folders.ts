/** Files of a folder, and the tests that should detect mutants in them. */
export interface MutatedPart {
  /** Relative to the folder. SQL, routes and wire types are left to end-to-end tests. */
  files: readonly string[];
  /** Relative to the project's directory. Fewer tests are faster. */
  tests: readonly string[];
}

/** A folder for mutation testing. */
export interface MutatedFolder {
  folder: string;
  parts: readonly MutatedPart[];
  /** The percentage of mutants that tests detect, rounded down. It must not decrease. */
  score: number;
}

const INCOMING_WEBHOOKS = 'server/src/integrations/incoming-webhooks';
const BULK_IMPORT = 'server/src/data-exchange/bulk-import';
const DIALOGS = 'server/src/integrations/dialogs';
const PERMISSIONS = 'server/src/messaging/permissions';
const SESSIONS = 'server/src/messaging/sessions';

/** The folders of `npm run mutate`. docs/testing.md lists the scores. */
export const MUTATED_FOLDERS: readonly MutatedFolder[] = [
  {
    folder: PERMISSIONS,
    parts: [
      {files: ['member-roles.ts'], tests: [`${PERMISSIONS}/member-roles.test.ts`]},
      {
        files: ['permissions.ts'],
        tests: [`${PERMISSIONS}/permissions.test.ts`, 'server/src/messaging/roles/roles.test.ts'],
      },
    ],
    score: 94,
  },
  {
    folder: SESSIONS,
    parts: [
      {files: ['credentials.ts'], tests: [`${SESSIONS}/credentials.test.ts`]},
      {
        files: ['sessions.ts'],
        tests: [`${SESSIONS}/sessions.test.ts`, 'server/src/messaging/sign-in/signing-in.test.ts'],
      },
      {
        files: ['authentication.ts', 'cookies.ts'],
        tests: ['server/src/messaging/sign-in/signing-in.test.ts'],
      },
    ],
    score: 94,
  },
  {
    folder: DIALOGS,
    parts: [
      {
        files: ['dialog-definition.ts', 'rules/dates.ts', 'rules/dialog.ts', 'rules/submission-rules.ts'],
        tests: [
          `${DIALOGS}/dialog-definition.test.ts`,
          `${DIALOGS}/rules/dates.test.ts`,
          `${DIALOGS}/rules/submission-rules.test.ts`,
        ],
      },
      {files: ['rules/submitted-dialog.ts'], tests: [`${DIALOGS}/rules/submitted-dialog.test.ts`]},
      {files: ['dialogs.ts'], tests: [`${DIALOGS}/dialogs.test.ts`]},
    ],
    score: 97,
  },
  {
    folder: INCOMING_WEBHOOKS,
    parts: [
      {files: ['body.ts', 'payload.ts', 'tolerant-json.ts'], tests: [`${INCOMING_WEBHOOKS}/body.test.ts`]},
      {
        files: ['receiving.ts'],
        tests: [
          `${INCOMING_WEBHOOKS}/incoming-webhooks.test.ts`,
          `${INCOMING_WEBHOOKS}/impersonation.test.ts`,
        ],
      },
      {
        files: ['incoming-webhooks.ts'],
        tests: [
          `${INCOMING_WEBHOOKS}/incoming-webhooks.test.ts`,
          `${INCOMING_WEBHOOKS}/impersonation.test.ts`,
          `${INCOMING_WEBHOOKS}/key-visibility.test.ts`,
        ],
      },
      {files: ['delivery-log.ts'], tests: [`${INCOMING_WEBHOOKS}/incoming-webhooks.test.ts`]},
    ],
    score: 93,
  },
  {
    folder: `${BULK_IMPORT}/apply`,
    parts: [
      {
        files: ['resume.ts', 'failures.ts'],
        tests: [`${BULK_IMPORT}/apply/resume.test.ts`, `${BULK_IMPORT}/apply/failures.test.ts`],
      },
      {
        files: ['memberships.ts', 'direct-channels.ts', 'posts/plan.ts'],
        tests: [`${BULK_IMPORT}/apply.test.ts`],
      },
      {files: ['users.ts'], tests: [`${BULK_IMPORT}/apply.test.ts`]},
    ],
    score: 91,
  },
];
