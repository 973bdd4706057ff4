import {type SqlFragment, sql} from '../../platform/database/sql.ts';

/**
 * Whether a program wrote the post `p`, as an SQL condition: a bot did, or an incoming webhook, whose posts bear the
 * account of whoever made the hook. The two properties are the server's; nobody can set them from outside.
 *
 * @param isBot whether the account that the post bears is a bot's
 */
export function byProgram(isBot: SqlFragment): SqlFragment {
  return sql`(${isBot} or p.Props ->> 'from_bot' = 'true' or p.Props ->> 'from_webhook' = 'true')`;
}
