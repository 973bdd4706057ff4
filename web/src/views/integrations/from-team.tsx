import {Navigate, useParams} from 'react-router';
import {integrationsPath, SECTIONS} from '../../components/integrations/sections.ts';

/** From an address below a team's, such as `/team/integrations/bots`, to the page itself. */
export function FromTeam() {
  const {team = '', '*': rest = ''} = useParams();
  return <Navigate to={`${integrationsPath(team)}${rest && `/${rest}`}`} replace />;
}

export function EmojiFromTeam() {
  const {team = ''} = useParams();
  return <Navigate to={`${integrationsPath(team)}/${SECTIONS.emoji.path}`} replace />;
}
