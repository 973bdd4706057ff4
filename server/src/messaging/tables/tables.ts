// Written by scripts/write-tables.ts from the migrations; do not edit.
// SHA-256 of the migrations: 0c73d18a97dd4f1424c52435ca35603b831231b7a086e5bd393637af6b147e1f

import type {Table} from '../../platform/database/table.ts';

export const USERS = {
  name: 'users',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    createat: {type: 'bigint'},
    updateat: {type: 'bigint'},
    deleteat: {type: 'bigint', default: 0},
    username: {type: 'text'},
    password: {type: 'text', default: ''},
    authdata: {type: 'text', nullable: true},
    authservice: {type: 'text', default: ''},
    email: {type: 'text'},
    emailverified: {type: 'boolean', default: false},
    nickname: {type: 'text', default: ''},
    firstname: {type: 'text', default: ''},
    lastname: {type: 'text', default: ''},
    position: {type: 'text', default: ''},
    roles: {type: 'text', default: ''},
    allowmarketing: {type: 'boolean', default: false},
    props: {type: 'jsonb', default: '{}'},
    notifyprops: {type: 'jsonb', default: '{}'},
    lastpasswordupdate: {type: 'bigint', default: 0},
    lastpictureupdate: {type: 'bigint', default: 0},
    failedattempts: {type: 'integer', default: 0},
    locale: {type: 'text', default: 'en'},
    timezone: {type: 'jsonb', default: '{}'},
    mfaactive: {type: 'boolean', default: false},
    mfasecret: {type: 'text', default: ''},
    lastlogin: {type: 'bigint', default: 0},
    remoteid: {type: 'text', default: ''},
    mfausedtimestamps: {type: 'jsonb', default: '[]'},
  },
} as const satisfies Table;

export const BOTS = {
  name: 'bots',
  key: ['userid'],
  columns: {
    userid: {type: 'text'},
    description: {type: 'text', default: ''},
    ownerid: {type: 'text'},
    createat: {type: 'bigint'},
    updateat: {type: 'bigint'},
    deleteat: {type: 'bigint', default: 0},
    lasticonupdate: {type: 'bigint', default: 0},
  },
} as const satisfies Table;

export const SESSIONS = {
  name: 'sessions',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    token: {type: 'text'},
    createat: {type: 'bigint'},
    expiresat: {type: 'bigint'},
    lastactivityat: {type: 'bigint'},
    userid: {type: 'text'},
    deviceid: {type: 'text', default: ''},
    roles: {type: 'text', default: ''},
    isoauth: {type: 'boolean', default: false},
    expirednotify: {type: 'boolean', default: false},
    props: {type: 'jsonb', default: '{}'},
  },
} as const satisfies Table;

export const USER_ACCESS_TOKENS = {
  name: 'useraccesstokens',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    token: {type: 'text'},
    previoustoken: {type: 'text', nullable: true},
    previoustokenvaliduntil: {type: 'bigint', default: 0},
    userid: {type: 'text'},
    description: {type: 'text', default: ''},
    isactive: {type: 'boolean', default: true},
    createat: {type: 'bigint'},
    expiresat: {type: 'bigint', default: 0},
    lastusedat: {type: 'bigint', default: 0},
  },
} as const satisfies Table;

export const ROLES = {
  name: 'roles',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    name: {type: 'text'},
    displayname: {type: 'text', default: ''},
    description: {type: 'text', default: ''},
    createat: {type: 'bigint'},
    updateat: {type: 'bigint'},
    deleteat: {type: 'bigint', default: 0},
    permissions: {type: 'text', default: ''},
    schememanaged: {type: 'boolean', default: false},
    builtin: {type: 'boolean', default: false},
  },
} as const satisfies Table;

export const SCHEMES = {
  name: 'schemes',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    name: {type: 'text'},
    displayname: {type: 'text', default: ''},
    description: {type: 'text', default: ''},
    createat: {type: 'bigint'},
    updateat: {type: 'bigint'},
    deleteat: {type: 'bigint', default: 0},
    scope: {type: 'text'},
    defaultteamadminrole: {type: 'text', default: ''},
    defaultteamuserrole: {type: 'text', default: ''},
    defaultteamguestrole: {type: 'text', default: ''},
    defaultchanneladminrole: {type: 'text', default: ''},
    defaultchanneluserrole: {type: 'text', default: ''},
    defaultchannelguestrole: {type: 'text', default: ''},
  },
} as const satisfies Table;

