/** A file that cannot be taken, with the reason a person reads. */
export class FileRefusal extends Error {}

/** No row is longer than this many characters; a longer one is no row. */
export const LONGEST_ROW = 1_000_000;

export const rowTooLong = () =>
  new FileRefusal(
    'One row of this file is longer than 1,000,000 characters. Check that it is a table with one entry a row.',
  );

/** More columns than this are no table anybody works with. */
export const MOST_COLUMNS = 500;
