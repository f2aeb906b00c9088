#!/usr/bin/env node
// Checks statements of commissions without Troupe and without a network. Needs Node 18 or newer, nothing else.
//
//   node verify-statement.mjs [--key PUBLIC_KEY] STATEMENT.json…
//
// Each file is what GET /brand/{brandId}/affiliates/statements/{id}/json or GET /me/statements/{id}/json returns.
// Checked: the hash covers the content (SHA-256 of JSON with sorted keys and no blanks, RFC 8785), the brand's Ed25519
// key signed the hash, the amounts add up to the entries, and, among the files given, each statement names the hash of
// the one before. Without --key the key in the file is trusted: compare its fingerprint with the one that the brand
// published. Exits with 1 if anything is wrong.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const files = process.argv.slice(2);
const keyAt = files.indexOf('--key');
const wantedKey = keyAt === -1 ? null : files.splice(keyAt, 2)[1];
if (files.length === 0) {
  console.error('usage: node verify-statement.mjs [--key PUBLIC_KEY] STATEMENT.json…');
  process.exit(2);
}

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}

function faultsOf({ content, hash, signature, publicKey }) {
  const faults = [];
  if (createHash('sha256').update(canonical(content)).digest('hex') !== hash)
    faults.push('the content was changed: its hash is another');
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  if (
    key.asymmetricKeyType !== 'ed25519' ||
    !verify(null, Buffer.from(hash, 'hex'), key, Buffer.from(signature, 'base64'))
  )
    faults.push('the signature is not of this key');
  if (wantedKey !== null && wantedKey !== publicKey) faults.push('signed by another key than --key');
  const byHand = new Set(['bonus', 'fix', 'write-off']);
  const sum = (wanted) => content.lines.filter(wanted).reduce((all, { amount }) => all + amount, 0);
  const bonus = sum(({ kind }) => byHand.has(kind));
  const takenBack = sum(({ kind, amount }) => !byHand.has(kind) && amount < 0);
  const earned = sum(({ kind, amount }) => !byHand.has(kind) && amount >= 0);
  if (bonus !== content.bonus || takenBack !== content.takenBack || earned !== content.earned)
    faults.push('the sums differ from the entries');
  if (content.carriedIn + earned + takenBack + bonus !== content.due + content.carriedOut)
    faults.push('what is due and carried over differs from what came in');
  return faults;
}

let failed = false;
const report = (file, faults) => {
  failed ||= faults.length > 0;
  console.log(faults.length === 0 ? `ok      ${file}` : `FAILED  ${file}: ${faults.join('; ')}`);
};
const chains = new Map();
for (const file of files) {
  try {
    const statement = JSON.parse(readFileSync(file, 'utf8'));
    report(file, faultsOf(statement));
    const { affiliateId, currency } = statement.content;
    const chain = `${affiliateId} ${currency}`;
    chains.set(chain, [...(chains.get(chain) ?? []), { file, statement }]);
    const print = createHash('sha256').update(Buffer.from(statement.publicKey, 'base64')).digest('hex');
    console.log(`        key ${print.slice(0, 32)}`);
  } catch (error) {
    report(file, [`not a statement (${error.message})`]);
  }
}
for (const chain of chains.values()) {
  chain.sort((a, b) => a.statement.content.number - b.statement.content.number);
  for (const [index, { file, statement }] of chain.entries()) {
    const { number, previousHash, carriedIn } = statement.content;
    const before = chain[index - 1]?.statement;
    if (number === 1 && previousHash !== null) report(file, ['the first statement names one before it']);
    if (before === undefined || before.content.number !== number - 1) continue;
    const faults = [];
    if (previousHash !== before.hash) faults.push(`does not follow statement ${number - 1}`);
    if (carriedIn !== before.content.carriedOut)
      faults.push(`carries in another amount than statement ${number - 1} carried over`);
    report(`${file} after ${number - 1}`, faults);
  }
}
process.exit(failed ? 1 : 0);