export const PREFERENCES = {
  name: 'preferences',
  key: ['userid', 'category', 'name'],
  columns: {
    userid: {type: 'text'},
    category: {type: 'text'},
    name: {type: 'text'},
    value: {type: 'text', default: ''},
  },
} as const satisfies Table;

export const AUDITS = {
  name: 'audits',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    createat: {type: 'bigint'},
    userid: {type: 'text', default: ''},
    action: {type: 'text', default: ''},
    extrainfo: {type: 'text', default: ''},
    ipaddress: {type: 'text', default: ''},
    sessionid: {type: 'text', default: ''},
  },
} as const satisfies Table;

export const TEAMS = {
  name: 'teams',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    createat: {type: 'bigint'},
    updateat: {type: 'bigint'},
    deleteat: {type: 'bigint', default: 0},
    displayname: {type: 'text'},
    name: {type: 'text'},
    description: {type: 'text', default: ''},
    email: {type: 'text', default: ''},
    type: {type: 'team_type', values: ['I', 'O']},
    companyname: {type: 'text', default: ''},
    alloweddomains: {type: 'text', default: ''},
    inviteid: {type: 'text', default: ''},
    schemeid: {type: 'text', default: ''},
    allowopeninvite: {type: 'boolean', default: false},
    lastteamiconupdate: {type: 'bigint', default: 0},
    groupconstrained: {type: 'boolean', default: false},
    cloudlimitsarchived: {type: 'boolean', default: false},
    inviteidhash: {type: 'text', default: ''},
  },
} as const satisfies Table;

export const TEAM_MEMBERS = {
  name: 'teammembers',
  key: ['teamid', 'userid'],
  columns: {
    teamid: {type: 'text'},
    userid: {type: 'text'},
    roles: {type: 'text', default: ''},
    deleteat: {type: 'bigint', default: 0},
    schemeuser: {type: 'boolean', default: false},
    schemeadmin: {type: 'boolean', default: false},
    schemeguest: {type: 'boolean', default: false},
    createat: {type: 'bigint', default: 0},
  },
} as const satisfies Table;

export const CHANNELS = {
  name: 'channels',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    createat: {type: 'bigint'},
    updateat: {type: 'bigint'},
    deleteat: {type: 'bigint', default: 0},
    teamid: {type: 'text', default: ''},
    type: {type: 'channel_type', values: ['P', 'G', 'O', 'D']},
    displayname: {type: 'text', default: ''},
    name: {type: 'text'},
    header: {type: 'text', default: ''},
    purpose: {type: 'text', default: ''},
    lastpostat: {type: 'bigint', default: 0},
    totalmsgcount: {type: 'bigint', default: 0},
    extraupdateat: {type: 'bigint', default: 0},
    creatorid: {type: 'text', default: ''},
    schemeid: {type: 'text', default: ''},
    groupconstrained: {type: 'boolean', default: false},
    shared: {type: 'boolean', default: false},
    totalmsgcountroot: {type: 'bigint', default: 0},
    lastrootpostat: {type: 'bigint', default: 0},
    autotranslation: {type: 'boolean', default: false},
    bannerinfo: {type: 'jsonb', nullable: true},
    defaultcategoryname: {type: 'text', default: ''},
  },
} as const satisfies Table;

export const CHANNEL_MEMBERS = {
  name: 'channelmembers',
  key: ['channelid', 'userid'],
  columns: {
    channelid: {type: 'text'},
    userid: {type: 'text'},
    roles: {type: 'text', default: ''},
    lastviewedat: {type: 'bigint', default: 0},
    msgcount: {type: 'bigint', default: 0},
    mentioncount: {type: 'bigint', default: 0},
    notifyprops: {type: 'jsonb', default: '{}'},
    lastupdateat: {type: 'bigint', default: 0},
    schemeuser: {type: 'boolean', default: false},
    schemeadmin: {type: 'boolean', default: false},
    schemeguest: {type: 'boolean', default: false},
    mentioncountroot: {type: 'bigint', default: 0},
    msgcountroot: {type: 'bigint', default: 0},
    urgentmentioncount: {type: 'bigint', default: 0},
  },
} as const satisfies Table;

export const CHANNEL_MEMBER_HISTORY = {
  name: 'channelmemberhistory',
  key: ['channelid', 'userid', 'jointime'],
  columns: {
    channelid: {type: 'text'},
    userid: {type: 'text'},
    jointime: {type: 'bigint'},
    leavetime: {type: 'bigint', nullable: true},
  },
} as const satisfies Table;

