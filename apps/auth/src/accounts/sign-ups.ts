import type { Language } from '@troupe/i18n/language';
import { v7 as uuid } from 'uuid';
import { lifetimes } from '../config.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { enqueueMail } from '../mail/mail-queue.ts';
import { createAccount, type SignUpBrand } from './accounts.ts';

/** Brand details entered at sign-up. A draft isn't validated yet, and no email is sent for it. */
export type BrandDetails = SignUpBrand & { draft?: true };

/** A sign-up whose email hasn't been confirmed. */
export interface SignUp {
  id: string;
  email: string;
  givenName: string;
  familyName: string;
  passwordHash: string;
  role: 'brand' | 'creator';
  brand: BrandDetails | null;
  /** Whether brand details are required before the email is sent. */
  needsBrand: boolean;
  /** The app the person came from, and the path to return to. */
  clientId: string;
  returnTo: string | null;
  interactionUid: string;
  /** Set once the account has been created. */
  accountId: string | null;
  /** Of the page it was sent from. */
  language: Language | null;
  /** The same if it was chosen, rather than that of the browser. */
  chosenLanguage: Language | null;
}

const columns = `id, email, given_name as "givenName", family_name as "familyName",
  password_hash as "passwordHash", role, brand, needs_brand as "needsBrand", client_id as "clientId", return_to as "returnTo",
  interaction_uid as "interactionUid", account_id as "accountId", language, chosen_language as "chosenLanguage"`;

/** Returns whether a sign-up still lacks its brand details, so its email isn't sent yet. */
export const awaitsBrand = ({ needsBrand, brand }: Pick<SignUp, 'needsBrand' | 'brand'>): boolean =>
  needsBrand && (!brand || brand.draft === true);

/**
 * Saves a sign-up and sends its email once complete. Behaves the same whether or not the email has
 * an account: only the email reveals it.
 */
export async function startSignUp(db: Database, signUp: Omit<SignUp, 'id' | 'accountId'>): Promise<void> {
  const id = uuid();
  await inTransaction(db, async (client) => {
    await client.query(
      `insert into sign_up (id, email, given_name, family_name, password_hash, role, brand, client_id,
         return_to, interaction_uid, expires_at, needs_brand, language, chosen_language)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + make_interval(secs => $11), $12, $13, $14)`,
      [
        id,
        signUp.email,
        signUp.givenName,
        signUp.familyName,
        signUp.passwordHash,
        signUp.role,
        signUp.brand,
        signUp.clientId,
        signUp.returnTo,
        signUp.interactionUid,
        lifetimes.signUp,
        signUp.needsBrand,
        signUp.language,
        signUp.chosenLanguage,
      ],
    );
    if (!awaitsBrand(signUp)) await enqueueMail(client, 'verify', { signUpId: id });
  });
}

export async function findSignUp(db: Queryable, id: string): Promise<SignUp | undefined> {
  const { rows } = await db.query<SignUp>(`select ${columns} from sign_up where id = $1`, [id]);
  return rows[0];
}

/** Returns the newest unfinished sign-up of an email, to show what is missing. */
export async function findOpenSignUp(db: Queryable, email: string): Promise<SignUp | undefined> {
  const { rows } = await db.query<SignUp>(
    `select ${columns} from sign_up where email = $1 and account_id is null and expires_at > now()
     order by created_at desc limit 1`,
    [email],
  );
  return rows[0];
}

/** Returns the newest sign-up of a login in one browser. */
export async function findSignUpOf(db: Queryable, interactionUid: string): Promise<SignUp | undefined> {
  const { rows } = await db.query<SignUp>(
    `select ${columns} from sign_up where interaction_uid = $1 order by created_at desc limit 1`,
    [interactionUid],
  );
  return rows[0];
}

/** Saves the brand details of a sign-up. */
export async function setBrand(db: Queryable, signUpId: string, brand: BrandDetails): Promise<void> {
  await db.query('update sign_up set brand = $2 where id = $1 and account_id is null', [signUpId, brand]);
}

/** Links a sign-up to the login open in this browser and resends its email. */
export async function resendSignUp(db: Database, signUpId: string, interactionUid: string): Promise<void> {
  await inTransaction(db, async (client) => {
    await client.query(
      `update sign_up set interaction_uid = $2, created_at = now(),
         expires_at = now() + make_interval(secs => $3) where id = $1 and account_id is null`,
      [signUpId, interactionUid, lifetimes.signUp],
    );
    const signUp = await findSignUp(client, signUpId);
    if (signUp && !awaitsBrand(signUp)) await enqueueMail(client, 'verify', { signUpId });
  });
}

/**
 * Creates the account of a confirmed sign-up. For two sign-ups with one email, the first confirmed
 * wins.
 * @returns the account's id, or undefined if the email is taken
 */
export async function finishSignUp(db: Database, signUp: SignUp): Promise<string | undefined> {
  return await inTransaction(db, async (client) => {
    const id = await createAccount(client, { ...signUp, groups: [] });
    if (!id) return undefined;
    await client.query('update sign_up set account_id = $2 where id = $1', [signUp.id, id]);
    return id;
  });
}
