/** File types creators can upload as content. */
export const UPLOAD_TYPES = ['video/mp4', 'video/quicktime', 'image/jpeg', 'image/jpg', 'image/png'] as const;

/**
 * Media types accepted in each place, detected from file content. Other types return 415 with this
 * list.
 */
export const ACCEPTED_TYPES = {
  /** Campaign content: exactly the five types of the specification. */
  content: UPLOAD_TYPES,
  /** Attachments of chat messages and emails. */
  attachment: [...UPLOAD_TYPES, 'application/pdf', 'image/webp', 'image/gif'],
  /** Profile pictures and campaign covers. */
  picture: ['image/jpeg', 'image/png', 'image/webp'],
} as const satisfies Record<string, readonly string[]>;

export type FilePlace = keyof typeof ACCEPTED_TYPES;

const NAMES: Record<string, string> = {
  'video/mp4': 'MP4',
  'video/quicktime': 'MOV',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'application/pdf': 'PDF',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
};

/** Returns whether a place accepts a type. */
export const accepts = (place: FilePlace, type: string): boolean =>
  (ACCEPTED_TYPES[place] as readonly string[]).includes(type);

/** Formats the types of a place: 'MP4, MOV, JPEG or PNG'. */
export function acceptedNames(place: FilePlace): string {
  const names = ACCEPTED_TYPES[place].flatMap((type) => NAMES[type] ?? []);
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** Returns the `accept` attribute of a file input. */
export const acceptList = (place: FilePlace): string => ACCEPTED_TYPES[place].join(',');
