import Type, {type Static, type TSchema, type TStringOptions} from 'typebox';

/** The latest allowed time: the end of the year 9999, in milliseconds since the epoch. */
const LAST_MILLISECOND = 253_402_300_799_999;
/** The default maximum of integers: the largest PostgreSQL integer. */
export const MAXIMUM_INTEGER = 2_147_483_647;
/** The maximum of timeouts in seconds. Node.js timers are limited to 24 days. */
const LONGEST_TIMEOUT = 86_400;

/** A unit of a size or a time. */
type SettingUnit = 'byte' | 'millisecond' | 'second' | 'minute' | 'hour';

/** Annotations of a setting's schema beyond JSON Schema. */
export interface SettingAnnotations {
  /** Never shown, logged or returned; a mask replaces it. */
  secret?: boolean;
  /** Takes effect only after a restart. */
  restart?: boolean;
  /** The unit of a size or a time, which settings pages also show in larger units. */
  unit?: SettingUnit;
  /** Describes what `pattern` allows, for messages and the docs. */
  allowed?: string;
  /** The error id for a value that isn't allowed, if the API has a specific one. */
  errorId?: string;
}

type TextOptions = SettingAnnotations & {pattern?: string; maxLength?: number};

const flag = (initial: boolean, description: string, marks: SettingAnnotations = {}) =>
  Type.Boolean({default: initial, description, ...marks});

