import Type, {type Static, type TSchema, type TStringOptions} from 'typebox';

/** The largest time the settings take: the end of the year 9999, in milliseconds since the epoch. */
const LAST_MILLISECOND = 253_402_300_799_999;
/** The bound of whole numbers that have no reason for a narrower one: what a database integer holds. */
export const MAXIMUM_INTEGER = 2_147_483_647;
/** The bound of seconds that become a timer: timers of the platform end at 24 days. */
const LONGEST_TIMEOUT = 86_400;

/** What a setting's schema says beyond JSON Schema. */
export interface SettingAnnotations {
  /** Never shown, logged or sent back; a mask stands for it. */
  secret?: boolean;
  /** Takes effect only when the server starts. */
  restart?: boolean;
  /** What a `pattern` allows, in words, for messages and the documentation. */
  form?: string;
  /** The error id with which the API refuses a bad value, where the wire knows a particular one. */
  errorId?: string;
}

type TextOptions = SettingAnnotations & {pattern?: string; maxLength?: number};

const flag = (initial: boolean, description: string, marks: SettingAnnotations = {}) =>
  Type.Boolean({default: initial, description, ...marks});

const whole = (
  initial: number,
  description: string,
  {
    minimum = 0,
    maximum = MAXIMUM_INTEGER,
    ...marks
  }: SettingAnnotations & {minimum?: number; maximum?: number} = {},
) => Type.Integer({default: initial, minimum, maximum, description, ...marks});

const text = (initial: string, description: string, options: TextOptions = {}) =>
  Type.String({default: initial, description, ...(options as TStringOptions)});

const choice = <const Values extends string[]>(
  initial: Values[number],
  values: readonly [...Values],
  description: string,
  marks: SettingAnnotations = {},
) => Type.Enum(values, {default: initial, description, ...marks});

const list = (description: string, options: SettingAnnotations = {}, items: TextOptions = {}) =>
  Type.Array(Type.String(items as TStringOptions), {default: [], description, ...options});

const section = <Properties extends Record<string, TSchema>>(description: string, properties: Properties) =>
  Type.Object(properties, {description, additionalProperties: false});

