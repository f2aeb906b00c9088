/** Categories of campaigns and creators. */
export const CATEGORIES = [
  'Art',
  'Beauty',
  'Books',
  'Business',
  'Coffee',
  'Comedy',
  'Cycling',
  'Dance',
  'Education',
  'Family',
  'Fashion',
  'Finance',
  'Fitness',
  'Food',
  'Gaming',
  'Health',
  'Home',
  'Music',
  'Outdoor',
  'Pets',
  'Photography',
  'Running',
  'Sport',
  'Technology',
  'Travel',
] as const;

/** A category shared by all brands. */
export type SharedCategory = (typeof CATEGORIES)[number];

const fold = (word: string): string =>
  word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/&|\+|\band\b|\bund\b|\by\b|\be\b|\bet\b/gu, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Names used by platforms, audience tools and spreadsheets, by shared category. A broader name
 * (`Science & Technology`) maps to the category where people would look for it.
 */
const VARIANTS: Partial<Record<SharedCategory, readonly string[]>> = {
  Art: ['Art/Artists', 'Arts', 'Artist', 'Artists', 'Arts & Crafts', 'Design/art', 'Kunst', 'Arte'],
  Beauty: [
    'Beauty & Cosmetics',
    'Beauty & Makeup',
    'Makeup',
    'Make-up',
    'Skincare',
    'Schönheit',
    'Belleza',
    'Beauté',
  ],
  Books: ['Book', 'Literature', 'Literature & Journalism', 'Bücher', 'Libros', 'Livres'],
  Business: [
    'Business & Careers',
    'Business & Entrepreneurship',
    'Management & Marketing',
    'Negocios',
    'Wirtschaft',
  ],
  Comedy: ['Humor', 'Humour', 'Humor & Fun & Happiness', 'Comics & sketches', 'Komödie', 'Comedia'],
  Cycling: ['Bikes', 'Biking', 'Bicycle', 'Radsport', 'Ciclismo', 'Cyclisme'],
  Dance: ['Dancing', 'Tanz', 'Danza', 'Danse', 'Baile'],
  Education: ['Learning', 'Bildung', 'Educación', 'Éducation'],
  Family: ['Family & Parenting', 'Parenting', 'Mom', 'Familie', 'Familia', 'Famille'],
  Fashion: ['Clothing & Outfits', 'Clothing', 'Fashion & Style', 'Style', 'Mode', 'Moda'],
  Finance: ['Finance & Economics', 'Finances', 'Personal Finance', 'Finanzen', 'Finanzas'],
  Fitness: ['Fitness & Gym', 'Gym', 'Workout', 'Trainers & Coaches', 'Fitness & Health'],
  Food: [
    'Food & Cooking',
    'Food & Drinks',
    'Food & Drink',
    'Cooking',
    'Essen',
    'Comida',
    'Cuisine',
    'Kochen',
  ],
  Gaming: ['Games', 'Game', 'Video games', 'Videogames', 'Video game', 'Spiele', 'Videojuegos'],
  Health: ['Health & Self Help', 'Health & Wellness', 'Wellness', 'Gesundheit', 'Salud', 'Santé'],
  Home: ['Home & Garden', 'Home Decor', 'Interior', 'Interior Design', 'Wohnen', 'Hogar', 'Maison'],
  Music: ['Musik', 'Música', 'Musique', 'Musica', 'Musician', 'Musicians'],
  Outdoor: ['Outdoors', 'Extreme Sports & Outdoor activity', 'Nature & Outdoors', 'Hiking', 'Camping'],
  Pets: ['Animals & Pets', 'Pets & Animals', 'Pet', 'Haustiere', 'Mascotas'],
  Photography: [
    'Photo',
    'Photos',
    'Photographer',
    'Photographers',
    'Fotografie',
    'Fotografía',
    'Photographie',
  ],
  Running: ['Run', 'Runner', 'Laufen', 'Trail Running'],
  Sport: ['Sports', 'Sports with a ball', 'Winter sports', 'Racing Sports', 'Deportes', 'Deporte', 'Esporte'],
  Technology: [
    'Tech',
    'Computers & Gadgets',
    'Science & Technology',
    'Machinery & Technologies',
    'Technik',
    'Tecnología',
  ],
  Travel: [
    'Travel & Events',
    'Travel & Tourism',
    'Travelling',
    'Traveling',
    'Tourism',
    'Reisen',
    'Viajes',
    'Voyage',
  ],
};

/** Names that combine two shared categories. */
const PAIRS: readonly (readonly [string, readonly SharedCategory[]])[] = [
  ['Music & Dance', ['Music', 'Dance']],
  ['Health & Fitness', ['Health', 'Fitness']],
  ['Beauty & Fashion', ['Beauty', 'Fashion']],
  ['Fashion & Beauty', ['Fashion', 'Beauty']],
  ['Business & Finance', ['Business', 'Finance']],
];

const BY_NAME = new Map<string, readonly SharedCategory[]>([
  ...CATEGORIES.map((name) => [fold(name), [name]] as const),
  ...Object.entries(VARIANTS).flatMap(([name, variants]) =>
    variants.map((variant) => [fold(variant), [name as SharedCategory]] as const),
  ),
  ...PAIRS.map(([name, both]) => [fold(name), both] as const),
]);

/**
 * Returns the shared categories for a category name in a file (`Art/Artists` -> `Art`, `Music &
 * Dance` -> `Music`, `Dance`), or the name itself if there are none.
 */
export const sharedCategories = (name: string): readonly string[] => BY_NAME.get(fold(name)) ?? [name];

/** Returns whether a category is shared by all brands rather than specific to one. */
export const isSharedCategory = (name: string): name is SharedCategory =>
  (CATEGORIES as readonly string[]).includes(name);