const integer = (
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

const DATABASE_URLS = 'URLs that begin with postgres:// or postgresql://';

const list = (description: string, options: SettingAnnotations = {}, items: TextOptions = {}) =>
  Type.Array(Type.String(items as TStringOptions), {default: [], description, ...options});

const section = <Properties extends Record<string, TSchema>>(description: string, properties: Properties) =>
  Type.Object(properties, {description, additionalProperties: false});

const LOCALE = {pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$', allowed: 'a locale such as en or pt-BR'};
const PORT = '([1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])';
const EMAIL_ADDRESS = {
  pattern: '^([^\\s@<>",;]+@[^\\s@<>",;]+)?$',
  maxLength: 128,
  allowed: 'an email address, or empty',
};
const HEADER = '[A-Za-z0-9-]+';
const LINK = {
  pattern: '^((https?://|/(?!/))[^\\s\\\\]*)?$',
  maxLength: 2048,
  allowed: 'a URL that begins with http:// or https://, a path that begins with /, or empty',
};
const COLOR = {pattern: '^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$', allowed: 'a color such as #f2a93b'};
const messageExportError = (name: string) => `model.config.is_valid.message_export.${name}.app_error`;

/**
 * Every setting, under the reference server's section and name, with its default, allowed values and description.
 * Validation, types, `docs/configuration.md` and the environment variables are derived from this schema
 * (docs/specification.md#settings).
 */
export const SettingsSchema = Type.Object(
  {
    ServiceSettings: section('Addresses, sessions, integrations and limits.', {
      ListenAddress: text(
        '127.0.0.1:8065',
        'The address and port to listen on. `:8065` listens on all interfaces. Port 0 selects any free port.',
        {
          pattern: '^(\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]*):\\d{1,5}$',
          allowed: 'host:port, with an IPv6 host in brackets and a port from 0 to 65535',
          restart: true,
        },
      ),
      SiteURL: text(
        '',
        'The public URL of the server, which generated links use. A trailing slash is removed.',
        {
          pattern: '^(https?://[^\\s/?#@\\\\]+(/[^\\s?#\\\\]*)?)?$',
          allowed:
            'a URL that begins with http:// or https://, without a username, query or fragment, or empty',
        },
      ),
      WebsocketURL: text('', 'The URL for WebSocket connections, if it differs from `SiteURL`.', {
        pattern: '^(wss?://[^\\s?#@]+)?$',
        allowed: 'a URL that begins with ws:// or wss://, or empty',
      }),
      ReadTimeout: integer(300, 'Seconds a client has to send a complete request.', {
        unit: 'second',
        minimum: 1,
        maximum: LONGEST_TIMEOUT,
        restart: true,
      }),
      WriteTimeout: integer(300, 'Seconds without progress before the connection of a request is closed.', {
        unit: 'second',
        minimum: 1,
        maximum: LONGEST_TIMEOUT,
        restart: true,
      }),
      IdleTimeout: integer(60, 'Seconds an idle keep-alive connection stays open.', {
        unit: 'second',
        minimum: 1,
        maximum: LONGEST_TIMEOUT,
        restart: true,
      }),
      WebserverMode: choice(
        'gzip',
        ['gzip', 'uncompressed'],
        'Whether the server compresses the web client and large API responses. Set this to `uncompressed` if a reverse proxy compresses responses.',
        {restart: true},
      ),
      TrustedProxyIPHeader: list(
        "Headers in which a reverse proxy passes the client's address, such as `X-Forwarded-For`. The server uses the first one that is present. If at least one header is set, `X-Forwarded-Proto` is trusted too. Empty: the server uses the address of the connection.",
        {allowed: 'HTTP header names'},
        {pattern: `^${HEADER}$`},
      ),
      TrustedProxies: list(
        "Addresses and networks of your reverse proxies, such as `10.0.3.0/24`. The server trusts the headers in `TrustedProxyIPHeader` only if a request comes from one of them, and uses the last address in the header that isn't one of them. Empty: the server trusts one proxy on this machine or in a private network, and uses the last address in the header.",
        {allowed: 'IP addresses and networks'},
      ),
      TLSStrictTransport: flag(
        true,
        'Tell browsers to always use HTTPS for this host (`Strict-Transport-Security`), in responses over HTTPS.',
      ),
      TLSStrictTransportMaxAge: integer(
        31_536_000,
        'Seconds for which browsers remember to always use HTTPS. To undo it, set this to 0 for a while.',
        {unit: 'second'},
      ),
      MaximumPayloadSizeBytes: integer(
        300_000,
        'Maximum size of a request body in bytes. File uploads have their own limit.',
        {unit: 'byte', minimum: 1024, restart: true},
      ),
      MaximumURLLength: integer(2048, 'Maximum length of the path and query of a request, in bytes.', {
        unit: 'byte',
        minimum: 256,
      }),
      MaximumLoginAttempts: integer(
        10,
        'Failed sign-in attempts before an address is locked out of an account. The limit for all addresses together is fifty times as high.',
        {minimum: 1},
      ),
      LoginLockoutMinutes: integer(
        30,
        'Minutes until failed sign-in attempts no longer count and a lockout ends. Attempts become available again one by one during this time.',
        {unit: 'minute', minimum: 1, maximum: 10_080},
      ),
      SessionLengthWebInHours: integer(720, 'Hours until a browser session expires.', {
        unit: 'hour',
        minimum: 1,
      }),
      SessionLengthMobileInHours: integer(720, 'Hours until a mobile app session expires.', {
        unit: 'hour',
        minimum: 1,
      }),
      ExtendSessionLengthWithActivity: flag(true, 'Activity extends a session to its full length.'),
      SessionIdleTimeoutInMinutes: integer(
        43_200,
        "Minutes without activity before a session expires, if activity doesn't extend sessions. 0: never.",
        {unit: 'minute'},
      ),
      EnableUserAccessTokens: flag(true, 'Users can create personal access tokens.'),
      EnableBotAccountCreation: flag(true, 'Users can create bots in the web client and through the API.'),
      DisableBotsWhenOwnerIsDeactivated: flag(
        true,
        "When a user is deactivated, the user's bots are disabled.",
      ),
      EnableIncomingWebhooks: flag(true, 'Enable incoming webhooks.'),
      EnableEmailInvitations: flag(
        false,
        'Users can invite people by email, if the server sends emails. See docs/email.md#invitations.',
      ),
      EnableOutgoingWebhooks: flag(true, 'Enable outgoing webhooks.'),
      EnableCommands: flag(true, 'Enable custom slash commands.'),
      EnablePostUsernameOverride: flag(false, 'Integrations can set the username of their posts.'),
      EnablePostIconOverride: flag(false, 'Integrations can set the icon of their posts.'),
      OutgoingIntegrationRequestsTimeout: integer(
        30,
        'Seconds an integration has to respond to an outgoing webhook, command, action or dialog.',
        {unit: 'second', minimum: 1, maximum: 3600},
      ),
      DialogTriggerLifetimeSeconds: integer(30, 'Seconds for which a trigger id can open a dialog.', {
        unit: 'second',
        minimum: 1,
        maximum: 3600,
      }),
      AllowedUntrustedInternalConnections: text(
        '',
        'Hosts, addresses and networks (such as `10.0.0.0/8`) that the server may call for integrations although they are private, loopback or otherwise reserved. Separate them with spaces or commas.',
      ),
      EnableInsecureOutgoingConnections: flag(
        false,
        'Accept certificates that cannot be verified in outgoing requests. Use this for tests only.',
      ),
      EnableAPIUserDeletion: flag(
        false,
        'System administrators can permanently delete accounts and all of their content.',
      ),
      EnableAPITeamDeletion: flag(
        false,
        'System administrators can permanently delete teams with their channels and messages.',
      ),
      EnableAPIChannelDeletion: flag(
        false,
        'System administrators can permanently delete channels with their messages.',
      ),
      EnableDeveloper: flag(false, 'Include details in error responses that are otherwise only logged.'),
      EnableCustomEmoji: flag(true, 'Users can add custom emoji.'),
      EnableLinkPreviews: flag(
        true,
        'Show a preview of linked pages under messages: title, description and image. The server fetches the pages in the background.',
      ),
      RestrictLinkPreviews: text(
        '',
        'Domains, separated by commas or spaces, whose pages get no previews, including their subdomains.',
      ),
      EnablePermalinkPreviews: flag(
        true,
        'Quote linked messages of this server, for people who have access to them.',
      ),
      EnableEmojiPicker: flag(true, 'Show the emoji picker in the web client.'),
      EnableGifPicker: flag(
        false,
        'Users can search for GIFs of GIPHY and add them to their messages. This requires `GiphySdkKey` and `ImageProxySettings.Enable`. The server makes all requests, so that GIPHY gets the search terms, but no addresses or names of users.',
      ),
      GiphySdkKey: text('', "The key of an app for GIPHY's API, from developers.giphy.com. Empty: no GIFs.", {
        pattern: '^[A-Za-z0-9]{0,128}$',
        allowed: 'up to 128 letters and digits, or empty',
        secret: true,
      }),
      EnableLatex: flag(false, 'Show code blocks in the language `latex` as formulas.'),
      EnableInlineLatex: flag(
        true,
        'If EnableLatex is on, also show text between dollar signs, such as `$x^2$`, as formulas.',
      ),
      EnableOfflineMessages: flag(
        true,
        'Keep the newest messages of recently opened channels in the browser, so that the web client can show them without a connection. They are deleted at sign-out.',
      ),
      EnableUserTypingMessages: flag(true, 'Show when someone is typing.'),
      TimeBetweenUserTypingUpdatesMilliseconds: integer(
        5000,
        'Milliseconds between two typing notifications.',
        {unit: 'millisecond', minimum: 100},
      ),
      PostEditTimeLimit: integer(-1, 'Seconds during which users can edit their messages. -1: no limit.', {
        unit: 'second',
        minimum: -1,
      }),
      PostPriority: flag(true, 'Users can mark messages as important or urgent.'),
      EnableCustomGroups: flag(
        true,
        'Users can create groups of users and mention them by name. If this is off, groups are kept but hidden, and mentions of them notify no one.',
      ),
      ScheduledPosts: flag(
        true,
        'Users can schedule messages. If this is off, scheduled messages are kept but not sent.',
      ),
      CollapsedThreads: choice(
        'default_on',
        ['disabled', 'default_off', 'default_on', 'always_on'],
        'Whether replies are collapsed into threads: never, by user preference (off or on by default), or always.',
      ),
      ThreadAutoFollow: flag(
        true,
        'Users automatically follow threads that they reply to or are mentioned in.',
      ),
    }),
    TeamSettings: section('Teams, accounts and names.', {
      SiteName: text('Patchbay', 'The name of the site on the sign-in page and in titles.', {maxLength: 30}),
      EnableCustomBrand: flag(false, 'Show the brand image and `CustomBrandText` on the sign-in page.'),
      CustomBrandText: text('', 'Text for the sign-in page.', {maxLength: 500}),
      CustomDescriptionText: text('', 'A line below the name of the site on the sign-in page. Empty: none.', {
        maxLength: 120,
      }),
      EnableUserCreation: flag(true, 'People can create accounts.'),
      EnableOpenServer: flag(true, 'People can create accounts without an invitation.'),
      EnableTeamCreation: flag(true, 'Users can create teams. System administrators always can.'),
      MaxUsersPerTeam: integer(50_000, 'Maximum number of active members in a team.', {minimum: 1}),
      MaxChannelsPerTeam: integer(
        50_000,
        'Maximum number of channels in a team, not counting archived ones.',
        {minimum: 1},
      ),
      RestrictDirectMessage: choice(
        'any',
        ['any', 'team'],
        'Who users can send direct messages to: anyone on the server, or only people who share a team with them. Bots and system administrators are not restricted.',
      ),
      TeammateNameDisplay: choice(
        'username',
        ['username', 'nickname_full_name', 'full_name'],
        'How names are shown: username; nickname or, without one, full name; full name.',
      ),
      ExperimentalDefaultChannels: list(
        'Names of the channels that new members of a team join in addition to Town Square.',
        {allowed: 'channel names'},
        {pattern: '^[a-z0-9_-]{1,64}$'},
      ),
      UserStatusAwayTimeout: integer(300, 'Seconds without activity before a user is shown as away.', {
        unit: 'second',
        minimum: 1,
      }),
    }),
    SqlSettings: section('The database.', {
      DataSource: text(
        '',
        'Connection string of an external PostgreSQL 15 or later. Empty: Patchbay runs its own PostgreSQL in the data directory. PgBouncer requires pool_mode = session.',
        {
          pattern: '^(postgres(ql)?://\\S+)?$',
          allowed: 'a URL that begins with postgres:// or postgresql://, or empty',
          secret: true,
          restart: true,
        },
      ),
      DataSourceReplicas: list(
        'Connection strings of streaming replicas of the server in `DataSource`, one server each. Lists of messages, threads and users are read from them when they have caught up. See docs/cluster.md.',
        {allowed: DATABASE_URLS, secret: true, restart: true},
        {pattern: '^postgres(ql)?://\\S+$'},
      ),
      DataSourceSearchReplicas: list(
        'The same for replicas that only run searches. Empty: searches use `DataSourceReplicas`.',
        {allowed: DATABASE_URLS, secret: true, restart: true},
        {pattern: '^postgres(ql)?://\\S+$'},
      ),
      MaxOpenConns: integer(
        20,
        'Maximum number of database connections for requests, on each server. One user, or one address without a session, can use at most a third of them. Jobs have the same number of separate connections.',
        {
          minimum: 2,
          maximum: 1000,
          restart: true,
        },
      ),
      QueryTimeout: integer(
        30,
        "Seconds before the database cancels a request's query and the request returns 503. Jobs, exports and command-line tools are exempt.",
        {unit: 'second', minimum: 1, maximum: LONGEST_TIMEOUT, restart: true},
      ),
      EmbeddedListenPort: integer(
        0,
        "TCP port on 127.0.0.1 of Patchbay's own PostgreSQL, for other programs. 0: no port, only a Unix socket.",
        {maximum: 65_535, restart: true},
      ),
    }),
    FileSettings: section('Attached files.', {
      EnableFileAttachments: flag(true, 'Users can attach files to messages.'),
      DriverName: choice(
        'local',
        ['local', 'amazons3'],
        'Where files, import files, exports, compliance reports and backups are stored: in local directories, or in a bucket of Amazon S3 or a store with the same protocol. Existing files are not moved; see `patchbay files copy`.',
        {restart: true},
      ),
      Directory: text(
        '',
        'The directory for files. A relative path starts from the data directory. Empty: `files` in the data directory.',
        {restart: true},
      ),
      MaxFileSize: integer(104_857_600, 'Maximum size of a file in bytes.', {
        unit: 'byte',
        minimum: 1,
        maximum: 1_099_511_627_776,
      }),
      MaxVoiceMessageSeconds: integer(
        300,
        'Maximum length of a voice message in seconds. 0: people cannot record voice messages.',
        {unit: 'second', maximum: 3600},
      ),
      MaxImageResolution: integer(
        33_177_600,
        'Maximum number of pixels in an image (width times height). Larger images are rejected.',
        {minimum: 1},
      ),
      ExtractContent: flag(
        true,
        'Searches find the text of PDF, Office, OpenDocument, HTML and text files of up to 50 MB. The server extracts the text within a minute or two of the upload.',
      ),
      EnablePublicLink: flag(
        false,
        "Users can create public links to files, which don't require an account.",
      ),
      AmazonS3AccessKeyId: text(
        '',
        'The access key of the S3 account. If this and the secret are empty, the keys come from the environment or the role of the machine, as in other programs that use Amazon S3.',
        {maxLength: 256, restart: true},
      ),
      AmazonS3SecretAccessKey: text('', 'The secret of the access key.', {
        maxLength: 1024,
        secret: true,
        restart: true,
      }),
      AmazonS3Bucket: text('', 'The bucket. It must exist.', {
        pattern: '^([A-Za-z0-9][A-Za-z0-9._-]{1,62})?$',
        allowed: 'the name of a bucket, or empty',
        restart: true,
      }),
      AmazonS3PathPrefix: text(
        '',
        'A folder in the bucket for all files of this installation. Empty: the top of the bucket.',
        {
          pattern: '^(?!\\.)([A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*/?)?$',
          allowed: 'names of letters, digits, dots, hyphens and underscores, separated by slashes, or empty',
          maxLength: 256,
          restart: true,
        },
      ),
      AmazonS3Region: text('', 'The region of the bucket. Empty: it is found automatically.', {
        pattern: '^[A-Za-z0-9-]{0,64}$',
        allowed: 'the name of a region, such as eu-central-1, or empty',
        restart: true,
      }),
      AmazonS3Endpoint: text(
        's3.amazonaws.com',
        'The host of the S3 service, with its port unless it is the default. Change it for stores other than Amazon S3.',
        {
          pattern: `^(\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9.-]+)(:${PORT})?$`,
          allowed: 'a hostname or address with an optional port, without https://',
          maxLength: 260,
          restart: true,
        },
      ),
      AmazonS3SSL: flag(true, 'Use HTTPS for connections to the S3 service.', {restart: true}),
      AmazonS3SSE: flag(false, 'Ask the S3 service to encrypt files with keys that it manages (SSE-S3).', {
        restart: true,
      }),
      AmazonS3RequestTimeoutMilliseconds: integer(
        30_000,
        'Milliseconds the S3 service has to respond to a request, and to continue sending a file.',
        {unit: 'millisecond', minimum: 100, maximum: 3_600_000, restart: true},
      ),
      AmazonS3UploadPartSizeBytes: integer(
        5_242_880,
        'The size of the parts in which larger files are sent to the S3 service, in bytes. Each upload keeps up to three parts in memory. A file can have 10,000 parts.',
        {unit: 'byte', minimum: 5_242_880, maximum: 536_870_912, restart: true},
      ),
    }),
    EmailSettings: section('Sign-in and email.', {
      EnableSignUpWithEmail: flag(true, 'People can create accounts with an email address and a password.'),
      EnableSignInWithEmail: flag(true, 'Users can sign in with their email address.'),
      EnableSignInWithUsername: flag(true, 'Users can sign in with their username.'),
      RequireEmailVerification: flag(false, 'Users can sign in only after their email address is verified.'),
      SendEmailNotifications: flag(
        false,
        'Send emails about mentions and direct messages to users who are away or offline. See docs/email.md.',
      ),
      EmailNotificationContentsType: choice(
        'full',
        ['full', 'generic'],
        'What emails about missed messages contain. full: the messages. generic: only who sent them.',
      ),
      EnableEmailBatching: flag(
        false,
        'Users can choose to get a single email about all missed messages every 15 minutes (the default) or every hour. If this is off, they get an email for each conversation after 30 seconds.',
      ),
      EmailBatchingBufferSize: integer(
        256,
        'Maximum number of messages in one email. If more are waiting, the email is sent early.',
        {minimum: 1, maximum: 1000},
      ),
      EmailBatchingInterval: integer(
        30,
        'The minimum time in seconds for which messages are collected, if users can get several in one email.',
        {unit: 'second', minimum: 5, maximum: 3600},
      ),
      SMTPServer: text(
        '',
        'The host of the mail server. The server sends emails if this and `FeedbackEmail` are set. See docs/email.md.',
        {
          pattern: '^[^\\s/:@]*$|^[0-9A-Fa-f:.]+$',
          maxLength: 255,
          allowed: 'a hostname or address, or empty',
        },
      ),
      SMTPPort: text('25', 'The port of the mail server.', {
        pattern: `^${PORT}$`,
        allowed: 'a port from 1 to 65535',
      }),
      ConnectionSecurity: choice(
        '',
        ['', 'TLS', 'STARTTLS'],
        'How connections to the mail server are encrypted. TLS: from the start, usually on port 465. STARTTLS: before signing in, usually on port 587. Empty: not at all, which is only safe on this machine or in a private network.',
      ),
      SkipServerCertificateVerification: flag(
        false,
        'Accept any certificate of the mail server. Someone between the two servers could then read the emails. If you have your own certificate authority, set `NODE_EXTRA_CA_CERTS` instead.',
      ),
      EnableSMTPAuth: flag(false, 'Sign in to the mail server with `SMTPUsername` and `SMTPPassword`.'),
      SMTPUsername: text('', 'The username for the mail server.'),
      SMTPPassword: text('', 'The password for the mail server.', {secret: true}),
      SMTPServerTimeout: integer(10, 'Seconds the mail server has to respond.', {
        unit: 'second',
        minimum: 1,
        maximum: 600,
      }),
      FeedbackName: text('', 'The name that emails are sent from. Empty: `TeamSettings.SiteName`.', {
        maxLength: 128,
      }),
      FeedbackEmail: text('', 'The address that emails are sent from.', EMAIL_ADDRESS),
      ReplyToAddress: text(
        '',
        'The address that replies to emails go to. Empty: `FeedbackEmail`.',
        EMAIL_ADDRESS,
      ),
    }),
    WebPushSettings: section('Push notifications to browsers.', {
      Enable: flag(
        true,
        'People can turn on push notifications, which arrive even when the web client is closed.',
      ),
      Contents: choice(
        'full',
        ['full', 'generic'],
        'What notifications contain. full: the sender, the channel and the text. generic: the sender and the channel. Both are encrypted on the way to the browser.',
      ),
    }),
    PasswordSettings: section('Requirements for new passwords.', {
      MinimumLength: integer(8, 'Minimum length of a password.', {minimum: 5, maximum: 72}),
      Lowercase: flag(false, 'Require a lowercase letter.'),
      Uppercase: flag(false, 'Require an uppercase letter.'),
      Number: flag(false, 'Require a digit.'),
      Symbol: flag(false, 'Require a symbol.'),
    }),
    PrivacySettings: section('What users can see about each other.', {
      ShowEmailAddress: flag(true, 'Users can see the email addresses of other users.'),
      ShowFullName: flag(true, 'Users can see the full names of other users.'),
    }),
    RateLimitSettings: section('Rate limits. The general limit is optional; the others always apply.', {
      Enable: flag(false, 'Enable the general rate limit.'),
      PerSec: integer(100, 'Sustained requests per second.', {minimum: 1}),
      MaxBurst: integer(1000, 'Requests in a burst beyond the sustained rate.', {minimum: 0}),
      MemoryStoreSize: integer(10_000, 'Maximum number of clients that are counted at the same time.', {
        minimum: 1,
        restart: true,
      }),
      VaryByRemoteAddr: flag(true, 'Count requests by client address.'),
      VaryByUser: flag(false, 'Count requests by user, if the request has a session.'),
      VaryByHeader: text('', 'Also count requests by the value of this header. Empty: no header.', {
        pattern: `^(${HEADER})?$`,
        allowed: 'the name of an HTTP header, or empty',
      }),
      LoginPerSec: integer(5, 'Sustained sign-in attempts per second.', {minimum: 1}),
      WebhookPerSec: integer(100, 'Sustained requests per second to one incoming webhook. 0: no limit.'),
      WebhookMaxBurst: integer(
        1000,
        'Requests to one incoming webhook in a burst beyond the sustained rate.',
      ),
      LoginMaxBurst: integer(10, 'Sign-in attempts in a burst beyond the sustained rate.', {minimum: 0}),
      SignUpPerHour: integer(
        1000,
        'New accounts per hour from one address, and by one user. System administrators are not limited. 0: no limit.',
      ),
      TeamCreationPerHour: integer(
        500,
        'New teams per hour from one address, and by one user. System administrators are not limited. 0: no limit.',
      ),
      GroupCreationPerHour: integer(
        100,
        'New groups per hour from one address, and by one user. System administrators are not limited. 0: no limit.',
      ),
      PasswordChangePerHour: integer(
        500,
        'Password changes per hour from one address, and for one user. System administrators are not limited. 0: no limit.',
      ),
      NameChangePerHour: integer(
        500,
        'Changes of usernames, email addresses and bot names per hour from one address, and by one user. System administrators are not limited. 0: no limit.',
      ),
    }),
    LogSettings: section('The log, on standard error.', {
      ConsoleLevel: choice(
        'info',
        ['trace', 'debug', 'info', 'warn', 'error', 'fatal'],
        'The lowest level that is logged.',
      ),
      RequestSampleRate: integer(
        100,
        'Log one of this many successful requests. Server errors are always logged. 0: no successful requests.',
      ),
    }),
    MetricsSettings: section('Metrics for Prometheus.', {
      Enable: flag(false, 'Serve metrics at `/metrics`.'),
    }),
    TracingSettings: section('Traces for OpenTelemetry.', {
      Enable: flag(
        false,
        'Record requests, their SQL statements, jobs and events of the cluster as traces, without contents.',
        {restart: true},
      ),
      OTLPEndpoint: text(
        'http://127.0.0.1:4318/v1/traces',
        'The URL of a collector that accepts OTLP over HTTP as JSON.',
        {pattern: '^https?://[^\\s/?#@]+(/[^\\s]*)?$', allowed: 'an HTTP or HTTPS URL', restart: true},
      ),
      SampleRate: integer(1, 'Record one of this many requests and jobs.', {minimum: 1, restart: true}),
    }),
    LicenseSettings: section('The license tier.', {
      Tier: choice(
        'enterprise',
        ['team', 'professional', 'enterprise'],
        'The feature tier. Compliance reports and exports require `enterprise`.',
      ),
    }),
    LocalizationSettings: section('Languages.', {
      DefaultServerLocale: text(
        'en',
        'The language of emails, push notifications and command replies for people whose own language has no translation.',
        LOCALE,
      ),
      DefaultClientLocale: text(
        'en',
        'The language of new accounts and of the client before sign-in.',
        LOCALE,
      ),
      AvailableLocales: text(
        '',
        'The languages users can choose, separated by commas. `DefaultClientLocale` is always included. Empty: all.',
        {
          pattern: '^([a-z]{2,3}(-[A-Za-z0-9]{2,8})*(, *|$))*$',
          allowed: 'locales separated by commas, or empty',
        },
      ),
    }),
    GuestAccountsSettings: section('Guests: users who can access only the channels they were invited to.', {
      Enable: flag(
        false,
        "Enable guest accounts. If this is off, guests can't sign in, and their sessions and tokens don't work.",
      ),
      AllowEmailAccounts: flag(true, 'Guests can sign in with an email address and a password.'),
      HideTags: flag(false, 'Hide the guest tag in the web client.'),
      RestrictCreationToDomains: text(
        '',
        'The email domains that guests can use, separated by commas or spaces. This applies to new guests and to new addresses of guests. Empty: any.',
      ),
    }),
    ComplianceSettings: section('Compliance reports on demand.', {
      Enable: flag(true, 'Enable compliance reports.'),
      Directory: text(
        '',
        'The directory for reports, which are stored in a `compliance` folder. A relative path starts from the data directory. Empty: the data directory.',
      ),
      EnableDaily: flag(false, 'Create a report of the previous day (in UTC) every day.'),
      BatchSize: integer(
        30_000,
        'Has no effect, because reports are streamed. It is accepted for compatibility.',
        {
          minimum: 1,
          maximum: 1_000_000,
        },
      ),
    }),
    DataRetentionSettings: section('When messages and files are deleted. See docs/data-retention.md.', {
      EnableMessageDeletion: flag(false, 'Delete messages that are older than the global policy allows.'),
      EnableFileDeletion: flag(false, 'Delete files that are older than the global policy allows.'),
      MessageRetentionDays: integer(365, 'Days until messages are deleted. 0: never.', {minimum: 0}),
      MessageRetentionHours: integer(0, 'Hours until messages are deleted, instead of days. 0: use days.', {
        unit: 'hour',
        minimum: 0,
      }),
      FileRetentionDays: integer(365, 'Days until files are deleted. 0: never.', {minimum: 0}),
      FileRetentionHours: integer(0, 'Hours until files are deleted, instead of days. 0: use days.', {
        unit: 'hour',
        minimum: 0,
      }),
      DeletionJobStartTime: text('02:00', 'When the daily job starts, in the time zone of the server.', {
        pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
        allowed: 'HH:MM',
      }),
      BatchSize: integer(3000, 'Messages or files that are deleted in one transaction.', {
        minimum: 1,
        maximum: 10_000,
      }),
      TimeBetweenBatchesMilliseconds: integer(100, 'Milliseconds between two transactions.', {
        unit: 'millisecond',
        minimum: 0,
        maximum: 60_000,
      }),
      PreservePinnedPosts: flag(false, 'Keep pinned messages.'),
    }),
    MessageExportSettings: section('Compliance exports.', {
      EnableExport: flag(false, 'Run a compliance export every day.'),
      ExportFormat: choice(
        'actiance',
        ['actiance', 'csv', 'globalrelay', 'globalrelay-zip', 'jsonl'],
        'The format: Actiance XML, CSV, EML sent to Global Relay, EML in a zip file, or JSON Lines.',
        {errorId: messageExportError('export_type')},
      ),
      DailyRunTime: text('01:00', "The time of day when the export runs, in the server's local time.", {
        pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
        allowed: 'HH:MM from 00:00 to 23:59',
        errorId: messageExportError('daily_runtime'),
      }),
      ExportFromTimestamp: integer(
        0,
        'The start of the first export, in milliseconds since 1970-01-01 UTC. It cannot be in the future.',
        {maximum: LAST_MILLISECOND, errorId: messageExportError('export_from')},
      ),
      BatchSize: integer(10_000, 'Maximum number of messages in one file of an export.', {
        minimum: 1,
        maximum: 1_000_000,
        errorId: messageExportError('batch_size'),
      }),
      ChannelBatchSize: integer(
        100,
        'Has no effect, because the channels of a batch are read together. It is accepted for compatibility.',
        {minimum: 1, maximum: 100_000},
      ),
      ChannelHistoryBatchSize: integer(10, 'Has no effect, like `ChannelBatchSize`.', {
        minimum: 1,
        maximum: 100_000,
      }),
      DownloadExportResults: flag(false, 'Administrators can download the result of an export.'),
      GlobalRelaySettings: section('Mail settings for the format `globalrelay`.', {
        CustomerType: choice(
          'A9',
          ['A9', 'A10', 'CUSTOM'],
          'The customer type, which determines the mail server. CUSTOM: the server configured below.',
        ),
        SMTPUsername: text('', "The username for Global Relay's mail server."),
        SMTPPassword: text('', "The password for Global Relay's mail server.", {secret: true}),
        EmailAddress: text('', 'The address to send exports to.'),
        SMTPServerTimeout: integer(1800, 'Seconds the mail server has to accept a message.', {
          unit: 'second',
          minimum: 1,
          maximum: LONGEST_TIMEOUT,
        }),
        CustomSMTPServerName: text('', 'The host of the mail server for the customer type CUSTOM.', {
          pattern: '^[^\\s/:]*$|^\\[[0-9A-Fa-f:.]+\\]$',
          allowed: 'a hostname or address',
        }),
        CustomSMTPPort: text('25', 'The port of the mail server for the customer type CUSTOM.', {
          pattern: `^(${PORT})?$`,
          allowed: 'a port from 1 to 65535',
        }),
      }),
    }),
    JobSettings: section('Background jobs.', {
      RunJobs: flag(true, 'Run jobs on this server.', {restart: true}),
      RunScheduler: flag(true, 'Start scheduled jobs on this server.', {restart: true}),
      CleanupJobsThresholdDays: integer(-1, 'Days before finished jobs are deleted. -1: never.', {
        minimum: -1,
      }),
      CleanupAuditsThresholdDays: integer(
        -1,
        'Days before entries of the audit log (sign-ins and administrator actions) are deleted. -1: never.',
        {minimum: -1},
      ),
    }),
    ImportSettings: section('Bulk import.', {
      Directory: text(
        '',
        'The directory for import files. A relative path starts from the data directory. Empty: `import` in the data directory.',
      ),
      RetentionDays: integer(30, 'Days before uploaded import files are deleted.', {minimum: 1}),
    }),
    ExportSettings: section('Export files.', {
      Directory: text(
        '',
        'The directory for exports. A relative path starts from the data directory. Empty: `export` in the data directory.',
      ),
      RetentionDays: integer(
        30,
        'Days before bulk exports on the server are deleted. 0: never. Compliance exports are kept.',
        {minimum: 0},
      ),
    }),
    ClusterSettings: section('Several servers for one installation. See docs/cluster.md.', {
      Enable: flag(
        false,
        'Run this server as a node of a cluster. All nodes use the same database, which must be an external PostgreSQL.',
        {restart: true},
      ),
      ClusterName: text('patchbay', 'The name of the cluster, for clusters that share a bus.', {
        pattern: '^[A-Za-z0-9_-]{1,64}$',
        allowed: 'up to 64 letters, digits, underscores and hyphens',
        restart: true,
      }),
      OverrideHostname: text('', "The name of this node. Empty: the machine's host name.", {
        maxLength: 255,
        restart: true,
      }),
      BusURLs: list(
        'The NATS servers that carry events between the nodes, such as `nats://user:password@10.0.0.5:4222`. `tls://` encrypts the connection. NATS needs JetStream.',
        {allowed: 'URLs that begin with nats:// or tls://', secret: true, restart: true},
        {pattern: '^(nats|tls)://[^\\s,/?#]+$'},
      ),
      BusReplicas: integer(
        1,
        'The number of NATS servers that keep each event. With 3, any of them can fail. The NATS cluster needs at least that many servers.',
        {minimum: 1, maximum: 5, restart: true},
      ),
      DrainSeconds: integer(
        15,
        'Seconds in which a stopping node moves its clients to other nodes. 0: it stops without waiting. See docs/cluster.md#draining.',
        {unit: 'second', minimum: 0, maximum: 600},
      ),
    }),
    BackupSettings: section('Backups: the database, files, settings and keys in one archive.', {
      Enable: flag(false, 'Create a backup every day.'),
      DailyRunTime: text(
        '02:30',
        "The time of day when the daily backup is created, in the server's local time.",
        {pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', allowed: 'HH:MM from 00:00 to 23:59'},
      ),
      Directory: text(
        '',
        'The directory for backups, preferably on another disk. A relative path starts from the data directory. Empty: `backups` in the data directory.',
        {maxLength: 1024},
      ),
      RetentionDays: integer(14, 'Days before daily backups are deleted.', {minimum: 1, maximum: 36_500}),
      RetentionCount: integer(3, 'The number of newest daily backups that are always kept.', {
        minimum: 1,
        maximum: 10_000,
      }),
      Passphrase: text(
        '',
        'The passphrase that encrypts backups. You cannot restore them without it, so keep a copy outside the server. Empty: backups are not encrypted, and contain keys.',
        {secret: true, maxLength: 1024},
      ),
    }),
    SupportSettings: section('Links and terms for users. Links that are empty are not shown.', {
      CustomTermsOfServiceEnabled: flag(
        false,
        'Clients ask users to accept the terms of service that an administrator published, before they can do anything else.',
      ),
      CustomTermsOfServiceReAcceptancePeriod: integer(
        365,
        'Days after which users have to accept the same terms again.',
        {minimum: 1, maximum: 36_500},
      ),
      TermsOfServiceLink: text('', 'The terms of service.', LINK),
      PrivacyPolicyLink: text('', 'The privacy policy.', LINK),
      AboutLink: text('', 'A page about this server.', LINK),
      HelpLink: text('', 'Help.', LINK),
      ReportAProblemLink: text('', 'A page for reporting problems.', LINK),
      SupportEmail: text('', 'The address that users can write to.', EMAIL_ADDRESS),
    }),
    AnnouncementSettings: section('The banner at the top of the page.', {
      EnableBanner: flag(false, 'Show the banner if it has a text.'),
      BannerText: text('', 'The text of the banner, in Markdown.', {maxLength: 1000}),
      BannerColor: text('#f2a93b', 'The color of the banner.', COLOR),
      BannerTextColor: text('#333333', 'The color of the text.', COLOR),
      AllowBannerDismissal: flag(
        true,
        'Users can close the banner. It is shown again when its text changes.',
      ),
    }),
    ThemeSettings: section('Themes.', {
      EnableThemeSelection: flag(
        true,
        'Users can choose a theme. If this is off, everyone uses the default theme.',
      ),
      DefaultTheme: text(
        'default',
        'The default theme in official Mattermost clients. The web client follows the system theme.',
      ),
      AllowCustomThemes: flag(true, 'Users can create custom themes.'),
      AllowedThemes: list('The themes users can choose in official Mattermost clients. Empty: all.', {
        allowed: 'theme names',
      }),
    }),
    DisplaySettings: section('How messages are shown.', {
      CustomURLSchemes: list(
        'URL schemes that become links in messages, in addition to http, https, ftp, mailto and tel.',
        {allowed: 'URL schemes'},
        {pattern: '^[A-Za-z][A-Za-z0-9+.-]*$'},
      ),
    }),
    ImageProxySettings: section('Images from other sites.', {
      Enable: flag(
        true,
        'Show images from other sites in messages and load them through this server. If this is off, they are shown as links.',
      ),
    }),
  },
  {additionalProperties: false},
);

/**
 * Sections and settings that each server reads from its `config.json` or environment, because it needs them before it is
 * connected to the database, or because they belong to one machine. All others are stored in the database.
 */
export const LOCAL_SETTINGS: readonly string[] = [
  'ServiceSettings.ListenAddress',
  'SqlSettings',
  'ClusterSettings',
];

/** The current value of every setting. */
export type Settings = Static<typeof SettingsSchema>;
