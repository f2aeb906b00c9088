/** Collects statement parameters. */
export class Values {
  readonly list: unknown[] = [];

  /** Returns the placeholder of a value with the given SQL type. */
  add(value: unknown, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }
}
