import { v7 as uuid } from 'uuid';
import { lifetimes } from '../config.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { enqueueMail } from '../mail/mail-queue.ts';
import { createAccount, type SignUpBrand } from './accounts.ts';

/** What somebody typed about their brand. A draft is not checked yet, and no email is sent for it. */
export type BrandDetails = SignUpBrand & { draft?: true };

/** Somebody who filled in the sign-up form and has not opened the mail yet. */
export interface SignUp {
  id: string;
  email: string;
  givenName: string;
  familyName: string;
  passwordHash: string;
  role: 'brand' | 'creator';
  brand: BrandDetails | null;
  /** Whether the details of a brand are asked for before the email is sent. */
  needsBrand: boolean;
  /** The app the person came from, and the path there they asked to come back to. */
  clientId: string;
  returnTo: string | null;
  interactionUid: string;
  /** Set once the account was made from this sign-up. */
  accountId: string | null;
}

const columns = `id, email, given_name as "givenName", family_name as "familyName",
  password_hash as "passwordHash", role, brand, needs_brand as "needsBrand", client_id as "clientId", return_to as "returnTo",
  interaction_uid as "interactionUid", account_id as "accountId"`;

/** Whether a sign-up stopped before the details of its brand: its email waits for them. */
export const awaitsBrand = ({ needsBrand, brand }: Pick<SignUp, 'needsBrand' | 'brand'>): boolean =>
  needsBrand && (!brand || brand.draft === true);

/**
 * Keeps a sign-up and has its email sent, once it is complete. Does the same whether or not the email has an account: the mail,
 * not the page, says which.
 */
export async function startSignUp(db: Database, signUp: Omit<SignUp, 'id' | 'accountId'>): Promise<void> {
  const id = uuid();
  await inTransaction(db, async (client) => {
    await client.query(
      `insert into sign_up (id, email, given_name, family_name, password_hash, role, brand, client_id,
         return_to, interaction_uid, expires_at, needs_brand)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + make_interval(secs => $11), $12)`,
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
      ],
    );
    if (!awaitsBrand(signUp)) await enqueueMail(client, 'verify', { signUpId: id });
  });
}

export async function findSignUp(db: Queryable, id: string): Promise<SignUp | undefined> {
  const { rows } = await db.query<SignUp>(`select ${columns} from sign_up where id = $1`, [id]);
  return rows[0];
}

/** The newest unfinished sign-up with an email, for telling its owner what is still missing. */
export async function findOpenSignUp(db: Queryable, email: string): Promise<SignUp | undefined> {
  const { rows } = await db.query<SignUp>(
    `select ${columns} from sign_up where email = $1 and account_id is null and expires_at > now()
     order by created_at desc limit 1`,
    [email],
  );
  return rows[0];
}

/** The newest sign-up sent from one login in one browser. */
export async function findSignUpOf(db: Queryable, interactionUid: string): Promise<SignUp | undefined> {
  const { rows } = await db.query<SignUp>(
    `select ${columns} from sign_up where interaction_uid = $1 order by created_at desc limit 1`,
    [interactionUid],
  );
  return rows[0];
}

/** Keeps the details of the brand that a sign-up is for. */
export async function setBrand(db: Queryable, signUpId: string, brand: BrandDetails): Promise<void> {
  await db.query('update sign_up set brand = $2 where id = $1 and account_id is null', [signUpId, brand]);
}

/** Ties a sign-up to the login that is open in the browser now, and sends its mail again. */
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
 * Makes the account of a confirmed sign-up. Of two sign-ups with one email the first confirmed wins.
 * @returns the account's id, or undefined when another sign-up or account has the email
 */
export async function finishSignUp(db: Database, signUp: SignUp): Promise<string | undefined> {
  return await inTransaction(db, async (client) => {
    const id = await createAccount(client, { ...signUp, groups: [] });
    if (!id) return undefined;
    await client.query('update sign_up set account_id = $2 where id = $1', [signUp.id, id]);
    return id;
  });
}
