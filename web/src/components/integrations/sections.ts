import {useClientConfig} from '../../data/system/client-config.ts';
import {useHasTeamPermission} from '../../data/teams/teams.ts';
import type {IconName} from '../ui/icon.tsx';

/** A kind of integration, with its own pages. Its texts are in views/integrations/section-texts.ts. */
export interface Section {
  /** The last part of its URL. */
  path: string;
  icon: IconName;
  /** The setting that turns the section on; empty if it is always on. */
  setting: string;
  /** A person needs at least one of these permissions. */
  permissions: readonly string[];
}

export const SECTIONS = {
  incoming: {
    path: 'incoming_webhooks',
    icon: 'download',
    setting: 'EnableIncomingWebhooks',
    permissions: [
      'manage_own_incoming_webhooks',
      'manage_others_incoming_webhooks',
      'manage_incoming_webhooks',
    ],
  },
  outgoing: {
    path: 'outgoing_webhooks',
    icon: 'upload',
    setting: 'EnableOutgoingWebhooks',
    permissions: [
      'manage_own_outgoing_webhooks',
      'manage_others_outgoing_webhooks',
      'manage_outgoing_webhooks',
    ],
  },
  commands: {
    path: 'commands',
    icon: 'slash',
    setting: 'EnableCommands',
    permissions: ['manage_own_slash_commands', 'manage_others_slash_commands', 'manage_slash_commands'],
  },
  bots: {
    path: 'bots',
    icon: 'bot',
    setting: '',
    permissions: ['read_bots', 'read_others_bots'],
  },
  emoji: {
    path: 'emoji',
    icon: 'emoji',
    setting: 'EnableCustomEmoji',
    permissions: ['create_emojis', 'delete_emojis', 'delete_others_emojis'],
  },
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof SECTIONS;

/** Whether a person can use a section: `off` if the server's settings turn it off for everyone. */
export type Access = 'yes' | 'no' | 'off' | 'unknown';

/** The person's access to each section in this team. */
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
  const granted = [
    useHasTeamPermission(teamId, first),
    useHasTeamPermission(teamId, second),
    useHasTeamPermission(teamId, third),
  ];
  if (granted.includes(true)) return isOff ? 'off' : 'yes';
  return granted.includes(undefined) ? 'unknown' : 'no';
}

export function integrationsPath(teamName: string, section?: SectionName, id?: string): string {
  return ['/_integrations', teamName, section && SECTIONS[section].path, id].filter(Boolean).join('/');
}
