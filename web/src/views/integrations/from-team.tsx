import {Navigate, useParams} from 'react-router';
import {integrationsPath, SECTIONS} from '../../components/integrations/sections.ts';

/** Redirects from a path under a team, such as `/team/integrations/bots`. */
export function FromTeam() {
  const {team = '', '*': rest = ''} = useParams();
  return <Navigate to={`${integrationsPath(team)}${rest && `/${rest}`}`} replace />;
}

export function EmojiFromTeam() {
  const {team = ''} = useParams();
  return <Navigate to={`${integrationsPath(team)}/${SECTIONS.emoji.path}`} replace />;
}
