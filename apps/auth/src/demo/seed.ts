import { type Account, createAccount } from '../accounts/accounts.ts';
import { migrate, openDatabase } from '../database.ts';
import { hashPassword } from '../proofs/passwords.ts';

const password = 'troupe-demo';

type Person = Pick<Account, 'email' | 'givenName' | 'familyName' | 'role' | 'groups'>;

const brandPerson = (email: string, givenName: string, familyName: string): Person => ({
  email,
  givenName,
  familyName,
  role: 'brand',
  groups: [],
});

const people: Person[] = [
  { ...brandPerson('admin@troupe.test', 'Ada', 'Keller'), groups: ['admin'] },
  brandPerson('owner@troupe.test', 'Olga', 'Winter'),
  brandPerson('member@troupe.test', 'Milo', 'Brandt'),
  brandPerson('multi@troupe.test', 'Mina', 'Okafor'),
  brandPerson('nobody@troupe.test', 'Noel', 'Silva'),
  { ...brandPerson('creator@troupe.test', 'Cleo', 'Marsh'), role: 'creator' },
];

/** Creates missing demo accounts; existing ones are unchanged. */
async function seed(databaseUrl: string): Promise<void> {
  await migrate(databaseUrl);
  const db = openDatabase(databaseUrl);
  try {
    const passwordHash = await hashPassword(password);
    for (const person of people) {
      const id = await createAccount(db, { ...person, passwordHash, brand: null });
      // Demo people have a history; new accounts would start at Welcome.
      if (id)
        await db.query("update account set created_at = now() - interval '60 days' where id = $1", [id]);
    }
  } finally {
    await db.end();
  }
}

const url = process.env.DATABASE_URL;
if (!url) {
  console.error('Set DATABASE_URL to the database of the login host.');
  process.exit(1);
}
try {
  await seed(url);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
