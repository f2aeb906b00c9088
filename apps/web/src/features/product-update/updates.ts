/** What is new in the product, newest first. */
export const updates: readonly { day: string; title: string; text: string }[] = [
  {
    day: '2026-11-20',
    title: 'Bring in your own creators',
    text: 'Drop a CSV, JSON or Excel file, check the proposed columns and search what came in.',
  },
  {
    day: '2026-11-20',
    title: 'Every result says why it matched',
    text: 'Search by words and filters over four platforms; the address of a search can be shared.',
  },
  {
    day: '2026-11-20',
    title: 'Lists with status tags and notes',
    text: 'Notes save themselves, archived creators can be brought back.',
  },
];