export const POSTS = {
  name: 'posts',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    createat: {type: 'bigint'},
    updateat: {type: 'bigint'},
    editat: {type: 'bigint', default: 0},
    deleteat: {type: 'bigint', default: 0},
    ispinned: {type: 'boolean', default: false},
    userid: {type: 'text'},
    channelid: {type: 'text'},
    rootid: {type: 'text', default: ''},
    originalid: {type: 'text', default: ''},
    message: {type: 'text', default: ''},
    type: {type: 'text', default: ''},
    props: {type: 'jsonb', default: '{}'},
    hashtags: {type: 'text', default: ''},
    filenames: {type: 'text', default: '[]'},
    fileids: {type: 'text', default: '[]'},
    hasreactions: {type: 'boolean', default: false},
    remoteid: {type: 'text', default: ''},
  },
} as const satisfies Table;

export const THREADS = {
  name: 'threads',
  key: ['postid'],
  columns: {
    postid: {type: 'text'},
    replycount: {type: 'bigint', default: 0},
    lastreplyat: {type: 'bigint', default: 0},
    participants: {type: 'jsonb', default: '[]'},
    channelid: {type: 'text'},
    threaddeleteat: {type: 'bigint', default: 0},
    threadteamid: {type: 'text', default: ''},
  },
} as const satisfies Table;

export const THREAD_MEMBERSHIPS = {
  name: 'threadmemberships',
  key: ['postid', 'userid'],
  columns: {
    postid: {type: 'text'},
    userid: {type: 'text'},
    following: {type: 'boolean', default: true},
    lastviewed: {type: 'bigint', default: 0},
    lastupdated: {type: 'bigint', default: 0},
    unreadmentions: {type: 'bigint', default: 0},
  },
} as const satisfies Table;

export const REACTIONS = {
  name: 'reactions',
  key: ['postid', 'userid', 'emojiname'],
  columns: {
    userid: {type: 'text'},
    postid: {type: 'text'},
    emojiname: {type: 'text'},
    createat: {type: 'bigint'},
    updateat: {type: 'bigint', default: 0},
    deleteat: {type: 'bigint', default: 0},
    remoteid: {type: 'text', default: ''},
    channelid: {type: 'text', default: ''},
  },
} as const satisfies Table;

export const FILE_INFO = {
  name: 'fileinfo',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    creatorid: {type: 'text'},
    postid: {type: 'text', default: ''},
    channelid: {type: 'text', default: ''},
    createat: {type: 'bigint'},
    updateat: {type: 'bigint'},
    deleteat: {type: 'bigint', default: 0},
    path: {type: 'text', default: ''},
    thumbnailpath: {type: 'text', default: ''},
    previewpath: {type: 'text', default: ''},
    name: {type: 'text', default: ''},
    extension: {type: 'text', default: ''},
    size: {type: 'bigint', default: 0},
    mimetype: {type: 'text', default: ''},
    width: {type: 'integer', default: 0},
    height: {type: 'integer', default: 0},
    haspreviewimage: {type: 'boolean', default: false},
    minipreview: {type: 'bytea', nullable: true},
    content: {type: 'text', default: ''},
    remoteid: {type: 'text', default: ''},
    archived: {type: 'boolean', default: false},
    sha256: {type: 'text', default: ''},
    contentwords: {type: 'tsvector', nullable: true},
  },
} as const satisfies Table;

export const EMOJI = {
  name: 'emoji',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    createat: {type: 'bigint'},
    updateat: {type: 'bigint'},
    deleteat: {type: 'bigint', default: 0},
    creatorid: {type: 'text'},
    name: {type: 'text'},
  },
} as const satisfies Table;

export const STATUS = {
  name: 'status',
  key: ['userid'],
  columns: {
    userid: {type: 'text'},
    status: {type: 'text'},
    manual: {type: 'boolean', default: false},
    lastactivityat: {type: 'bigint', default: 0},
    dndendtime: {type: 'bigint', default: 0},
    prevstatus: {type: 'text', default: ''},
  },
} as const satisfies Table;

export const SIDEBAR_CATEGORIES = {
  name: 'sidebarcategories',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    userid: {type: 'text'},
    teamid: {type: 'text'},
    sortorder: {type: 'bigint', default: 0},
    sorting: {type: 'text', default: ''},
    type: {type: 'text'},
    displayname: {type: 'text'},
    muted: {type: 'boolean', default: false},
    collapsed: {type: 'boolean', default: false},
  },
} as const satisfies Table;

