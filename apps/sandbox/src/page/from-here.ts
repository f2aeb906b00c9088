import { Problem } from '@troupe/domain/problem';
import type { FastifyRequest } from 'fastify';

/** Changing something takes a request from these pages themselves, not from another site's form. */
export async function fromHere(request: FastifyRequest): Promise<void> {
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const foreign = site
    ? site !== 'same-origin' && site !== 'none'
    : origin && new URL(origin).host !== request.host;
  if (foreign) throw new Problem('forbidden');
}
