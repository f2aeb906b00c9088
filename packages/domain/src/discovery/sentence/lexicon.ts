import type { SharedCategory } from '../creator-category.ts';
import { PLATFORMS } from '../platforms.ts';

/** Figures that a number in a sentence can be about. */
export type Figure = 'followers' | 'engagement' | 'views';

/** What a word or phrase means. */
export type Meaning =
  | { kind: 'filter'; filter: string; value: string | number | boolean }
  | { kind: 'bounds'; figure: Figure; min?: number; max?: number; threshold: true }
  | { kind: 'category'; category: SharedCategory }
  /** A topic that is searched as words: as typed, or `q`. */
  | { kind: 'keyword'; q?: string }
  /** A phrase that no filter covers, but whose words would be misread. */
  | { kind: 'word' }
  | { kind: 'country'; countries: readonly string[] }
  | { kind: 'language'; language: string }
  | { kind: 'figure'; figure: Figure }
  | { kind: 'compare'; by: 'min' | 'max' | 'about' | 'exact' | 'between' }
  /** Joins two numbers to a range. */
  | { kind: 'to' }
  | { kind: 'or' }
  | { kind: 'and' }
  | { kind: 'not' }
  /** Starts a condition on the audience. */
  | { kind: 'audience' }
  /** People of an audience. */
  | { kind: 'gender'; gender: 'FEMALE' | 'MALE' }
  /** Says that a number is an age. */
  | { kind: 'years' }
  | { kind: 'currency' }
  /** A preposition before a place. */
  | { kind: 'place' }
  /** A preposition or verb before a language. */
  | { kind: 'speaks' }
  /** Joins words without adding meaning. */
  | { kind: 'glue' }
  /** A noun or verb that only says that creators are wanted. */
  | { kind: 'filler' };