export const SIDEBAR_CHANNELS = {
  name: 'sidebarchannels',
  key: ['channelid', 'userid', 'categoryid'],
  columns: {
    channelid: {type: 'text'},
    userid: {type: 'text'},
    categoryid: {type: 'text'},
    sortorder: {type: 'bigint', default: 0},
  },
} as const satisfies Table;

export const DRAFTS = {
  name: 'drafts',
  key: ['userid', 'channelid', 'rootid'],
  columns: {
    userid: {type: 'text'},
    channelid: {type: 'text'},
    rootid: {type: 'text', default: ''},
    createat: {type: 'bigint'},
    updateat: {type: 'bigint'},
    deleteat: {type: 'bigint', default: 0},
    message: {type: 'text', default: ''},
    props: {type: 'jsonb', default: '{}'},
    fileids: {type: 'text', default: '[]'},
    priority: {type: 'jsonb', default: '{}'},
    type: {type: 'text', default: ''},
  },
} as const satisfies Table;

export const POSTS_PRIORITY = {
  name: 'postspriority',
  key: ['postid'],
  columns: {
    postid: {type: 'text'},
    channelid: {type: 'text'},
    priority: {type: 'text', default: ''},
    requestedack: {type: 'boolean', default: false},
    persistentnotifications: {type: 'boolean', default: false},
  },
} as const satisfies Table;

export const POST_ACKNOWLEDGEMENTS = {
  name: 'postacknowledgements',
  key: ['postid', 'userid'],
  columns: {
    postid: {type: 'text'},
    userid: {type: 'text'},
    channelid: {type: 'text', default: ''},
    acknowledgedat: {type: 'bigint', default: 0},
    remoteid: {type: 'text', default: ''},
  },
} as const satisfies Table;

export const POST_REMINDERS = {
  name: 'postreminders',
  key: ['postid', 'userid'],
  columns: {
    postid: {type: 'text'},
    userid: {type: 'text'},
    targettime: {type: 'bigint'},
  },
} as const satisfies Table;

export const CHANNEL_BOOKMARKS = {
  name: 'channelbookmarks',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    ownerid: {type: 'text'},
    channelid: {type: 'text'},
    fileinfoid: {type: 'text', default: ''},
    createat: {type: 'bigint'},
    updateat: {type: 'bigint'},
    deleteat: {type: 'bigint', default: 0},
    displayname: {type: 'text'},
    sortorder: {type: 'integer', default: 0},
    linkurl: {type: 'text', default: ''},
    imageurl: {type: 'text', default: ''},
    emoji: {type: 'text', default: ''},
    type: {type: 'text', default: 'link'},
    originalid: {type: 'text', default: ''},
    parentid: {type: 'text', default: ''},
  },
} as const satisfies Table;

export const UPLOAD_SESSIONS = {
  name: 'uploadsessions',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    type: {type: 'text'},
    createat: {type: 'bigint'},
    userid: {type: 'text'},
    channelid: {type: 'text', default: ''},
    filename: {type: 'text'},
    path: {type: 'text', default: ''},
    filesize: {type: 'bigint'},
    fileoffset: {type: 'bigint', default: 0},
    remoteid: {type: 'text', default: ''},
    reqfileid: {type: 'text', default: ''},
    parts: {type: 'text[]', default: '{}'},
  },
} as const satisfies Table;

export const LINK_METADATA = {
  name: 'linkmetadata',
  key: ['hash'],
  columns: {
    hash: {type: 'bigint'},
    url: {type: 'text'},
    timestamp: {type: 'bigint'},
    type: {type: 'text'},
    data: {type: 'jsonb'},
  },
} as const satisfies Table;

export const SYSTEMS = {
  name: 'systems',
  key: ['name'],
  columns: {
    name: {type: 'text'},
    value: {type: 'text', default: ''},
  },
} as const satisfies Table;

export const RATE_LIMITS = {
  name: 'ratelimits',
  key: ['key'],
  columns: {
    key: {type: 'text'},
    arrivalat: {type: 'double precision'},
  },
} as const satisfies Table;

