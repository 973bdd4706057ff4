import type {Queryable} from '../../platform/database/queryable.ts';
import type {RowOf} from '../../platform/database/table.ts';
import type {TERMS_OF_SERVICE, USER_TERMS_OF_SERVICE} from '../tables/tables.ts';

export interface TermsRow extends RowOf<typeof TERMS_OF_SERVICE> {}
export interface AcceptanceRow extends RowOf<typeof USER_TERMS_OF_SERVICE> {}

/** The terms that were published last. */
export function selectLatestTerms(db: Queryable): Promise<TermsRow | undefined> {
  return db.row<TermsRow>({
    name: 'terms-latest',
    text: 'select * from TermsOfService order by CreateAt desc, Id desc limit 1',
  });
}

export async function termsExist(db: Queryable, id: string): Promise<boolean> {
  const row = await db.row({
    name: 'terms-exist',
    text: 'select 1 as one from TermsOfService where Id = $1',
    values: [id],
  });
  return row !== undefined;
}

export function selectAcceptance(db: Queryable, userId: string): Promise<AcceptanceRow | undefined> {
  return db.row<AcceptanceRow>({
    name: 'terms-acceptance',
    text: 'select * from UserTermsOfService where UserId = $1',
    values: [userId],
  });
}

/** Records that the user accepted these terms now. Replaces an earlier acceptance. */
export async function upsertAcceptance(
  db: Queryable,
  {userId, termsId, now}: {userId: string; termsId: string; now: number},
): Promise<void> {
  await db.execute({
    text: `
      insert into UserTermsOfService (UserId, TermsOfServiceId, CreateAt) values ($1, $2, $3)
      on conflict (UserId) do update set
        TermsOfServiceId = excluded.TermsOfServiceId, CreateAt = excluded.CreateAt`,
    values: [userId, termsId, now],
  });
}

export async function deleteAcceptance(db: Queryable, userId: string): Promise<void> {
  await db.execute({text: 'delete from UserTermsOfService where UserId = $1', values: [userId]});
}
