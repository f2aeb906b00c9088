/**
 * Returns the probability of at least `count` under a negative binomial distribution with this mean and a variance of
 * `dispersion * mean` (NB1 of Cameron and Trivedi 1986); under a Poisson distribution with dispersion 1.
 *
 * With `r = mean / (dispersion - 1)` and `q = 1 - 1 / dispersion`, `P(k + 1) = P(k) * (r + k) / (k + 1) * q` from
 * `P(0) = dispersion ** -r`.
 */
export function tailProbability(count: number, mean: number, dispersion: number): number {
  if (count <= 0) return 1;
  if (mean <= 0) return 0;
  const poisson = dispersion < 1 + 1e-9;
  const q = poisson ? 0 : 1 - 1 / dispersion;
  const r = poisson ? 0 : mean / (dispersion - 1);
  const ratio = (k: number) => (poisson ? mean / (k + 1) : ((r + k) / (k + 1)) * q);
  let log = poisson ? -mean : -r * Math.log(dispersion);
  let below = 0;
  for (let k = 0; k < count; k += 1) {
    below += Math.exp(log);
    log += Math.log(ratio(k));
  }
  if (count <= mean) return Math.max(0, 1 - below);
  // Beyond the mean the terms fall, and their sum keeps its digits where 1 - below would lose them.
  let term = Math.exp(log);
  let tail = 0;
  for (let k = count; term > tail * 1e-12; k += 1) {
    tail += term;
    term *= ratio(k);
    if (term === 0) break;
  }
  return Math.min(1, tail);
}
