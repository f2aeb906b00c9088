import { DEFAULT_PREFERENCES } from '@troupe/domain/inbox/notification';
import type { Language } from '@troupe/i18n/language';
import type pg from 'pg';
import { personNameSql } from '../../account/user/user.table.ts';

type Connection = Pick<pg.Pool, 'query'>;

/** A member who gets emails about new matches of saved searches. */
export interface AlertReader {
  userId: string;
  address: string;
  name: string;
  brandName: string;
  language: Language | null;
  browserLanguage: Language | null;
}

/** Returns those of some users who want emails about new matches and can get them. */
export async function readAlertReaders(
  connection: Connection,
  brandId: string,
  userIds: readonly string[],
): Promise<AlertReader[]> {
  const { rows } = await connection.query<AlertReader>(
    `select p.id as "userId", p.email as address, coalesce(${personNameSql('p')}, '') as name, b.name as "brandName",
        p.language, p.browser_language as "browserLanguage"
      from person p join brand b on b.id = $1 left join notification_preference c on c.user_id = p.id
      where p.id = any($2::uuid[]) and p.email <> '' and coalesce(c.preferences->>'search', $3) = 'mail'
        and not exists (select from suppression s where s.brand_id = $1 and lower(s.address) = lower(p.email))
      order by p.id`,
    [brandId, userIds, DEFAULT_PREFERENCES.search],
  );
  return rows;
}

/** Returns the user to whom an email about new matches was sent; null if it was another email. */
export async function readAlertMail(connection: Connection, mailId: string): Promise<string | null> {
  const { rows } = await connection.query<{ userId: string }>(
    `select p.id as "userId" from mail m join person p on lower(p.email) = lower(m.to_address)
      where m.id = $1 and m.purpose = 'search-alert' limit 1`,
    [mailId],
  );
  return rows[0]?.userId ?? null;
}
