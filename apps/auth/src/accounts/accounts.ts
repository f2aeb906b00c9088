import type { Language } from '@troupe/i18n/language';
import { v7 as uuid } from 'uuid';
import type { Queryable } from '../database.ts';
import { t } from '../messages/messages.gen.ts';
import { deleteHalfLogins } from '../proofs/second-step.ts';
import { endAllSessions, endOtherSessions } from '../provider/adapter.ts';

/** The brand entered at sign-up; the API creates it at the person's first request. */
export interface SignUpBrand {
  name: string;
  website: string;
  description: string;
}

/** A person who can log in. The email is lowercase and verified. */
export interface Account {
  id: string;
  email: string;
  givenName: string;
  familyName: string;
  passwordHash: string;
  role: 'brand' | 'creator';
  /** Values of the `groups` claim; `admin` makes an administrator. */
  groups: string[];
  brand: SignUpBrand | null;
  /** Of their pages and emails, as they had it last; null before that is known. */
  language: Language | null;
  /** The last one they chose, on our pages or in the app; null while they follow their browser. */
  chosenLanguage: Language | null;
  createdAt: Date;
}

export type NewAccount = Omit<Account, 'id' | 'createdAt' | 'language' | 'chosenLanguage'> &
  Partial<Pick<Account, 'language' | 'chosenLanguage'>>;

const columns = `id, email, given_name as "givenName", family_name as "familyName",
  password_hash as "passwordHash", role, groups, brand, language, chosen_language as "chosenLanguage",
  created_at as "createdAt"`;

/** @param email in lowercase */
export async function findAccountByEmail(db: Queryable, email: string): Promise<Account | undefined> {
  const { rows } = await db.query<Account>(`select ${columns} from account where email = $1`, [email]);
  return rows[0];
}

export async function findAccountById(db: Queryable, id: string): Promise<Account | undefined> {
  const { rows } = await db.query<Account>(`select ${columns} from account where id = $1`, [id]);
  return rows[0];
}

/** @returns the new account's id, or undefined if the email already has an account */
export async function createAccount(db: Queryable, account: NewAccount): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `insert into account (id, email, given_name, family_name, password_hash, role, groups, brand, language,
       chosen_language)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (email) do nothing returning id`,
    [
      uuid(),
      account.email,
      account.givenName,
      account.familyName,
      account.passwordHash,
      account.role,
      account.groups,
      account.brand,
      account.language ?? null,
      account.chosenLanguage ?? null,
    ],
  );
  return rows[0]?.id;
}

/**
 * Keeps the language that a person logs in with, for their emails, and the one they chose, for their profile.
 * @param chosen null keeps the one chosen before
 */
export async function saveLanguage(
  db: Queryable,
  accountId: string,
  language: Language,
  chosen: Language | null,
): Promise<void> {
  await db.query(
    `update account set language = $2, chosen_language = coalesce($3, chosen_language)
     where id = $1 and (language is distinct from $2 or chosen_language is distinct from coalesce($3, chosen_language))`,
    [accountId, language, chosen],
  );
}

/**
 * Sets a new password and ends all sessions, which locks out anyone who knew the old one.
 * @param keep uid of the session to keep, in which it was changed
 */
export async function changePassword(
  db: Queryable,
  accountId: string,
  passwordHash: string,
  keep?: string,
): Promise<void> {
  await db.query('update account set password_hash = $2, password_changed_at = now() where id = $1', [
    accountId,
    passwordHash,
  ]);
  await deleteHalfLogins(db, accountId);
  // Anyone who knew the old password may have registered their browser.
  await db.query('delete from known_place where account_id = $1', [accountId]);
  if (keep) await endOtherSessions(db, accountId, keep);
  else await endAllSessions(db, accountId);
}

/**
 * Returns the account's claims in access tokens, ID tokens and the userinfo endpoint.
 * `troupe_brand` is included only if a brand was entered at sign-up, `locale` only if a language was chosen.
 */
export function claimsOf(account: Account) {
  return {
    email: account.email,
    email_verified: true,
    name: `${account.givenName} ${account.familyName}`.trim(),
    given_name: account.givenName,
    family_name: account.familyName,
    groups: account.groups,
    troupe_role: account.role,
    troupe_signed_up_at: Math.floor(account.createdAt.getTime() / 1000),
    ...(account.chosenLanguage ? { locale: account.chosenLanguage } : {}),
    ...(account.brand ? { troupe_brand: account.brand } : {}),
  };
}

/** Returns when the password was last set. */
export async function passwordChangedAt(db: Queryable, accountId: string): Promise<Date> {
  const { rows } = await db.query<{ at: Date }>(
    'select password_changed_at as at from account where id = $1',
    [accountId],
  );
  return rows[0]?.at ?? new Date();
}

/** Deletes an account with all its data. The caller ends its sessions. */
export async function closeAccount(db: Queryable, accountId: string): Promise<void> {
  await db.query('delete from account where id = $1', [accountId]);
}

/**
 * Normalizes an email: trimmed, lowercase, composed characters.
 * @returns undefined if it is invalid
 */
export function readEmail(typed: string): string | undefined {
  const email = typed.trim().normalize('NFC').toLowerCase();
  if (email.length > 254 || /[\s\p{C}]/u.test(email)) return undefined;
  const match = /^([^@"(),:;<>[\\\]]{1,64})@([^@"(),:;<>[\\\]/]+)$/.exec(email);
  const domain = match?.[2] ?? '';
  return /^(?!.*\.\.)(?!\.)[\p{L}\p{N}.-]+\.[\p{L}\p{N}-]{2,}$/u.test(domain) ? email : undefined;
}

/** Returns the error message for an invalid email. */
export const emailError = (typed: string): string =>
  typed.trim() === '' ? t('fault.email') : t('fault.emailInvalid');
