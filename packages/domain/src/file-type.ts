/** The kinds of files creators may send as content. */
export const UPLOAD_TYPES = ['video/mp4', 'video/quicktime', 'image/jpeg', 'image/jpg', 'image/png'] as const;

/** The media types each place takes, told by a file's content. Everything else answers 415 with this list. */
export const ACCEPTED_TYPES = {
  /** Content of campaigns: exactly the five types of the specification. */
  content: UPLOAD_TYPES,
  /** What goes along with chat messages and emails. */
  attachment: [...UPLOAD_TYPES, 'application/pdf', 'image/webp', 'image/gif'],
  /** Pictures of people and brands, and covers of campaigns. */
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

/** Whether a place takes files of a type. */
export const accepts = (place: FilePlace, type: string): boolean =>
  (ACCEPTED_TYPES[place] as readonly string[]).includes(type);

/** 'MP4, MOV, JPEG or PNG': what people call the types of a place. */
export function acceptedNames(place: FilePlace): string {
  const names = ACCEPTED_TYPES[place].flatMap((type) => NAMES[type] ?? []);
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** The accept list of a file control. */
export const acceptList = (place: FilePlace): string => ACCEPTED_TYPES[place].join(',');
