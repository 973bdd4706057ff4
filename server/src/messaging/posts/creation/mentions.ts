/** A channel member with the settings that mentions depend on. */
export interface MentionableMember {
  userId: string;
  username: string;
  firstName: string;
  isBot: boolean;
  /** The account's notification settings (docs/specification.md#preferences-and-notification-settings). */
  notifyProps: Readonly<Record<string, string>>;
  /** The member's settings for this channel, which can override the account's. */
  channelNotifyProps: Readonly<Record<string, string>>;
}

/** What a channel's members are notified about: their mention keywords, by user id, and its threads. */
export interface MentionIndex {
  /** Lower-case `@username` and single-word keywords. */
  words: ReadonlyMap<string, ReadonlySet<string>>;
  /** First names, which are case-sensitive. */
  names: ReadonlyMap<string, ReadonlySet<string>>;
  /** Lower-case keywords that are not a single word. */
  phrases: ReadonlyMap<string, ReadonlySet<string>>;
  /** The lengths of {@link phrases} by their first character. */
  phraseLengths: ReadonlyMap<string, ReadonlySet<number>>;
  /** Members notified by `@channel`, `@all` and, while online, `@here`. */
  channelWide: readonly string[];
  /** Members who follow all threads of the channel. */
  threadFollowers: readonly string[];
  memberCount: number;
}

/** The users and groups that a text mentions. */
export interface Mentions {
  userIds: Set<string>;
  /** Whether it contains `@channel` or `@all`. */
  everyone: boolean;
  /** Whether it contains `@here`. */
  here: boolean;
  groupIds: Set<string>;
}

/** The maximum length of keywords. Longer ones are ignored, so that the search takes linear time. */
const MAX_KEY_LENGTH = 64;

const PLAIN_WORD = /^[\p{L}\p{N}_@.:-]+$/u;
// Scripts without spaces between words. Their keywords match anywhere in a text.
const SCRIPTS_WITHOUT_SPACES =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u;

/** Builds the index of a channel's members. */
export function indexMembers(members: Iterable<MentionableMember>): MentionIndex {
  const words = new Map<string, Set<string>>();
  const names = new Map<string, Set<string>>();
  const phrases = new Map<string, Set<string>>();
  const phraseLengths = new Map<string, Set<number>>();
  const channelWide: string[] = [];
  const threadFollowers: string[] = [];
  let memberCount = 0;

  for (const {userId, username, firstName, notifyProps, channelNotifyProps} of members) {
    memberCount++;
    add(words, `@${username}`, userId);
    for (const raw of (notifyProps.mention_keys ?? '').split(',')) {
      const key = raw.trim().toLowerCase();
      if (key === '' || key.length > MAX_KEY_LENGTH) continue;
      if (PLAIN_WORD.test(key) && !SCRIPTS_WITHOUT_SPACES.test(key)) {
        add(words, key, userId);
      } else {
        add(phrases, key, userId);
        add(phraseLengths, key[0]!, key.length);
      }
    }
    if (notifyProps.first_name === 'true' && firstName !== '') add(names, firstName, userId);
    const ignores =
      channelNotifyProps.ignore_channel_mentions === 'on' ||
      (channelNotifyProps.ignore_channel_mentions !== 'off' && notifyProps.channel === 'false');
    if (!ignores) channelWide.push(userId);
    if (channelNotifyProps.channel_auto_follow_threads === 'on') threadFollowers.push(userId);
  }

  return {words, names, phrases, phraseLengths, channelWide, threadFollowers, memberCount};
}

/**
 * Finds the users that these texts mention by `@username` in any case, keyword or first name. Text in code and links is
 * ignored (docs/specification.md#posts). A group is found only if no user has its name.
 *
 * @param groups the ids of the groups that can be mentioned, by name
 */
export function findMentions(
  texts: readonly string[],
  index: MentionIndex,
  groups: ReadonlyMap<string, string> = NO_GROUPS,
): Mentions {
  const found: Mentions = {userIds: new Set(), everyone: false, here: false, groupIds: new Set()};
  const targets: MentionTargets = {index, groups};
  for (const text of texts) {
    const textWithoutCode = withoutCode(text);
    findWords(textWithoutCode, targets, found);
    if (index.phrases.size > 0) findPhrases(textWithoutCode.toLowerCase(), index, found);
  }
  return found;
}

const NO_GROUPS: ReadonlyMap<string, string> = new Map();

/** The targets of mentions, by word. */
interface MentionTargets {
  index: MentionIndex;
  groups: ReadonlyMap<string, string>;
}

function findWords(prose: string, targets: MentionTargets, found: Mentions): void {
  for (const match of prose.matchAll(WORDS)) {
    const word = match[0];
    if (word.length > 2 && word.startsWith(':') && word.endsWith(':')) continue;
    if (lookUpTrimmed(word, targets, found) || !INNER_PUNCTUATION.test(word)) continue;
    for (const part of word.split(INNER_PUNCTUATION_RUN))
      if (part !== '') lookUpTrimmed(part, targets, found);
  }
}

/**
 * The lower-case names that a text may mention. A name follows an @ and is returned with and without punctuation at its
 * end, because "@ann." mentions ann unless a name ends with the period. Text in code and links is ignored.
 *
 * @param limit the maximum number of names
 */
