/** A function to minimize: fills `gradient` and returns the value at `point`. */
export type Objective = (point: Float64Array, gradient: Float64Array) => number;

const MEMORY = 6;
const SUFFICIENT = 1e-4;
const SMALLEST_STEP = 1e-10;

const dot = (a: Float64Array, b: Float64Array) => {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] as number) * (b[at] as number);
  return sum;
};
const addScaled = (target: Float64Array, source: Float64Array, factor: number) => {
  for (let at = 0; at < target.length; at += 1)
    target[at] = (target[at] as number) + factor * (source[at] as number);
};

interface Pair {
  step: Float64Array;
  change: Float64Array;
  inverse: number;
}

/** The direction of L-BFGS: two loops over the latest steps. */
function direction(gradient: Float64Array, pairs: readonly Pair[]): Float64Array {
  const result = gradient.slice();
  const factors: number[] = [];
  for (let at = pairs.length - 1; at >= 0; at -= 1) {
    const { step, change, inverse } = pairs[at] as Pair;
    const factor = inverse * dot(step, result);
    factors[at] = factor;
    addScaled(result, change, -factor);
  }
  const latest = pairs.at(-1);
  const scale = latest
    ? 1 / (latest.inverse * dot(latest.change, latest.change))
    : 1 / Math.max(1, Math.sqrt(dot(gradient, gradient)));
  for (let at = 0; at < result.length; at += 1) result[at] = -(result[at] as number) * scale;
  pairs.forEach(({ step, change, inverse }, at) => {
    // The loop above ran on the unsigned direction; here the sign is already turned.
    const factor = inverse * dot(change, result);
    addScaled(result, step, -(factors[at] as number) - factor);
  });
  return result;
}

/**
 * Minimizes a smooth convex function with L-BFGS (Nocedal 1980) and backtracking. Deterministic: the same input gives the
 * same result.
 * @param start is overwritten and returned
 */
export function minimize(
  objective: Objective,
  start: Float64Array,
  rounds: number,
  tolerance = 1e-4,
): Float64Array {
  const point = start;
  let gradient = new Float64Array(point.length);
  let value = objective(point, gradient);
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const way = direction(gradient, pairs);
    const slope = dot(way, gradient);
    if (slope >= 0) break;
    let size = 1;
    const next = new Float64Array(point.length);
    const nextGradient = new Float64Array(point.length);
    let nextValue = Number.POSITIVE_INFINITY;
    while (size > SMALLEST_STEP) {
      next.set(point);
      addScaled(next, way, size);
      nextValue = objective(next, nextGradient);
      if (nextValue <= value + SUFFICIENT * size * slope) break;
      size /= 2;
    }
    if (nextValue >= value) break;
    for (let at = 0; at < way.length; at += 1) way[at] = (way[at] as number) * size;
    const change = nextGradient.slice();
    addScaled(change, gradient, -1);
    const curvature = dot(way, change);
    if (curvature > 1e-12) pairs.push({ step: way, change, inverse: 1 / curvature });
    if (pairs.length > MEMORY) pairs.shift();
    point.set(next);
    const gain = value - nextValue;
    gradient = nextGradient;
    value = nextValue;
    if (gain < tolerance * Math.max(1, Math.abs(value)) * 0.1) break;
  }
  return point;
}
