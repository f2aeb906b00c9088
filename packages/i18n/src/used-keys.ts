/**
 * Returns whether code uses a message: by its key as a literal, or by the start of a template such as
 * `status.${status}`.
 * @param code TypeScript as written
 */
export function usedKeys(code: string): (key: string) => boolean {
  const starts = [...code.matchAll(/`([\w.-]+[.-])\$\{/g)].map((match) => match[1] ?? '');
  return (key) => code.includes(`'${key}'`) || starts.some((start) => key.startsWith(start));
}