export function mentionedNames(text: string, limit: number): string[] {
  if (!text.includes('@')) return [];
  const names = new Set<string>();
  for (const [word] of withoutCode(text).matchAll(WORDS)) {
    if (!word.includes('@')) continue;
    for (const part of [word, ...word.split(/[.:]+/)]) {
      const [, name = ''] = /^[.:_-]*@([^@]+)$/.exec(part) ?? [];
      for (let end = name.length; end > 0; end--) {
        if (end <= MAX_KEY_LENGTH) names.add(name.slice(0, end).toLowerCase());
        if (names.size >= limit) return [...names];
        if (!OUTER_PUNCTUATION.has(name[end - 1]!) || name.length - end > MAX_KEY_LENGTH) break;
      }
    }
  }
  return [...names];
}

const WORDS = /[\p{L}\p{N}_@.:-]+/gu;
const INNER_PUNCTUATION = /[.:-]/;
const INNER_PUNCTUATION_RUN = /[.:-]+/;
const OUTER_PUNCTUATION = new Set('.:-_');

// "@ann." and "(@ann)" mention ann, unless a username ends with the period.
function lookUpTrimmed(word: string, targets: MentionTargets, found: Mentions): boolean {
  let start = 0;
  while (start < word.length && OUTER_PUNCTUATION.has(word[start]!)) start++;
  for (let end = word.length; end > start; end--) {
    if (lookUp(word.slice(start, end), targets, found)) return true;
    // A name has at most 64 characters, so longer endings cannot be punctuation after a name.
    if (!OUTER_PUNCTUATION.has(word[end - 1]!) || word.length - end > MAX_KEY_LENGTH) return false;
  }
  return false;
}

function lookUp(word: string, {index, groups}: MentionTargets, found: Mentions): boolean {
  if (word.length > MAX_KEY_LENGTH + 1) return false;
  const lower = word.toLowerCase();
  let isFound = false;
  if (lower === '@channel' || lower === '@all') found.everyone = isFound = true;
  else if (lower === '@here') found.here = isFound = true;
  for (const users of [index.words.get(lower), index.names.get(word)]) {
    if (users === undefined) continue;
    isFound = true;
    for (const userId of users) found.userIds.add(userId);
  }
  if (isFound || groups.size === 0 || lower[0] !== '@') return isFound;
  const groupId = groups.get(lower.slice(1));
  if (groupId !== undefined) found.groupIds.add(groupId);
  return groupId !== undefined;
}

function findPhrases(lower: string, {phrases, phraseLengths}: MentionIndex, found: Mentions): void {
  for (let i = 0; i < lower.length; i++) {
    for (const length of phraseLengths.get(lower[i]!) ?? []) {
      const userIds = phrases.get(lower.slice(i, i + length));
      if (userIds === undefined || splitsWord(lower, i) || splitsWord(lower, i + length)) continue;
      for (const userId of userIds) found.userIds.add(userId);
    }
  }
}

const WORD_CHARACTER = /[\p{L}\p{N}_]/u;

/** Whether the position is inside a word of a script with spaces. */
function splitsWord(text: string, at: number): boolean {
  const before = text[at - 1];
  const after = text[at];
  return (
    before !== undefined &&
    after !== undefined &&
    WORD_CHARACTER.test(before) &&
    WORD_CHARACTER.test(after) &&
    !SCRIPTS_WITHOUT_SPACES.test(before) &&
    !SCRIPTS_WITHOUT_SPACES.test(after)
  );
}

const BARE_LINK = /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s<>]+/gi;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** The text without Markdown code blocks, code spans and bare links. Takes linear time. */
export function withoutCode(text: string): string {
  let prose = text;
  if (prose.includes('```') || prose.includes('~~~')) prose = withoutFences(prose);
  if (prose.includes('`')) prose = withoutSpans(prose);
  return prose.includes('://') ? prose.replace(BARE_LINK, ' ') : prose;
}

function withoutFences(text: string): string {
  const kept: string[] = [];
  let fence = '';
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== '') {
      const closes = mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length;
      if (closes && line.trim() === mark) fence = '';
    } else if (
      mark !== undefined &&
      !(mark[0] === '`' && line.slice(line.indexOf(mark) + mark.length).includes('`'))
    ) {
      fence = mark;
    } else {
      kept.push(line);
    }
  }
  return kept.join('\n');
}

function withoutSpans(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map((match) => ({start: match.index, length: match[0].length}));
  // The positions of backtick runs by length, because a code span ends at the next run of the same length.
  const positions = new Map<number, number[]>();
  runs.forEach((run, index) => {
    const same = positions.get(run.length);
    if (same) same.push(index);
    else positions.set(run.length, [index]);
  });
  const passed = new Map<number, number>();
  let prose = '';
  let from = 0;
  for (let index = 0; index < runs.length; index++) {
    const open = runs[index]!;
    const same = positions.get(open.length)!;
    let next = passed.get(open.length) ?? 0;
    while (next < same.length && same[next]! <= index) next++;
    passed.set(open.length, next);
    if (next === same.length) continue;
    const close = runs[same[next]!]!;
    prose += `${text.slice(from, open.start)} `;
    from = close.start + close.length;
    index = same[next]!;
  }
  return prose + text.slice(from);
}

function add<Value>(map: Map<string, Set<Value>>, key: string, value: Value): void {
  const values = map.get(key);
  if (values) values.add(value);
  else map.set(key, new Set([value]));
}
