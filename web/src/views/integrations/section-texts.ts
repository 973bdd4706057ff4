import {t} from '@lingui/core/macro';
import type {SectionName} from '../../components/integrations/sections.ts';

interface SectionTexts {
  title: string;
  purpose: string;
  /** The title of an empty list. */
  noneYet: string;
  search: string;
  /** The link from an integration back to the list. */
  backToList: string;
  /** Shown to people who can't manage the section. */
  notAllowed: string;
  turnedOff: string;
}

/** The texts of a section in the language of the page. */
export function sectionTexts(section: SectionName): SectionTexts {
  switch (section) {
    case 'incoming':
      return {
        title: t`Incoming webhooks`,
        purpose: t`Let any program post messages by sending them to a URL. No account or token needed.`,
        noneYet: t`No incoming webhooks yet`,
        search: t`Search incoming webhooks`,
        backToList: t`All incoming webhooks`,
        notAllowed: t`You can't manage incoming webhooks here`,
        turnedOff: t`Incoming webhooks are turned off`,
      };
    case 'outgoing':
      return {
        title: t`Outgoing webhooks`,
        purpose: t`Send messages from channels to your program, and post its responses.`,
        noneYet: t`No outgoing webhooks yet`,
        search: t`Search outgoing webhooks`,
        backToList: t`All outgoing webhooks`,
        notAllowed: t`You can't manage outgoing webhooks here`,
        turnedOff: t`Outgoing webhooks are turned off`,
      };
    case 'commands':
      return {
        title: t`Slash commands`,
        purpose: t`Run your program from the message box. It can post a response or open a dialog.`,
        noneYet: t`No slash commands yet`,
        search: t`Search slash commands`,
        backToList: t`All slash commands`,
        notAllowed: t`You can't manage slash commands here`,
        turnedOff: t`Slash commands are turned off`,
      };
    case 'bots':
      return {
        title: t`Bot accounts`,
        purpose: t`Accounts for programs that read, post and react with access tokens, on the whole server.`,
        noneYet: t`No bots yet`,
        search: t`Search bots`,
        backToList: t`All bots`,
        notAllowed: t`You can't manage bots here`,
        turnedOff: t`Bots are turned off`,
      };
    case 'emoji':
      return {
        title: t`Custom emoji`,
        purpose: t`Images that everyone on the server can use in messages and reactions.`,
        noneYet: t`No custom emoji yet`,
        search: t`Search custom emoji`,
        backToList: t`All custom emoji`,
        notAllowed: t`You can't manage custom emoji here`,
        turnedOff: t`Custom emoji are turned off`,
      };
  }
}
