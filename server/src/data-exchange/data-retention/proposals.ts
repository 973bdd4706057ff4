import type {ChannelRule} from './deletion-store.ts';
import {invalidProposal} from './errors.ts';

const HOUR = 60 * 60 * 1000;
/** A hundred years. */
const MAX_HOURS = 876_000;

/** The data of a job that describe a policy which is not saved yet. */
export interface ProposalData {
  message_hours?: string;
  file_hours?: string;
  policy_id?: string;
  team_ids?: string;
  channel_ids?: string;
}

/** A policy that a dry run counts as if it were saved. */
export interface Proposal {
  /** The ages, in milliseconds, at which messages and files are deleted; undefined: never. */
  messageAge: number | undefined;
  fileAge: number | undefined;
  /** Whether it would decide for a channel. */
  appliesTo(rule: ChannelRule): boolean;
}

/**
 * Reads a proposal from the data of a job. Without teams and channels, it is about the global policy. Undefined if there
 * is none.
 *
 * @throws AppError 400
 */
export function readProposal(data: ProposalData): Proposal | undefined {
  const {message_hours, file_hours, policy_id = '', team_ids = '', channel_ids = ''} = data;
  if (message_hours === undefined && file_hours === undefined) return undefined;
  const teams = idsOf(team_ids);
  const channels = idsOf(channel_ids);
  const isGlobal = policy_id === '' && teams.size === 0 && channels.size === 0;
  return {
    messageAge: ageOf('message_hours', message_hours),
    fileAge: ageOf('file_hours', file_hours),
    appliesTo({id, teamid, policyid, isofchannel}) {
      if (isGlobal) return policyid === '';
      if (channels.has(id)) return true;
      const hasOwn = isofchannel && policyid !== policy_id;
      return !hasOwn && teams.has(teamid);
    },
  };
}

function idsOf(list: string): ReadonlySet<string> {
  return new Set(list.split(' ').filter(Boolean));
}

/** @throws AppError 400 */
function ageOf(name: 'message_hours' | 'file_hours', value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const hours = /^[0-9]{1,9}$/.test(value) ? Number(value) : 0;
  if (hours < 1 || hours > MAX_HOURS) throw invalidProposal(name, value, MAX_HOURS);
  return hours * HOUR;
}
