/** The categories of campaigns and creators, by name. */
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

/** A category that all brands share. */
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
 * What platforms, audience tools and spreadsheets call the shared categories, by shared category. A name that covers
 * more than its category (`Science & Technology`) counts where nobody would look for it elsewhere.
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

/** Names that say two shared categories at once. */
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
 * Returns the shared categories that a category name of a file stands for (`Art/Artists` -> `Art`, `Music & Dance` ->
 * `Music`, `Dance`), or the name itself where it is none of them.
 */
export const sharedCategories = (name: string): readonly string[] => BY_NAME.get(fold(name)) ?? [name];

/** Whether a category is one that all brands share, and not a word of one brand's own. */
export const isSharedCategory = (name: string): name is SharedCategory =>
  (CATEGORIES as readonly string[]).includes(name);