const LOCALE = {pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$', form: 'a locale such as en or pt-BR'};
const PORT = '([1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])';
const HEADER = '[A-Za-z0-9-]+';
const messageExportError = (name: string) => `model.config.is_valid.message_export.${name}.app_error`;

/**
 * Every setting of Patchbay, by the reference server's section and name, with its default, what it allows, and
 * its description. Validation, types, `docs/configuration.md` and the variables of the environment derive from
 * this one schema (docs/specification.md#settings).
 */
export const SettingsSchema = Type.Object(
  {
    ServiceSettings: section('The service itself: addresses, sessions, integrations, limits.', {
      ListenAddress: text(
        '127.0.0.1:8065',
        'Address and port to listen on. `:8065` listens on every interface; port 0 takes any free port.',
        {
          pattern: '^(\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]*):\\d{1,5}$',
          form: 'host:port, with an IPv6 host in brackets and a port from 0 to 65535',
          restart: true,
        },
      ),
      SiteURL: text(
        '',
        'The address people type to reach the server. Generated links derive from it. A slash at the end is removed.',
        {
          pattern: '^(https?://[^\\s/?#@\\\\]+(/[^\\s?#\\\\]*)?)?$',
          form: 'a URL that begins with http:// or https://, without user name, query or fragment, or empty',
        },
      ),
      WebsocketURL: text('', 'The address for WebSocket connections, if it differs from `SiteURL`.', {
        pattern: '^(wss?://[^\\s?#@]+)?$',
        form: 'a URL that begins with ws:// or wss://, or empty',
      }),
      ReadTimeout: whole(300, 'Seconds a client may take to send a whole request.', {
        minimum: 1,
        maximum: LONGEST_TIMEOUT,
        restart: true,
      }),
      WriteTimeout: whole(
        300,
        'Seconds without any progress after which the connection of a request is closed.',
        {
          minimum: 1,
          maximum: LONGEST_TIMEOUT,
          restart: true,
        },
      ),
      IdleTimeout: whole(60, 'Seconds an idle keep-alive connection stays open.', {
        minimum: 1,
        maximum: LONGEST_TIMEOUT,
        restart: true,
      }),
      WebserverMode: choice(
        'gzip',
        ['gzip', 'uncompressed'],
        'Whether the web client and long answers of the API go out compressed to whoever takes them so. With `uncompressed`, a proxy in front may do it.',
        {restart: true},
      ),
      TrustedProxyIPHeader: list(
        "Headers in which a proxy in front passes the client's address, in order of trust, such as `X-Forwarded-For`. With at least one, `X-Forwarded-Proto` is trusted too. Empty: the address of the connection counts.",
        {form: 'names of HTTP headers'},
        {pattern: `^${HEADER}$`},
      ),
      TrustedProxies: list(
        'Addresses and networks of the proxies in front, such as `10.0.3.0/24`. Headers of `TrustedProxyIPHeader` count only if one of them sends the request; the client is the last address in the header that is not one of them. Empty: one proxy, on this machine or in a private network, and the client is the last address in the header.',
        {form: 'IP addresses and networks'},
      ),
      TLSStrictTransport: flag(
        true,
        'Responses to requests over HTTPS tell browsers to use nothing but HTTPS for this host (`Strict-Transport-Security`).',
      ),
      TLSStrictTransportMaxAge: whole(
        31_536_000,
        'Seconds for which browsers remember to use nothing but HTTPS. To undo it, serve 0 over HTTPS for a while.',
      ),
      MaximumPayloadSizeBytes: whole(300_000, 'Bytes a request body may have, uploads of files excepted.', {
        minimum: 1024,
        restart: true,
      }),
      MaximumURLLength: whole(2048, 'Bytes the path and query of a request may have.', {minimum: 256}),
      MaximumLoginAttempts: whole(
        10,
        'Failed attempts to sign in to one account from one address after which that address is locked out of the account. From all addresses together it is fifty times as many.',
        {minimum: 1},
      ),
      LoginLockoutMinutes: whole(
        30,
        'Minutes after which failed attempts to sign in are forgotten and a lock-out has ended. Attempts come back one by one in that time.',
        {minimum: 1, maximum: 10_080},
      ),
      SessionLengthWebInHours: whole(720, 'Hours a session of a browser lasts.', {minimum: 1}),
      SessionLengthMobileInHours: whole(720, 'Hours a session of a mobile app lasts.', {minimum: 1}),
      ExtendSessionLengthWithActivity: flag(true, 'Activity extends a session to its full length again.'),
      SessionIdleTimeoutInMinutes: whole(
        43_200,
        'Minutes without activity after which a session ends, if sessions are not extended by activity. 0: never.',
      ),
      EnableUserAccessTokens: flag(true, 'People may make personal access tokens.'),
      EnableBotAccountCreation: flag(true, 'Bots may be made through the API and the web client.'),
      DisableBotsWhenOwnerIsDeactivated: flag(
        true,
        "A person's bots are disabled when the person is deactivated.",
      ),
      EnableIncomingWebhooks: flag(true, 'Incoming webhooks accept messages.'),
      EnableOutgoingWebhooks: flag(true, 'Outgoing webhooks are sent.'),
      EnableCommands: flag(true, 'Custom slash commands may be made and run.'),
      EnablePostUsernameOverride: flag(false, 'Integrations may post under a user name of their choice.'),
      EnablePostIconOverride: flag(false, 'Integrations may post with an icon of their choice.'),
      OutgoingIntegrationRequestsTimeout: whole(
        30,
        'Seconds an outgoing webhook, command, action or dialog has for its whole reply.',
        {minimum: 1, maximum: 3600},
      ),
      DialogTriggerLifetimeSeconds: whole(30, 'Seconds a trigger id can open a dialog.', {
        minimum: 1,
        maximum: 3600,
      }),
      AllowedUntrustedInternalConnections: text(
        '',
        'Hosts, addresses and networks (`10.0.0.0/8`), separated by spaces or commas, that integrations may reach although they are private, loopback or otherwise reserved.',
      ),
      EnableInsecureOutgoingConnections: flag(
        false,
        'Outgoing calls accept certificates that cannot be verified. For tests only.',
      ),
      EnableAPIUserDeletion: flag(
        false,
        'System administrators may delete accounts for good, with all that they wrote (`DELETE /users/{id}?permanent=true`).',
      ),
      EnableAPITeamDeletion: flag(
        false,
        'System administrators may delete teams for good, with their channels and messages.',
      ),
      EnableAPIChannelDeletion: flag(
        false,
        'System administrators may delete channels for good, with their messages.',
      ),
      EnableDeveloper: flag(false, 'Error bodies carry the details that are otherwise only logged.'),
      EnableCustomEmoji: flag(true, 'People may add emoji of their own.'),
      EnableEmojiPicker: flag(true, 'The web client offers the emoji picker.'),
      EnableUserTypingMessages: flag(true, 'Others see that someone is typing.'),
      TimeBetweenUserTypingUpdatesMilliseconds: whole(
        5000,
        'Milliseconds between two notices that someone is typing.',
        {minimum: 100},
      ),
      PostEditTimeLimit: whole(-1, 'Seconds within which an author may edit a message. -1: always.', {
        minimum: -1,
      }),
      PostPriority: flag(true, 'Messages may be marked important or urgent.'),
      CollapsedThreads: choice(
        'disabled',
        ['disabled', 'default_off', 'default_on', 'always_on'],
        'Replies are collapsed into threads: never, as each person chooses (off or on to begin with), or always.',
      ),
      ThreadAutoFollow: flag(true, 'Whoever writes in or is mentioned in a thread follows it.'),
    }),
    TeamSettings: section('Teams, accounts and names.', {
      SiteName: text('Patchbay', 'The name of the site on the sign-in page and in titles.', {maxLength: 30}),
      EnableUserCreation: flag(true, 'People may create accounts.'),
      EnableOpenServer: flag(true, 'People may create an account without an invitation.'),
      EnableTeamCreation: flag(true, 'People may create teams. System administrators always may.'),
      MaxUsersPerTeam: whole(50_000, 'Active members a team may have.', {minimum: 1}),
      MaxChannelsPerTeam: whole(50_000, 'Channels a team may have, archived ones excepted.', {minimum: 1}),
      RestrictDirectMessage: choice(
        'any',
        ['any', 'team'],
        'Whom people may message: anyone on the server, or only people who share a team with them. Bots and system administrators are not restricted.',
      ),
      TeammateNameDisplay: choice(
        'username',
        ['username', 'nickname_full_name', 'full_name'],
        'How names are shown: user name; nickname, else full name; full name.',
      ),
      ExperimentalDefaultChannels: list(
        'Names of the channels every new member of a team joins, beside Town Square.',
        {form: 'names of channels'},
        {pattern: '^[a-z0-9_-]{1,64}$'},
      ),
      UserStatusAwayTimeout: whole(300, 'Seconds without activity after which a person is shown as away.', {
        minimum: 1,
      }),
    }),
    SqlSettings: section('The database.', {
      DataSource: text(
        '',
        'Connection string of an external PostgreSQL 15 or later. Empty: Patchbay runs its own PostgreSQL in the data directory. Through PgBouncer only with pool_mode = session.',
        {
          pattern: '^(postgres(ql)?://\\S+)?$',
          form: 'a URL that begins with postgres:// or postgresql://, or empty',
          secret: true,
          restart: true,
        },
      ),
      MaxOpenConns: whole(
        20,
        'Connections to the database that requests may use at once; one person, or one address without a session, at most a third of them. Jobs have as many of their own.',
        {
          minimum: 2,
          maximum: 1000,
          restart: true,
        },
      ),
      QueryTimeout: whole(
        30,
        'Seconds a statement of a request may take before the database ends it and the request is answered with 503. Jobs, exports and command line tools are exempt.',
        {minimum: 1, maximum: LONGEST_TIMEOUT, restart: true},
      ),
      EmbeddedListenPort: whole(
        0,
        "TCP port on 127.0.0.1 of Patchbay's own PostgreSQL, for other programs. 0: none, only a unix socket.",
        {maximum: 65_535, restart: true},
      ),
    }),
    FileSettings: section('Files that people attach.', {
      EnableFileAttachments: flag(true, 'Messages may carry files.'),
      Directory: text(
        '',
        'Where files are kept. A relative path counts from the data directory. Empty: `files` in the data directory.',
        {restart: true},
      ),
      MaxFileSize: whole(104_857_600, 'Bytes a file may have.', {minimum: 1, maximum: 1_099_511_627_776}),
      MaxImageResolution: whole(
        33_177_600,
        'Pixels (width times height) an image may have; larger ones are refused.',
        {minimum: 1},
      ),
      EnablePublicLink: flag(false, 'Files may be shared through a link that needs no account.'),
    }),
    EmailSettings: section('Signing in by email.', {
      EnableSignUpWithEmail: flag(true, 'Accounts may be created with an email address and a password.'),
      EnableSignInWithEmail: flag(true, 'People may sign in with their email address.'),
      EnableSignInWithUsername: flag(true, 'People may sign in with their user name.'),
      RequireEmailVerification: flag(
        false,
        'An account can sign in only after its email address is verified.',
      ),
      SendEmailNotifications: flag(false, 'Mail is sent about what people missed.'),
    }),
    PasswordSettings: section('What a new password must have.', {
      MinimumLength: whole(8, 'Characters a password must have.', {minimum: 5, maximum: 72}),
      Lowercase: flag(false, 'A password must have a lower-case letter.'),
      Uppercase: flag(false, 'A password must have an upper-case letter.'),
      Number: flag(false, 'A password must have a digit.'),
      Symbol: flag(false, 'A password must have a symbol.'),
    }),
    PrivacySettings: section('What people see of each other.', {
      ShowEmailAddress: flag(true, 'People see the email addresses of others.'),
      ShowFullName: flag(true, 'People see the full names of others.'),
    }),
    RateLimitSettings: section(
      'Limits on the rate of requests. The general limit applies if enabled, the others always.',
      {
        Enable: flag(false, 'The general limit applies.'),
        PerSec: whole(100, 'Requests a second, lasting.', {minimum: 1}),
        MaxBurst: whole(1000, 'Requests at once beyond the lasting rate.', {minimum: 0}),
        MemoryStoreSize: whole(10_000, 'Clients that are counted at the same time.', {
          minimum: 1,
          restart: true,
        }),
        VaryByRemoteAddr: flag(true, 'Clients are told apart by address.'),
        VaryByUser: flag(false, 'Clients are told apart by their session, where they have one.'),
        VaryByHeader: text(
          '',
          'Clients are told apart by this header of the request too. Empty: they are not.',
          {
            pattern: `^(${HEADER})?$`,
            form: 'the name of an HTTP header, or empty',
          },
        ),
        LoginPerSec: whole(5, 'Attempts to sign in a second, lasting.', {minimum: 1}),
        WebhookPerSec: whole(100, 'Requests to one incoming webhook a second, lasting. 0: no limit.'),
        WebhookMaxBurst: whole(1000, 'Requests to one incoming webhook at once beyond the lasting rate.'),
        LoginMaxBurst: whole(10, 'Attempts to sign in at once beyond the lasting rate.', {minimum: 0}),
        SignUpPerHour: whole(
          1000,
          'New accounts an hour from one address, and by one account. System administrators are not limited. 0: no limit.',
        ),
        TeamCreationPerHour: whole(
          500,
          'New teams an hour from one address, and by one account. System administrators are not limited. 0: no limit.',
        ),
        PasswordChangePerHour: whole(
          500,
          'Requests an hour to change a password, from one address and for one account. System administrators are not limited. 0: no limit.',
        ),
        NameChangePerHour: whole(
          500,
          'Requests an hour to change a username or an email address, or to name a bot, from one address and by one account. System administrators are not limited. 0: no limit.',
        ),
      },
    ),
    LogSettings: section('The log, on standard output.', {
      ConsoleLevel: choice(
        'info',
        ['trace', 'debug', 'info', 'warn', 'error', 'fatal'],
        'The least level that is logged.',
      ),
      RequestSampleRate: whole(
        100,
        'One of so many requests that went well is logged; failures always are. 0: none.',
      ),
    }),
    MetricsSettings: section('Metrics for Prometheus.', {
      Enable: flag(false, 'Metrics are served at `/metrics`.'),
    }),
    LicenseSettings: section('The features that are on.', {
      Tier: choice(
        'enterprise',
        ['team', 'professional', 'enterprise'],
        'The tier of features. Compliance reports and exports need `enterprise`.',
      ),
    }),
    LocalizationSettings: section('Languages.', {
      DefaultClientLocale: text('en', 'Language of new accounts, and of the client before sign-in.', LOCALE),
      AvailableLocales: text(
        '',
        'Languages people may choose, separated by commas; `DefaultClientLocale` always is one. Empty: any.',
        {
          pattern: '^([a-z]{2,3}(-[A-Za-z0-9]{2,8})*(, *|$))*$',
          form: 'locales separated by commas, or empty',
        },
      ),
    }),
    GuestAccountsSettings: section('Guests: accounts that see only the channels they were invited to.', {
      Enable: flag(
        false,
        'Accounts may be guests. Off: guests cannot sign in, and their sessions and tokens do not work.',
      ),
      AllowEmailAccounts: flag(true, 'Guests may sign in with an email address and a password.'),
      HideTags: flag(false, 'The web client does not mark guests as such.'),
      RestrictCreationToDomains: text(
        '',
        'Email domains that guests must have an address in, separated by commas or spaces. It holds for who becomes a guest and for new addresses of guests. Empty: any.',
      ),
    }),
    ComplianceSettings: section('Compliance reports on demand.', {
      Enable: flag(true, 'Compliance reports may be made.'),
      Directory: text(
        '',
        'Where reports are kept, in a folder `compliance`. A relative path counts from the data directory. Empty: the data directory.',
      ),
      EnableDaily: flag(false, 'A report of the day before, in UTC, is made every day.'),
      BatchSize: whole(30_000, 'Changes nothing: reports are streamed. Configurations may have it.', {
        minimum: 1,
        maximum: 1_000_000,
      }),
    }),
    MessageExportSettings: section('Scheduled compliance exports.', {
      EnableExport: flag(false, 'The export runs every day.'),
      ExportFormat: choice(
        'actiance',
        ['actiance', 'csv', 'globalrelay', 'globalrelay-zip', 'jsonl'],
        'The format: Actiance XML, CSV, EML sent to Global Relay, EML kept in a zip, or JSON lines.',
        {errorId: messageExportError('export_type')},
      ),
      DailyRunTime: text('01:00', "Time of day at which the export runs, in the server's local time.", {
        pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
        form: 'HH:MM from 00:00 to 23:59',
        errorId: messageExportError('daily_runtime'),
      }),
      ExportFromTimestamp: whole(
        0,
        'The first export begins here, in milliseconds since 1970-01-01 UTC. Not in the future.',
        {maximum: LAST_MILLISECOND, errorId: messageExportError('export_from')},
      ),
      BatchSize: whole(10_000, 'Messages in one file of an export, at most.', {
        minimum: 1,
        maximum: 1_000_000,
        errorId: messageExportError('batch_size'),
      }),
      ChannelBatchSize: whole(
        100,
        'Changes nothing: the channels of a batch are read together. It is there for configurations that have it.',
        {minimum: 1, maximum: 100_000},
      ),
      ChannelHistoryBatchSize: whole(10, 'Changes nothing, as `ChannelBatchSize`.', {
        minimum: 1,
        maximum: 100_000,
      }),
      DownloadExportResults: flag(false, 'Administrators may download the result of an export.'),
      GlobalRelaySettings: section('Sending exports to Global Relay, for the format `globalrelay`.', {
        CustomerType: choice(
          'A9',
          ['A9', 'A10', 'CUSTOM'],
          'The kind of customer, which decides the mail server. CUSTOM: the one named below.',
        ),
        SMTPUsername: text('', "User name at Global Relay's mail server."),
        SMTPPassword: text('', "Password at Global Relay's mail server.", {secret: true}),
        EmailAddress: text('', 'The address that exports are sent to.'),
        SMTPServerTimeout: whole(1800, 'Seconds the mail server has to take a message.', {
          minimum: 1,
          maximum: LONGEST_TIMEOUT,
        }),
        CustomSMTPServerName: text('', 'Host of the mail server, for the customer type CUSTOM.', {
          pattern: '^[^\\s/:]*$|^\\[[0-9A-Fa-f:.]+\\]$',
          form: 'a host name or address',
        }),
        CustomSMTPPort: text('25', 'Port of the mail server, for the customer type CUSTOM.', {
          pattern: `^(${PORT})?$`,
          form: 'a port from 1 to 65535',
        }),
      }),
    }),
    JobSettings: section('Work in the background.', {
      RunJobs: flag(true, 'This server carries out jobs.', {restart: true}),
      RunScheduler: flag(true, 'This server starts scheduled jobs when they are due.', {restart: true}),
      CleanupJobsThresholdDays: whole(-1, 'Days after which finished jobs are forgotten. -1: never.', {
        minimum: -1,
      }),
      CleanupAuditsThresholdDays: whole(
        -1,
        'Days that the audit log reaches back: who signed in, and what administrators did. -1: to its beginning.',
        {minimum: -1},
      ),
    }),
    ImportSettings: section('Bulk import.', {
      Directory: text(
        '',
        'Where files to import are kept. A relative path counts from the data directory. Empty: `import` in the data directory.',
      ),
      RetentionDays: whole(30, 'Days that uploaded import files are kept.', {minimum: 1}),
    }),
    ExportSettings: section('Export files.', {
      Directory: text(
        '',
        'Where exports are kept. A relative path counts from the data directory. Empty: `export` in the data directory.',
      ),
    }),
    BackupSettings: section('Backups: the database, files, settings and keys in one archive.', {
      Enable: flag(false, 'A backup is created every day.'),
      DailyRunTime: text(
        '02:30',
        "Time of day at which the daily backup is created, in the server's local time.",
        {pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', form: 'HH:MM from 00:00 to 23:59'},
      ),
      Directory: text(
        '',
        'Where backups are kept. A relative path counts from the data directory. Empty: `backups` in the data directory. Better is a directory on another disk.',
        {maxLength: 1024},
      ),
      RetentionDays: whole(14, 'Days that daily backups are kept.', {minimum: 1, maximum: 36_500}),
      RetentionCount: whole(3, 'The newest daily backups that are kept at any age.', {
        minimum: 1,
        maximum: 10_000,
      }),
      Passphrase: text(
        '',
        'Backups are encrypted with this passphrase. Without it nobody can restore them: keep a copy outside the server. Empty: they are not encrypted, and contain keys.',
        {secret: true, maxLength: 1024},
      ),
    }),
    ThemeSettings: section('Themes.', {
      EnableThemeSelection: flag(true, 'People may choose a theme. Off: everyone has the default one.'),
      DefaultTheme: text(
        'default',
        'The theme of people who have chosen none, in the official clients; the web client follows the system.',
      ),
      AllowCustomThemes: flag(true, 'People may use colors of their own.'),
      AllowedThemes: list('Themes people may choose in the official clients. Empty: all.', {
        form: 'names of themes',
      }),
    }),
    DisplaySettings: section('How messages are shown.', {
      CustomURLSchemes: list(
        'Schemes of URLs, beside http, https, ftp, mailto and tel, that become links in messages.',
        {form: 'names of URL schemes'},
        {pattern: '^[A-Za-z][A-Za-z0-9+.-]*$'},
      ),
    }),
    ImageProxySettings: section('Images from other sites.', {
      Enable: flag(
        true,
        'Pictures of other sites are shown in messages, loaded through this server; else they stay links.',
      ),
    }),
  },
  {additionalProperties: false},
);

/** The current value of every setting. */
export type Settings = Static<typeof SettingsSchema>;
