import {Navigate, useParams} from 'react-router';
import {integrationsPath, SECTIONS, type SectionName} from '../../components/integrations/sections.ts';

/** Redirects from a path under a team, such as `/team/integrations/bots`. `section` is set if the path is another one. */
export default function FromTeam({section}: {section?: SectionName}) {
  const {team = '', '*': rest = ''} = useParams();
  const page = section ? SECTIONS[section].path : rest;
  return <Navigate to={`${integrationsPath(team)}${page && `/${page}`}`} replace />;
}
