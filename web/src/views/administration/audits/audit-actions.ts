import {foldText} from '../../../lib/fold-text.ts';
import {matchRank, RANK} from '../../../lib/match-rank.ts';
import {sentenceText} from './audit-sentence.tsx';

/**
 * The actions that people can look for by their sentence, in the form of the parameter `action` of `GET /audits`. The
 * sentence is that of the first one before a comma.
 */
const ACTIONS: readonly string[] = [
  '/users/login authenticated',
  '/users/login fail',
  '/users/*/sessions/revoke',
  '/users/*/sessions/revoke/all',
  '/users/sessions/revoke/all',
  '/users/*/tokens,patchbay token create,patchbay bot token',
  '/users/tokens/*/rotate',
  '/users/tokens/enable',
  '/users/tokens/disable',
  '/users/tokens/revoke',
  '/users/*/password,patchbay user password',
  '/users/password/reset',
  '/users/email/verify,/users/*/email/verify/member',
  '/users/*/reset_failed_attempts',
  '/web_push/subscriptions/*',
  '/users,patchbay user create,patchbay bot create',
  '/users/*/patch,/users/* user_id=*,/users/*/auth,/users/*/custom_profile_attributes',
  '/users/*/active * active=true,patchbay user activate,patchbay bot activate',
  '/users/*/active * active=false,patchbay user deactivate,patchbay bot deactivate',
  '/users/* * username=*',
  '/users/*/roles',
  '/users/*/image,/users/*/image/default,/bots/*/icon',
  '/users/*/promote',
  '/users/*/demote',
  '/custom_profile_attributes/fields,/custom_profile_attributes/fields/*',
  '/users/*/terms_of_service * accepted=true',
  '/users/*/terms_of_service * accepted=false',
  '/terms_of_service',
  '/brand/image',
  '/teams/*/invite/email,/teams/*/invite-guests/email',
  '/teams/*/invites/email/*',
  '/teams/invites/email',
  '/teams/*',
  '/teams/*/restore',
  '/channels/*',
  '/channels/*/move',
  '/channels/*/members',
  '/channels/*/moderations/patch,/channels/*/scheme',
  '/posts/*/move',
  '/roles/*/patch',
  '/schemes,/schemes/*,/schemes/*/patch,/teams/*/scheme',
  '/emoji/*',
  '/integrations/transfers/*/accept,/integrations/transfers/*/decline,/hooks/incoming/*/transfer,/hooks/outgoing/*/transfer',
  '/config/patch *,/config *,/config/reload *,patchbay config set *,patchbay config import *',
  '/config/history/*/restore',
  '/caches/invalidate',
  '/cluster/nodes/*/drain * draining=true',
  '/cluster/nodes/*/drain * draining=false',
  '/reports/users/export',
  '/reports/posts',
  '/exports/* downloadExport',
  '/exports/* deleteExport',
  '/imports,patchbay import bulk',
  '/imports/*',
  '/backups',
  '/backups/* downloadBackup',
  '/backups/*/verify verifyBackup',
  '/backups/* deleteBackup',
  '/jobs',
  '/jobs/*/cancel',
  '/jobs/*/download',
  '/data_retention/policies createRetentionPolicy',
  '/data_retention/policies/* patchRetentionPolicy,/data_retention/policies/*/teams,/data_retention/policies/*/channels',
  '/data_retention/policies/* deleteRetentionPolicy',
  '/data_retention/records/*',
  '/legal_holds',
  '/legal_holds/*/release',
  '/compliance/exports/*/verify,patchbay compliance export run',
  '/compliance/reports,patchbay compliance report create',
  '/compliance/reports/* getComplianceReport',
  '/compliance/reports/*/download,patchbay compliance report download',
  '/compliance/reports/*/cancel cancelComplianceReport',
  '/compliance/reports/*/verify verifyComplianceReport',
  '/compliance/reports/* deleteComplianceReport',
];

/** The maximum number of suggestions. More words narrow them down. */
const MAX_SUGGESTIONS = 5;

/** Shorter texts are in too many sentences. */
const MIN_LENGTH = 3;

/** The actions whose sentence has these words, best first. */
export function findActions(text: string): string[] {
  const term = foldText(text.trim());
  if (term.length < MIN_LENGTH) return [];
  return ACTIONS.map((action) => ({action, rank: matchRank([actionLabel(action)], term)}))
    .filter(({rank}) => rank < RANK.typo)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MAX_SUGGESTIONS)
    .map(({action}) => action);
}

/** The sentence for an action, with "…" instead of people and things. */
export function actionLabel(action: string): string {
  return sentenceText(action.split(',')[0]!);
}
