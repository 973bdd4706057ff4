/** Files of a folder, and the tests that should detect mutants in them. */
export interface MutatedPart {
  /** Relative to the folder. SQL, routes and wire types are left to end-to-end tests. */
  files: readonly string[];
  /**
   * The files or lines that are used for the recorded score, if mutating all files takes too long. If empty, this
   * part doesn't count.
   */
  sample?: readonly string[];
  /** Relative to the project's directory. Fewer tests are faster. */
  tests: readonly string[];
}

/** A folder for mutation testing. */
export interface MutatedFolder {
  folder: string;
  parts: readonly MutatedPart[];
  /** The percentage of the sample's mutants that tests detect, rounded down. It must not decrease. */
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
        sample: ['sessions.ts:121-138'],
        tests: [`${SESSIONS}/sessions.test.ts`],
      },
      {
        files: ['authentication.ts', 'cookies.ts'],
        sample: [],
        tests: ['server/src/messaging/sign-in/signing-in.test.ts'],
      },
    ],
    score: 98,
  },
  {
    folder: DIALOGS,
    parts: [
      {
        files: ['dialog-definition.ts', 'rules/submission-rules.ts'],
        tests: [`${DIALOGS}/dialog-definition.test.ts`, `${DIALOGS}/rules/submission-rules.test.ts`],
      },
      {
        files: ['dialogs.ts', 'rules/submitted-dialog.ts'],
        sample: [],
        tests: [`${DIALOGS}/dialogs.test.ts`],
      },
    ],
    score: 98,
  },
  {
    folder: INCOMING_WEBHOOKS,
    parts: [
      {files: ['body.ts', 'payload.ts'], sample: [], tests: [`${INCOMING_WEBHOOKS}/body.test.ts`]},
      {
        files: ['receiving.ts', 'incoming-webhooks.ts'],
        sample: ['receiving.ts:91-119'],
        tests: [
          `${INCOMING_WEBHOOKS}/incoming-webhooks.test.ts`,
          `${INCOMING_WEBHOOKS}/impersonation.test.ts`,
        ],
      },
    ],
    score: 90,
  },
  {
    folder: `${BULK_IMPORT}/apply`,
    parts: [
      {
        files: ['resume.ts', 'failures.ts'],
        tests: [`${BULK_IMPORT}/apply/resume.test.ts`, `${BULK_IMPORT}/apply/failures.test.ts`],
      },
      {
        files: ['memberships.ts', 'users.ts', 'direct-channels.ts', 'posts/plan.ts'],
        sample: ['memberships.ts:24-51'],
        tests: [`${BULK_IMPORT}/apply.test.ts`],
      },
    ],
    score: 93,
  },
];
