import type {Settings} from '../../platform/config/settings.ts';
import {siteUrl} from '../../platform/config/site-url.ts';
import {sentenceSpace} from '../../platform/languages/languages.ts';
import {systemEmojiHex} from '../emoji/emoji.ts';
import {type ComposedMail, type MailMessage, markdownHtml, timeInMail} from '../mail/mail.ts';
import {fallbackText, type MessageAttachment} from '../message-attachments/message-attachments.ts';
import {uses24Hours} from '../preferences/preferences.ts';
import {type Texts, textsIn} from '../texts/texts.ts';
import type {UserRow} from '../users/users.ts';
import type {MissedPostRow} from './store.ts';

/** The maximum number of characters of a message in an email. */
const MAX_TEXT = 4000;
/** The maximum number of file names per message in an email. */
const MAX_FILES = 10;

/** The id of the thread, or of the direct or group channel: what people see as one conversation. */
export function conversationId({id, rootid, channelid, channeltype}: MissedPostRow): string {
  if (rootid !== '') return `thread-${rootid}`;
  return channeltype === 'D' || channeltype === 'G' ? `channel-${channelid}` : `thread-${id}`;
}

/** An email about messages that a user missed, in their language. */
export async function missedMessagesMail(
  user: UserRow,
  posts: readonly MissedPostRow[],
  {settings, unsubscribePage}: {settings: Settings; unsubscribePage: string},
): Promise<Pick<ComposedMail, 'content' | 'thread'>> {
  const all = textsIn(user.locale, settings);
  const texts = all.missedMessages;
  const site = settings.TeamSettings.SiteName;
  const url = siteUrl(settings);
  const isGeneric = settings.EmailSettings.EmailNotificationContentsType === 'generic';
  const [first] = posts as [MissedPostRow];
  const isOneConversation = new Set(posts.map(conversationId)).size === 1;
  const title = !isOneConversation
    ? texts.several
    : isGeneric
      ? texts.from(senderName(first))
      : conversationTitle(first, texts);
  const open = (post: MissedPostRow) => ({
    label: post.rootid === '' ? texts.open : texts.openThread,
    url: `${url}/_redirect/pl/${post.id}`,
  });
  const senders = all.list([...new Set(posts.map(senderName))]);
  return {
    ...(isOneConversation && {thread: conversationId(first)}),
    content: {
      language: all.language,
      direction: all.direction,
      subject: `[${site}] ${title}`,
      title,
      paragraphs: isGeneric ? [...(isOneConversation ? [] : [texts.from(senders)]), texts.hidden] : [],
      messages: isGeneric
        ? []
        : await Promise.all(
            posts.map(async (post) => ({
              ...(await shown(post, user, all)),
              ...(!isOneConversation && {link: open(post)}),
            })),
          ),
      link: isOneConversation ? open(first) : {label: texts.openAll(site), url},
      footer: `${texts.reason}${sentenceSpace(all.language)}${all.footer(site, url)}`,
      footerLinks: [{label: texts.unsubscribe, url: unsubscribePage}],
    },
  };
}

function conversationTitle(post: MissedPostRow, texts: Texts['missedMessages']): string {
  if (post.channeltype === 'D') return texts.direct(senderName(post));
  if (post.channeltype === 'G') return texts.group(post.channelname);
  return post.rootid === '' ? texts.mention(post.channelname) : texts.reply(post.channelname);
}

async function shown(
  post: MissedPostRow,
  user: UserRow,
  {language, list, missedMessages: texts}: Texts,
): Promise<MailMessage> {
  const all = post.message || fallbackText((post.props.attachments ?? []) as MessageAttachment[]);
  const text = all.length > MAX_TEXT ? `${all.slice(0, MAX_TEXT).trimEnd()}…` : all;
  const files = list(post.filenames.slice(0, MAX_FILES));
  return {
    heading: [
      senderName(post),
      ...(post.channeltype === 'D' ? [] : [post.channelname]),
      timeInMail(post.createat, language, user, uses24Hours(post.militarytime)),
    ],
    text,
    html: await markdownHtml(text, emojiCharacters),
    details: files === '' ? [] : [texts.files(files)],
  };
}

/** `@username`, or the display name set by an integration. */
function senderName({props, authorname}: MissedPostRow): string {
  const {from_webhook, override_username} = props;
  return from_webhook === 'true' && typeof override_username === 'string' && override_username !== ''
    ? override_username
    : `@${authorname}`;
}

/** The characters of a built-in emoji; undefined for others, which are pictures. */
function emojiCharacters(name: string): string | undefined {
  const hex = systemEmojiHex(name);
  return hex && String.fromCodePoint(...hex.split('-').map((code) => Number.parseInt(code, 16)));
}