export const JOBS = {
  name: 'jobs',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    type: {type: 'text'},
    priority: {type: 'bigint', default: 0},
    createat: {type: 'bigint'},
    startat: {type: 'bigint', default: 0},
    lastactivityat: {type: 'bigint', default: 0},
    status: {type: 'text'},
    progress: {type: 'bigint', default: 0},
    data: {type: 'jsonb', default: '{}'},
    attempt: {type: 'integer', default: 0},
    startedby: {type: 'text', default: ''},
    runat: {type: 'bigint', default: 0},
    failures: {type: 'integer', default: 0},
  },
} as const satisfies Table;

export const JOB_SCHEDULES = {
  name: 'jobschedules',
  key: ['type'],
  columns: {
    type: {type: 'text'},
    cron: {type: 'text'},
    timezone: {type: 'text'},
    nextat: {type: 'bigint'},
    setat: {type: 'bigint'},
  },
} as const satisfies Table;

export const INCOMING_WEBHOOKS = {
  name: 'incomingwebhooks',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    createat: {type: 'bigint'},
    updateat: {type: 'bigint'},
    deleteat: {type: 'bigint', default: 0},
    userid: {type: 'text'},
    channelid: {type: 'text'},
    teamid: {type: 'text'},
    displayname: {type: 'text', default: ''},
    description: {type: 'text', default: ''},
    username: {type: 'text', default: ''},
    iconurl: {type: 'text', default: ''},
    channellocked: {type: 'boolean', default: false},
    signingsecret: {type: 'text', default: ''},
    previoussigningsecret: {type: 'text', default: ''},
    key: {type: 'text', default: ''},
    keyhash: {type: 'text', nullable: true},
  },
} as const satisfies Table;

export const INCOMING_WEBHOOK_OLD_KEYS = {
  name: 'incomingwebhookoldkeys',
  key: ['oldkey'],
  columns: {
    oldkey: {type: 'text'},
    hookid: {type: 'text'},
    validuntil: {type: 'bigint'},
  },
} as const satisfies Table;

export const INCOMING_WEBHOOK_DELIVERIES = {
  name: 'incomingwebhookdeliveries',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    hookid: {type: 'text'},
    createat: {type: 'bigint'},
    status: {type: 'integer'},
    size: {type: 'integer'},
    duration: {type: 'integer'},
    postid: {type: 'text', default: ''},
    errorid: {type: 'text', default: ''},
    error: {type: 'text', default: ''},
  },
} as const satisfies Table;

export const OUTGOING_WEBHOOKS = {
  name: 'outgoingwebhooks',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    token: {type: 'text'},
    createat: {type: 'bigint'},
    updateat: {type: 'bigint'},
    deleteat: {type: 'bigint', default: 0},
    creatorid: {type: 'text'},
    channelid: {type: 'text', default: ''},
    teamid: {type: 'text'},
    triggerwords: {type: 'text', default: '[]'},
    callbackurls: {type: 'text'},
    triggerwhen: {type: 'integer', default: 0},
    displayname: {type: 'text', default: ''},
    description: {type: 'text', default: ''},
    contenttype: {type: 'text', default: ''},
    username: {type: 'text', default: ''},
    iconurl: {type: 'text', default: ''},
    signingsecret: {type: 'text', default: ''},
    failedattempts: {type: 'integer', default: 0},
    failingsince: {type: 'bigint', default: 0},
    disabledat: {type: 'bigint', default: 0},
    allowprivatechannel: {type: 'boolean', default: false},
  },
} as const satisfies Table;

export const OUTGOING_WEBHOOK_DELIVERIES = {
  name: 'outgoingwebhookdeliveries',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    hookid: {type: 'text'},
    postid: {type: 'text'},
    callbackurl: {type: 'text'},
    triggerword: {type: 'text', default: ''},
    createat: {type: 'bigint'},
    updateat: {type: 'bigint'},
    status: {type: 'text'},
    attempts: {type: 'integer', default: 0},
    nextattemptat: {type: 'bigint', nullable: true},
    httpstatus: {type: 'integer', default: 0},
    duration: {type: 'integer', default: 0},
    replypostid: {type: 'text', default: ''},
    error: {type: 'text', default: ''},
  },
} as const satisfies Table;

export const COMMANDS = {
  name: 'commands',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    token: {type: 'text'},
    createat: {type: 'bigint'},
    updateat: {type: 'bigint'},
    deleteat: {type: 'bigint', default: 0},
    creatorid: {type: 'text'},
    teamid: {type: 'text'},
    trigger: {type: 'text'},
    method: {type: 'text'},
    username: {type: 'text', default: ''},
    iconurl: {type: 'text', default: ''},
    autocomplete: {type: 'boolean', default: false},
    autocompletedesc: {type: 'text', default: ''},
    autocompletehint: {type: 'text', default: ''},
    displayname: {type: 'text', default: ''},
    description: {type: 'text', default: ''},
    url: {type: 'text'},
    pluginid: {type: 'text', default: ''},
  },
} as const satisfies Table;

