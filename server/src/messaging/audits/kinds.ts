/**
 * The kinds of entries in the audit log, each with a regular expression of PostgreSQL for its actions: paths of requests
 * and names of commands. An entry is of the first kind that matches.
 */
export const AUDIT_KINDS = {
  sign_in:
    '^/api/v4/users/([^/]+/)?(login|tokens|sessions|password|email|auth|reset_failed_attempts)(/|$)|^/api/v4/web_push/|^patchbay (bot )?token|^patchbay user password',
  users: '^/api/v4/(users|custom_profile_attributes)(/|$)|^patchbay user ',
  teams: '^/api/v4/teams(/|$)',
  channels: '^/api/v4/(channels|posts)(/|$)',
  integrations: '^/api/v4/(bots|hooks|commands|integrations|emoji)(/|$)|^patchbay bot ',
  settings: '^/api/v4/(config|caches|brand|terms_of_service|cluster|roles|schemes)(/|$)|^patchbay config ',
  data: '^/api/v4/(exports|imports|backups|reports|jobs)(/|$)|^patchbay import ',
  compliance: '^/api/v4/(compliance|data_retention|legal_holds)(/|$)|^patchbay compliance ',
} as const;

export type AuditKind = keyof typeof AUDIT_KINDS;
