import {useClientConfig} from '../../data/system/client-config.ts';
import {useMayInTeam} from '../../data/teams/teams.ts';
import type {IconName} from '../ui/icon.tsx';

/** A kind of integration, with pages of its own. */
export interface Section {
  /** The end of its address. */
  path: string;
  title: string;
  /** What one of them is called in a sentence. */
  one: string;
  icon: IconName;
  /** What it is for, in a sentence. */
  purpose: string;
  /** Without this setting on there are none. */
  setting: string;
  /** Any of them lets a person in. */
  permissions: readonly string[];
}

export const SECTIONS = {
  incoming: {
    path: 'incoming_webhooks',
    title: 'Incoming webhooks',
    one: 'incoming webhook',
    icon: 'download',
    purpose: 'An address to which any program can send messages. No account, no token.',
    setting: 'EnableIncomingWebhooks',
    permissions: [
      'manage_own_incoming_webhooks',
      'manage_others_incoming_webhooks',
      'manage_incoming_webhooks',
    ],
  },
  outgoing: {
    path: 'outgoing_webhooks',
    title: 'Outgoing webhooks',
    one: 'outgoing webhook',
    icon: 'upload',
    purpose: 'Tells a program of yours about messages in public channels, and posts what it answers.',
    setting: 'EnableOutgoingWebhooks',
    permissions: [
      'manage_own_outgoing_webhooks',
      'manage_others_outgoing_webhooks',
      'manage_outgoing_webhooks',
    ],
  },
  commands: {
    path: 'commands',
    title: 'Slash commands',
    one: 'slash command',
    icon: 'slash',
    purpose: 'A word after a slash that calls a program of yours. It can answer, and open a form.',
    setting: 'EnableCommands',
    permissions: ['manage_own_slash_commands', 'manage_others_slash_commands', 'manage_slash_commands'],
  },
  bots: {
    path: 'bots',
    title: 'Bot accounts',
    one: 'bot',
    icon: 'bot',
    purpose: 'Accounts for programs. They read, post and react by access tokens, on the whole server.',
    setting: '',
    permissions: ['read_bots', 'read_others_bots'],
  },
  emoji: {
    path: 'emoji',
    title: 'Custom emoji',
    one: 'custom emoji',
    icon: 'emoji',
    purpose: 'Pictures with names of their own, for everybody on the server.',
    setting: 'EnableCustomEmoji',
    permissions: ['create_emojis', 'delete_emojis', 'delete_others_emojis'],
  },
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof SECTIONS;

/** Whether a person may use a section: `off` where the server's settings forbid it to all. */
export type Access = 'yes' | 'no' | 'off' | 'unknown';

/** What each section is to the person in this team. */
export function useAccess(teamId: string): Record<SectionName, Access> {
  return {
    incoming: useAccessTo(SECTIONS.incoming, teamId),
    outgoing: useAccessTo(SECTIONS.outgoing, teamId),
    commands: useAccessTo(SECTIONS.commands, teamId),
    bots: useAccessTo(SECTIONS.bots, teamId),
    emoji: useAccessTo(SECTIONS.emoji, teamId),
  };
}

function useAccessTo({setting, permissions}: Section, teamId: string): Access {
  const isOff = useClientConfig()[setting] === 'false';
  const [first = '', second = '', third = ''] = permissions;
  const granted = [useMayInTeam(teamId, first), useMayInTeam(teamId, second), useMayInTeam(teamId, third)];
  if (granted.includes(true)) return isOff ? 'off' : 'yes';
  return granted.includes(undefined) ? 'unknown' : 'no';
}

export function integrationsPath(teamName: string, section?: SectionName, id?: string): string {
  return ['/_integrations', teamName, section && SECTIONS[section].path, id].filter(Boolean).join('/');
}