export const COMMAND_WEBHOOKS = {
  name: 'commandwebhooks',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    createat: {type: 'bigint'},
    commandid: {type: 'text'},
    userid: {type: 'text'},
    channelid: {type: 'text'},
    rootid: {type: 'text', default: ''},
    usecount: {type: 'integer', default: 0},
  },
} as const satisfies Table;

export const TRIGGERS = {
  name: 'triggers',
  key: ['clientid'],
  columns: {
    clientid: {type: 'text'},
    userid: {type: 'text'},
    channelid: {type: 'text'},
    teamid: {type: 'text', default: ''},
    createat: {type: 'bigint'},
  },
} as const satisfies Table;

export const DIALOGS = {
  name: 'dialogs',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    createat: {type: 'bigint'},
    updateat: {type: 'bigint'},
    userid: {type: 'text'},
    channelid: {type: 'text'},
    teamid: {type: 'text', default: ''},
    url: {type: 'text'},
    callbackid: {type: 'text', default: ''},
    definition: {type: 'jsonb'},
    status: {type: 'text'},
    number: {type: 'bigint', generated: true},
  },
} as const satisfies Table;

export const OWNERSHIP_TRANSFERS = {
  name: 'ownershiptransfers',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    kind: {type: 'text'},
    integrationid: {type: 'text'},
    teamid: {type: 'text'},
    ownerid: {type: 'text'},
    offeredby: {type: 'text'},
    newownerid: {type: 'text'},
    createat: {type: 'bigint'},
    expiresat: {type: 'bigint'},
  },
} as const satisfies Table;

export const BULK_IMPORTS = {
  name: 'bulkimports',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    filename: {type: 'text'},
    startat: {type: 'bigint'},
    updateat: {type: 'bigint'},
    endat: {type: 'bigint', default: 0},
    lines: {type: 'bigint', default: 0},
    donelines: {type: 'bigint', default: 0},
    donebytes: {type: 'bigint', default: 0},
    donesha256: {type: 'text', default: ''},
    counts: {type: 'jsonb', default: '{}'},
  },
} as const satisfies Table;

export const COMPLIANCES = {
  name: 'compliances',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    createat: {type: 'bigint'},
    userid: {type: 'text'},
    status: {type: 'text'},
    count: {type: 'integer', default: 0},
    desc: {type: 'text'},
    type: {type: 'text'},
    startat: {type: 'bigint'},
    endat: {type: 'bigint'},
    keywords: {type: 'text', default: ''},
    emails: {type: 'text', default: ''},
    includefiles: {type: 'boolean', default: false},
    jobid: {type: 'text', default: ''},
    error: {type: 'text', default: ''},
  },
} as const satisfies Table;

export const COMPLIANCE_EXPORTS = {
  name: 'complianceexports',
  key: ['path'],
  columns: {
    path: {type: 'text'},
    jobid: {type: 'text'},
    batch: {type: 'integer'},
    createat: {type: 'bigint'},
    format: {type: 'text'},
    scheduled: {type: 'boolean'},
    startat: {type: 'bigint'},
    startid: {type: 'text'},
    endat: {type: 'bigint'},
    endid: {type: 'text'},
    untilat: {type: 'bigint'},
    messages: {type: 'integer'},
    warnings: {type: 'integer'},
    manifestsha256: {type: 'text'},
  },
} as const satisfies Table;

export const CLUSTER_DISCOVERY = {
  name: 'clusterdiscovery',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    type: {type: 'text'},
    clustername: {type: 'text'},
    hostname: {type: 'text'},
    gossipport: {type: 'integer', default: 0},
    port: {type: 'integer', default: 0},
    createat: {type: 'bigint'},
    lastpingat: {type: 'bigint'},
    version: {type: 'text'},
  },
} as const satisfies Table;

export const PENDING_POSTS = {
  name: 'pendingposts',
  key: ['userid', 'pendingpostid'],
  columns: {
    userid: {type: 'text'},
    pendingpostid: {type: 'text'},
    postid: {type: 'text'},
    createat: {type: 'bigint'},
  },
} as const satisfies Table;