/** Lowercases and removes accents; phrases are folded words joined by spaces. */
export const foldWord = (word: string): string =>
  word
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’']s$/u, '')
    .replace(/[’']/gu, '');

const words = (text: string): string[] => text.trim().split(/\s*,\s*/);

const CATEGORY_WORDS: Record<SharedCategory, string> = {
  Art: 'art, arts, artist, artists, painter, painters, illustrator, illustrators, kunst, kunstler, kunstlerin, kunstlerinnen, arte, artista, artistas',
  Beauty: 'beauty, cosmetics, schonheit, kosmetik, belleza, cosmetica',
  Books:
    'books, book, reading, reads, bookish, booktok, bookstagram, literature, reader, readers, bucher, buch, buchern, leser, leserinnen, literatur, libros, libro, lectura, lectores, literatura',
  Business:
    'business, entrepreneur, entrepreneurs, entrepreneurship, marketing, founders, unternehmer, wirtschaft, negocios, emprendedores, empresa',
  Coffee: 'coffee, barista, baristas, kaffee, cafe',
  Comedy:
    'comedy, comedian, comedians, humor, humour, funny, komodie, komiker, comedia, comediantes, humoristas',
  Cycling:
    'cycling, cyclist, cyclists, biking, bike, bikes, radsport, radfahren, radfahrer, fahrrad, ciclismo, ciclistas, bicicleta',
  Dance:
    'dance, dancing, dancer, dancers, tanz, tanzen, tanzer, tanzerin, tanzerinnen, baile, danza, bailarines, bailarinas',
  Education: 'education, educational, learning, bildung, lernen, educacion, aprendizaje',
  Family:
    'family, families, parenting, parents, mom, moms, mum, mums, mother, mothers, dad, dads, fathers, familie, familien, eltern, mutter, mamas, vater, familia, familias, madres, padres',
  Fashion: 'fashion, style, clothing, outfits, mode, fashionistas, moda, ropa',
  Finance:
    'finance, personal finance, investing, investment, money, finanzen, geldanlage, finanzas, inversiones, dinero',
  Fitness:
    'fitness, gym, workout, workouts, coaches fitness, fitness coach, fitness coaches, bodybuilding, krafttraining, entrenamiento',
  Food: 'food, foodie, foodies, food blogger, food bloggers, cooking, cook, cooks, recipe, recipes, baking, chef, chefs, essen, kochen, koche, koch, kochin, rezepte, rezept, kochkanale, comida, cocina, recetas, receta, gastronomia, cocineros',
  Gaming:
    'gaming, gamer, gamers, games, game, video games, esports, videospiele, spiele, videojuegos, juegos, gaming channels',
  Health: 'health, wellness, health and wellness, healthy, gesundheit, gesund, salud, bienestar',
  Home: 'home, home decor, home and garden, interior, interiors, interior design, diy, decor, wohnen, einrichtung, hogar, decoracion, casa',
  Music:
    'music, musician, musicians, singer, singers, musik, musiker, musikerin, sanger, musica, musicos, cantantes',
  Outdoor: 'outdoor, outdoors, nature, natur, aire libre, naturaleza',
  Pets: 'pets, pet, animals, haustiere, tiere, mascotas, animales',
  Photography:
    'photography, photographer, photographers, photo, photos, fotografie, fotograf, fotografen, fotografin, fotografia, fotografos, fotografas, fotos',
  Running:
    'running, runner, runners, laufen, laufer, lauferin, lauferinnen, jogging, running creators, corredores, corredoras, correr',
  Sport: 'sport, sports, athlete, athletes, sportler, deporte, deportes, deportistas, atletas',
  Technology: 'technology, tech, gadgets, technik, technologie, tecnologia',
  Travel:
    'travel, traveler, travelers, traveller, travellers, travelling, traveling, tourism, reise, reisen, reisende, viaje, viajes, viajeros, turismo',
};

/** Topics that are no category: they are searched as words. */
const KEYWORDS = `
vegan, vegans, vegano, vegana, veganos, veganas, vegane, veganer, veganes, veganen, vegetarian, vegetarisch, vegetariano, plant based,
pflanzlich, gluten free, glutenfrei, sin gluten, organic, bio, sustainable, sustainability, nachhaltig, nachhaltige, sostenible, clean, zero waste,
skincare, skin care, hautpflege, cuidado de la piel, makeup, make up, maquillaje, haircare, hair, haare, cabello, nails, perfume, fragrance, parfum,
yoga, pilates, crossfit, hiit, calisthenics, hiking, hikers, wandern, senderismo, camping, climbing, klettern, escalada, surfing, surfer, surfers,
surf, skiing, ski, snowboard, skate, skateboarding, swimming, schwimmen, natacion, triathlon, marathon, trail running, golf, golfers, football, soccer,
fussball, futbol, basketball, baloncesto, tennis, tenis, cricket, rugby, boxing, martial arts, formula 1, motorsport, cars, autos, coches, motorcycles,
dogs, dog, hunde, perros, cats, cat, katzen, gatos, horses, horse, pferde, caballos, gardening, gardeners, garden, garten, jardin, plants, pflanzen,
bakers, baker, backen, barbecue, bbq, grillen, wine, wein, vino, tea, tee, cocktails, beer, craft beer, chocolate,
lifestyle, luxury, luxus, lujo, minimalist, minimalism, minimalista, minimalistisch, thrift, vintage, streetwear, sneakers, jewelry, schmuck, joyas,
baby, babies, toddler, pregnancy, schwangerschaft, embarazo, wedding, weddings, hochzeit, bodas, vanlife, van life, solo travel, backpacking,
crypto, ai, coding, programming, anime, manga, cosplay, kpop, k pop, lego, magic, science, history, podcasts, podcast, crafts, knitting, sewing,
mental health, meditation, mindfulness, nutrition, ernahrung, nutricion, keto, weight loss, self care`;

const FIGURE_WORDS: Record<Figure, string> = {
  followers:
    'followers, follower, followern, following, subscribers, subscriber, subs, fans, abonnenten, abos, seguidores, suscriptores',
  engagement:
    'engagement, engagement rate, er, engagementrate, interaktionsrate, interaktionen, interaccion, interacciones, tasa de interaccion, tasa de engagement, % engagement',
  views:
    'views, view, average views, avg views, views per video, views per post, plays, aufrufe, aufrufen, durchschnittlich aufrufe, vistas, vistas promedio, visualizaciones, reproducciones',
};

const COMPARISONS = {
  min: 'more than, over, above, at least, minimum, minimum of, min, starting at, greater than, no fewer than, no less than, not less than, not fewer than, upwards of, >, >=, ≥, mehr als, uber, mindestens, ab, mas de, superior a, superior al, por encima de, al menos, como minimo, minimo, desde, de mas de',
  max: 'less than, fewer than, under, below, at most, maximum, maximum of, max, up to, no more than, not more than, smaller than, <, <=, ≤, weniger als, unter, hochstens, maximal, bis zu, nicht mehr als, menos de, inferior a, inferior al, por debajo de, como maximo, maximo, hasta, no mas de',
  about:
    'around, about, roughly, approximately, circa, ca, approx, etwa, rund, ungefahr, alrededor de, cerca de, unos, aproximadamente',
  exact: 'exactly, genau, exactamente',
  between: 'between, zwischen, entre',
} as const;

/** After a number. */
export const TRAILING: Record<string, 'min' | 'max'> = Object.fromEntries([
  ...words(
    '+, plus, or more, and more, and older, or older, und alter, oder alter, and up, and above, or above, upwards, at least, minimum, oder mehr, und mehr, mindestens, o mas, y mas, al menos, como minimo',
  ).map((phrase) => [phrase, 'min'] as const),
  ...words(
    'or less, or fewer, or below, and below, and under, at most, max, maximum, tops, oder weniger, hochstens, maximal, o menos, como maximo',
  ).map((phrase) => [phrase, 'max'] as const),
]);

const SIZES: Record<string, [min: number, max: number | undefined]> = {
  nano: [1_000, 10_000],
  micro: [10_000, 100_000],
  mikro: [10_000, 100_000],
  'mid tier': [100_000, 500_000],
  macro: [500_000, 1_000_000],
  makro: [500_000, 1_000_000],
  mega: [1_000_000, undefined],
};

/** Minimum or maximum engagement rate, in percent, that an adjective stands for. */
const ENGAGEMENT_WORDS = {
  good: { min: 3, words: 'good, solid, decent, gut, gute, guter, gutes, guten, buen, buena, bueno' },
  high: {
    min: 5,
    words:
      'high, great, strong, very good, excellent, really good, top, hoch, hohe, hohes, hoher, hohem, starkes, starke, sehr gutes, alta, alto, muy buena, muy buen, gran',
  },
  low: {
    max: 1,
    words: 'low, poor, weak, bad, niedrig, niedrige, niedriges, geringes, schwaches, baja, bajo, poca',
  },
} as const;

const FILTER_WORDS: readonly [filter: string, value: string | boolean, phrases: string][] = [
  [
    'hasEmail',
    true,
    'with email, with emails, with an email, with an email address, with email address, with a email, email, have an email, who have an email, has email, an email, and an email, an email address, mit e mail, mit email, mit mail, mit e mail adresse, mit emailadresse, mit einer e mail adresse, con email, con correo, con correo electronico, con un correo, con e mail',
  ],
  [
    'hasEmail',
    false,
    'without email, without an email, without an email address, no email, no email address, ohne e mail, ohne email, ohne mail, ohne e mail adresse, sin email, sin correo, sin correo electronico',
  ],
  [
    'verified',
    true,
    'verified, with a blue check, blue check, verifiziert, verifizierte, verifizierter, verifizierten, verificado, verificada, verificados, verificadas',
  ],
  [
    'verified',
    false,
    'unverified, not verified, non verified, nicht verifiziert, nicht verifizierte, unverifiziert, no verificado, no verificada, no verificados, no verificadas, sin verificar',
  ],
  [
    'notInLists',
    true,
    'not on a list, not in a list, not on any list, not on any of my lists, not on my lists, not in my lists, not in any of my lists, not in my lists yet, not on a list yet, not saved, not saved yet, who are not on a list, on none of my lists, nicht auf einer liste, noch nicht auf einer liste, auf keiner liste, noch auf keiner liste, auf keiner meiner listen, nicht in meinen listen, que no esten en ninguna lista, que no estan en ninguna lista, no estan en ninguna lista, en ninguna lista, no en mis listas, que no esten en mis listas, sin lista',
  ],
  [
    'notInLists',
    false,
    'on a list, already on a list, in my lists, on my lists, already saved, saved, auf einer liste, bereits auf einer liste, in meinen listen, en mis listas, en una lista, ya guardados',
  ],
  [
    'notInvited',
    true,
    'not invited, not invited yet, not yet invited, never invited, uninvited, have not been invited, who have not been invited, havent been invited, we havent invited, we havent invited yet, we have not invited, we have not invited yet, i havent invited, i havent invited yet, noch nicht eingeladen, nicht eingeladen, nie eingeladen, aun no invitados, aun no invitadas, no invitados, no invitadas, todavia no invitados, sin invitar, nunca invitados',
  ],
  [
    'notInvited',
    false,
    'invited, already invited, invited before, eingeladen, bereits eingeladen, schon eingeladen, invitados, ya invitados, ya invitadas',
  ],
  [
    'registered',
    true,
    'registered, registered on troupe, on troupe, already on troupe, with a troupe account, registriert, bei troupe registriert, bei troupe, registrados, registradas, registrados en troupe, en troupe',
  ],
  [
    'registered',
    false,
    'not registered, not registered on troupe, not on troupe, unregistered, nicht registriert, nicht bei troupe registriert, nicht bei troupe, no registrados, no registrados en troupe',
  ],
  [
    'safety',
    'none',
    'brand safe, no safety flags, without safety flags, without flags, no flags, markensicher, markensichere, ohne safety flags, ohne auffalligkeiten, seguros para la marca, sin alertas de seguridad',
  ],
  [
    'safety',
    'open',
    'with safety flags, with flags, flagged, with open flags, mit auffalligkeiten, con alertas de seguridad',
  ],
  [
    'safety',
    'unchecked',
    'not checked for brand safety, not checked for safety, unchecked, not checked, not safety checked, nicht gepruft, sin revisar',
  ],
  [
    'sort',
    'engagement',
    'sorted by engagement, sort by engagement, by engagement, highest engagement first, best engagement first, most engaged first, nach engagement sortiert, ordenados por interaccion, ordenados por engagement, por interaccion',
  ],
  [
    'sort',
    'followers',
    'sorted by followers, sort by followers, by followers, most followers first, biggest first, largest first, nach followern sortiert, grosste zuerst, die meisten follower zuerst, ordenados por seguidores',
  ],
  [
    'sort',
    'views',
    'sorted by views, sort by views, most views first, most viewed first, nach aufrufen sortiert, ordenados por vistas',
  ],
  [
    'sort',
    'updated',
    'recently updated first, sorted by last update, newest first, most recent first, zuletzt aktualisierte zuerst, actualizados recientemente',
  ],
];

const PLATFORM_WORDS: Record<string, string> = {
  instagram: 'instagram, insta, ig, instagrammer, instagrammers, instagramer, instagramers',
  youtube: 'youtube, yt, youtuber, youtubers',
  tiktok: 'tiktok, tik tok, tiktoker, tiktokers',
  'tiktok-shop': 'tiktok shop, tik tok shop',
};

const COUNTRY_GROUPS: Record<string, string> = {
  'dach, dach region, dach raum': 'DE AT CH',
  'nordics, the nordics, nordic countries, nordeuropa, paises nordicos': 'DK FI IS NO SE',
  benelux: 'BE LU NL',
  'baltics, baltic states, baltikum': 'EE LV LT',
};

const OTHER: readonly [Meaning, string][] = [
  [
    { kind: 'word' },
    'latin american, latin americans, latin america, north american, south american, south america, north america, budget, cost, costs, price, prices, fee, fees, kosten, preis, presupuesto, precio',
  ],
  [{ kind: 'keyword', q: 'makeup' }, 'makeup artist, makeup artists, make up artist, make up artists'],
  [{ kind: 'to' }, 'to, till, until, through, bis, hasta, a, -, –, —, .., ..., …'],
  [{ kind: 'or' }, 'or, nor, oder, noch, o, u, ni'],
  [{ kind: 'and' }, 'and, as well as, und, sowie, y, e, &'],
  [
    { kind: 'not' },
    'no, not, without, except, except for, excluding, exclude, outside, outside of, other than, non, kein, keine, keinen, keiner, nicht, ohne, ausser, sin, excepto, salvo, menos, fuera de',
  ],
  [
    { kind: 'audience' },
    'audience, audiences, zielgruppe, publikum, audiencia, publico, whose followers are, followers are mostly, followers are mainly, deren follower, cuyos seguidores son',
  ],
  [
    { kind: 'gender', gender: 'FEMALE' },
    'women, woman, female, females, frauen, weiblich, weibliche, weiblichen, weiblichem, weiblicher, weibliches, mujeres, mujer, femenina, femenino, femeninas',
  ],
  [
    { kind: 'gender', gender: 'MALE' },
    'men, male, males, manner, mannern, mannlich, mannliche, mannlichen, mannlichem, mannlicher, mannliches, hombres, hombre, masculina, masculino, masculinos',
  ],
  [
    { kind: 'years' },
    'aged, age, ages, years, year, years old, year old, year olds, jahre, jahren, jahrige, jahrigen, im alter von, anos, anos de edad, de edad',
  ],
  [
    { kind: 'currency' },
    '$, €, £, usd, eur, gbp, euro, euros, dollar, dollars, dolares, pesos, pounds, chf, franken',
  ],
  [
    { kind: 'place' },
    'in, in the, from, from the, based in, living in, lives in, near, around, at, located in, based out of, aus, aus der, aus den, in der, in den, wohnt in, bei, nahe, rund um, nahe bei, en, en el, en la, en los, de los, cerca de, viven en, vive en, desde, para',
  ],
  [
    { kind: 'speaks' },
    'speak, speaks, speaking, who speak, who speaks, posts in, post in, posting in, language, spricht, sprechen, auf, hablen, hablan, habla, que hablen, que hablan, de habla, en idioma',
  ],
  [
    { kind: 'glue' },
    'the, a, an, of, on, with, for, by, is, are, am, as, than, their, they, that, this, these, those, it, its, have, has, had, been, be, yet, not yet, also, but, only, just, mainly, uberwiegend, hauptsachlich, mehrheitlich, mayormente, principalmente, mostly, per, my, our, your, we, i, im, me, you, us, who, which, whose, via, about, so, do, does, did, want, und, mit, der, die, das, den, dem, des, ein, eine, einen, einer, fur, auf, im, am, vom, von, zum, zur, ist, sind, aber, auch, nur, uns, ich, wir, sie, mir, mich, los, las, el, la, lo, un, una, de, del, al, con, por, para, que, se, su, sus, mi, mis, es, son, pero, tambien, solo, muy, esten, estan, tengan, tienen, nos, yo, me, gerne, bitte, oder so, or so, yet',
  ],
  [
    { kind: 'filler' },
    'creator, creators, influencer, influencers, influencerinnen, content creator, content creators, account, accounts, profile, profiles, people, persons, someone, anyone, anything, channel, channels, blogger, bloggers, bloggerinnen, vlogger, vloggers, talent, post, posts, posting, posted, video, videos, content, find, show, search, list all, all, any, some, looking, looking for, look for, need, please, can, could, may, see, give, tell, get, lives, live, located, based, living, coach, coaches, language channels, region, suche, suchen, zeig, zeige, finde, brauche, alle, wohnt, wohnen, kanal, kanale, profil, profile, leute, menschen, personen, creadores, creadoras, creador, creadora, influenciadores, cuentas, canales, perfiles, gente, personas, busco, buscamos, muestrame, muestra, quiero, necesito, todos, todas, viven, vive, average, avg, on average, durchschnittlich, im schnitt, promedio, de media, rate, emails, sortiert, video creators, ranging',
  ],
];

/** Words that are also names of cities or countries: only meant as such after a preposition. */
export const AMBIGUOUS_PLACES: ReadonlySet<string> = new Set(
  words(
    'nice, mobile, reading, orange, bath, essen, split, man, most, of, sale, tours, lens, enterprise, independence, surprise, turkey, georgia, jordan, chad, jersey, guinea, china, aurora, victoria, santiago, leon, merida, cordoba, regensburg, casa, moda, vegas, phoenix, lima, salt, bar, san, santa, la paz, bonita, mission, opportunity, media, progress, batman, van, ham, hamm, halle, angers, male, bari, color, como, pau, sur, same, date, of, sun city, trier, gera, marl, hagen, witten, moers, herne, worms, ulm, furth, siegen, salzgitter, ponce, carolina, laredo, orlando, florencia, paz, soledad, armenia, barcelona venezuela',
  ),
);

let phrases: ReadonlyMap<string, Meaning> | undefined;

/** Returns the meanings by phrase. Earlier entries win. */
export function lexicon(): ReadonlyMap<string, Meaning> {
  if (phrases) return phrases;
  const found = new Map<string, Meaning>();
  const add = (text: string, meaning: Meaning) => {
    for (const phrase of words(text)) if (!found.has(phrase)) found.set(phrase, meaning);
  };
  addEngagement(add);
  for (const [filter, value, text] of FILTER_WORDS) add(text, { kind: 'filter', filter, value });
  for (const [platform, text] of Object.entries(PLATFORM_WORDS))
    if (platform in PLATFORMS) add(text, { kind: 'filter', filter: 'platform', value: platform });
  for (const [size, [min, max]] of Object.entries(SIZES)) {
    const bounds: Meaning = {
      kind: 'bounds',
      figure: 'followers',
      min,
      threshold: true,
    };
    if (max !== undefined) bounds.max = max;
    add(
      [
        size,
        `${size} influencer`,
        `${size} influencers`,
        `${size.replace(' ', '')}influencers`,
        `${size.replace(' ', '')}influencer`,
      ].join(),
      bounds,
    );
  }
  for (const [category, text] of Object.entries(CATEGORY_WORDS))
    add(text, { kind: 'category', category: category as SharedCategory });
  add(KEYWORDS, { kind: 'keyword' });
  for (const [text, countries] of Object.entries(COUNTRY_GROUPS))
    add(text, { kind: 'country', countries: countries.split(' ') });
  for (const [figure, text] of Object.entries(FIGURE_WORDS))
    add(text, { kind: 'figure', figure: figure as Figure });
  for (const [by, text] of Object.entries(COMPARISONS))
    add(text, { kind: 'compare', by: by as keyof typeof COMPARISONS });
  for (const [meaning, text] of OTHER) add(text, meaning);
  phrases = found;
  return found;
}

/** "good engagement", "engagement is high" and the like in each language. */
function addEngagement(add: (text: string, meaning: Meaning) => void): void {
  const nouns = [
    'engagement',
    'engagement rate',
    'engagement rates',
    'interaktionsrate',
    'interaccion',
    'tasa de interaccion',
  ];
  for (const level of Object.values(ENGAGEMENT_WORDS)) {
    const bounds: Meaning = { kind: 'bounds', figure: 'engagement', threshold: true };
    if ('min' in level) bounds.min = level.min;
    else bounds.max = level.max;
    for (const word of words(level.words))
      for (const noun of nouns) {
        add(`${word} ${noun}`, bounds);
        add(`${noun} ${word}`, bounds);
      }
  }
}

/** Number of words in the longest phrase. */
export const LONGEST_PHRASE = 8;