export const CONFIGURATIONS = {
  name: 'configurations',
  key: ['version'],
  columns: {
    version: {type: 'bigint'},
    createat: {type: 'bigint'},
    userid: {type: 'text', default: ''},
    origin: {type: 'text'},
    restoredversion: {type: 'bigint', default: 0},
    settings: {type: 'jsonb', default: '{}'},
    secrets: {type: 'text', default: ''},
    changes: {type: 'jsonb', default: '[]'},
  },
} as const satisfies Table;

export const MAIL_QUEUE = {
  name: 'mailqueue',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    createat: {type: 'bigint'},
    nextattemptat: {type: 'bigint'},
    attempts: {type: 'integer', default: 0},
    kind: {type: 'text'},
    recipient: {type: 'text'},
    data: {type: 'jsonb', default: '{}'},
  },
} as const satisfies Table;

export const TOKENS = {
  name: 'tokens',
  key: ['token'],
  columns: {
    token: {type: 'text'},
    createat: {type: 'bigint'},
    type: {type: 'text'},
    extra: {type: 'text'},
  },
} as const satisfies Table;

export const SCHEDULED_POSTS = {
  name: 'scheduledposts',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    createat: {type: 'bigint'},
    updateat: {type: 'bigint'},
    userid: {type: 'text'},
    channelid: {type: 'text'},
    rootid: {type: 'text', default: ''},
    message: {type: 'text', default: ''},
    props: {type: 'jsonb', default: '{}'},
    fileids: {type: 'text', default: '[]'},
    priority: {type: 'jsonb', default: '{}'},
    scheduledat: {type: 'bigint'},
    processedat: {type: 'bigint', default: 0},
    errorcode: {type: 'text', default: ''},
  },
} as const satisfies Table;

export const EMAIL_NOTIFICATIONS = {
  name: 'emailnotifications',
  key: ['userid', 'postid'],
  columns: {
    userid: {type: 'text'},
    postid: {type: 'text'},
    createat: {type: 'bigint'},
    mentioned: {type: 'boolean'},
    notbefore: {type: 'bigint', default: 0},
  },
} as const satisfies Table;

export const USER_GROUPS = {
  name: 'usergroups',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    name: {type: 'text', nullable: true},
    displayname: {type: 'text'},
    description: {type: 'text', default: ''},
    source: {type: 'text'},
    remoteid: {type: 'text', nullable: true},
    createat: {type: 'bigint'},
    updateat: {type: 'bigint'},
    deleteat: {type: 'bigint', default: 0},
    allowreference: {type: 'boolean', default: false},
  },
} as const satisfies Table;

export const GROUP_MEMBERS = {
  name: 'groupmembers',
  key: ['groupid', 'userid'],
  columns: {
    groupid: {type: 'text'},
    userid: {type: 'text'},
    createat: {type: 'bigint'},
    deleteat: {type: 'bigint', default: 0},
  },
} as const satisfies Table;

export const TERMS_OF_SERVICE = {
  name: 'termsofservice',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    createat: {type: 'bigint'},
    userid: {type: 'text'},
    text: {type: 'text'},
  },
} as const satisfies Table;

export const USER_TERMS_OF_SERVICE = {
  name: 'usertermsofservice',
  key: ['userid'],
  columns: {
    userid: {type: 'text'},
    termsofserviceid: {type: 'text'},
    createat: {type: 'bigint'},
  },
} as const satisfies Table;

export const WEB_PUSH_SUBSCRIPTIONS = {
  name: 'webpushsubscriptions',
  key: ['sessionid'],
  columns: {
    sessionid: {type: 'text'},
    userid: {type: 'text'},
    endpoint: {type: 'text'},
    publickey: {type: 'text'},
    authsecret: {type: 'text'},
    createat: {type: 'bigint'},
    sentat: {type: 'bigint', default: 0},
    failedat: {type: 'bigint', default: 0},
    failure: {type: 'text', default: ''},
  },
} as const satisfies Table;

export const LEGAL_HOLDS = {
  name: 'legalholds',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    name: {type: 'text'},
    createat: {type: 'bigint'},
    creatorid: {type: 'text'},
    userids: {type: 'jsonb', default: '[]'},
    channelids: {type: 'jsonb', default: '[]'},
    startat: {type: 'bigint', default: 0},
    endat: {type: 'bigint', default: 0},
    releaseat: {type: 'bigint', default: 0},
    releasedby: {type: 'text', default: ''},
  },
} as const satisfies Table;

export const RETENTION_POLICIES = {
  name: 'retentionpolicies',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    displayname: {type: 'text'},
    postduration: {type: 'bigint', nullable: true},
  },
} as const satisfies Table;

export const RETENTION_POLICIES_TEAMS = {
  name: 'retentionpoliciesteams',
  key: ['teamid'],
  columns: {
    policyid: {type: 'text'},
    teamid: {type: 'text'},
  },
} as const satisfies Table;

export const RETENTION_POLICIES_CHANNELS = {
  name: 'retentionpolicieschannels',
  key: ['channelid'],
  columns: {
    policyid: {type: 'text'},
    channelid: {type: 'text'},
  },
} as const satisfies Table;

export const DATA_RETENTION_BATCHES = {
  name: 'dataretentionbatches',
  key: ['jobid', 'number'],
  columns: {
    jobid: {type: 'text'},
    number: {type: 'integer'},
    createat: {type: 'bigint'},
    policyid: {type: 'text'},
    channelid: {type: 'text'},
    cutoff: {type: 'bigint'},
    posts: {type: 'jsonb'},
    files: {type: 'jsonb'},
  },
} as const satisfies Table;

export const DATA_RETENTION_RECORDS = {
  name: 'dataretentionrecords',
  key: ['jobid'],
  columns: {
    jobid: {type: 'text'},
    createat: {type: 'bigint'},
    posts: {type: 'bigint'},
    files: {type: 'bigint'},
    path: {type: 'text'},
    manifestsha256: {type: 'text'},
  },
} as const satisfies Table;

export const PROPERTY_GROUPS = {
  name: 'propertygroups',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    name: {type: 'text'},
  },
} as const satisfies Table;

export const PROPERTY_FIELDS = {
  name: 'propertyfields',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    groupid: {type: 'text'},
    name: {type: 'text'},
    type: {
      type: 'property_field_type',
      values: ['text', 'select', 'multiselect', 'date', 'user', 'multiuser'],
    },
    attrs: {type: 'jsonb', default: '{}'},
    targetid: {type: 'text', default: ''},
    targettype: {type: 'text', default: ''},
    objecttype: {type: 'text', default: ''},
    createat: {type: 'bigint'},
    updateat: {type: 'bigint'},
    deleteat: {type: 'bigint', default: 0},
    createdby: {type: 'text', default: ''},
    updatedby: {type: 'text', default: ''},
  },
} as const satisfies Table;

export const PROPERTY_VALUES = {
  name: 'propertyvalues',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    targetid: {type: 'text'},
    targettype: {type: 'text'},
    groupid: {type: 'text'},
    fieldid: {type: 'text'},
    value: {type: 'jsonb'},
    createat: {type: 'bigint'},
    updateat: {type: 'bigint'},
    deleteat: {type: 'bigint', default: 0},
    createdby: {type: 'text', default: ''},
    updatedby: {type: 'text', default: ''},
  },
} as const satisfies Table;

export const EVENT_OUTBOX = {
  name: 'eventoutbox',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    createat: {type: 'bigint'},
    event: {type: 'text'},
    reaction: {type: 'text'},
    payload: {type: 'jsonb'},
    nodeid: {type: 'text'},
    nextattemptat: {type: 'bigint'},
    attempts: {type: 'integer'},
  },
} as const satisfies Table;

export const POLLS = {
  name: 'polls',
  key: ['postid'],
  columns: {
    postid: {type: 'text'},
    creatorid: {type: 'text'},
    createat: {type: 'bigint'},
    endat: {type: 'bigint', default: 0},
    options: {type: 'jsonb'},
    multiple: {type: 'boolean'},
    anonymous: {type: 'boolean'},
  },
} as const satisfies Table;

export const POLL_VOTES = {
  name: 'pollvotes',
  key: ['postid', 'userid', 'optionindex'],
  columns: {
    postid: {type: 'text'},
    userid: {type: 'text'},
    optionindex: {type: 'integer'},
    createat: {type: 'bigint'},
  },
} as const satisfies Table;

export const BACKDATED_POSTS = {
  name: 'backdatedposts',
  key: ['channelid', 'arrivedhour'],
  columns: {
    channelid: {type: 'text'},
    arrivedhour: {type: 'bigint'},
    startat: {type: 'bigint'},
    endat: {type: 'bigint'},
    arrivedat: {type: 'bigint'},
  },
} as const satisfies Table;
