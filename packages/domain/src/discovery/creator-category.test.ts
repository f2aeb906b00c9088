import { expect, test } from 'vitest';
import { isSharedCategory, sharedCategories } from './creator-category.ts';

test.each([
  ['Art', 'Art, Art/Artists, Arts, artist, ARTISTS, Design/art, Kunst, Arte'],
  ['Art', 'Arts & Crafts, Arts and crafts, Arts + Crafts'],
  ['Beauty', 'Beauty & Cosmetics, Beauty & Makeup, Makeup, Make-up, Skincare, Schönheit, Belleza, Beauté'],
  ['Books', 'Book, Literature, Literature & Journalism, Bücher, Libros, Livres'],
  ['Business', 'Business & Careers, Management & Marketing, Negocios, Wirtschaft'],
  ['Comedy', 'Humor, Humour, Humor & Fun & Happiness, Comics & sketches, Komödie, Comedia'],
  ['Cycling', 'Bikes, Biking, Bicycle, Radsport, Ciclismo, Cyclisme'],
  ['Dance', 'Dancing, Tanz, Danza, Danse, Baile'],
  ['Education', 'Learning, Bildung, Educación, Éducation'],
  ['Family', 'Family & Parenting, Parenting, Mom, Familie, Familia, Famille'],
  ['Fashion', 'Clothing & Outfits, Clothing, Fashion & Style, Style, Mode, Moda'],
  ['Finance', 'Finance & Economics, Finances, Personal Finance, Finanzen, Finanzas'],
  ['Fitness', 'Fitness & Gym, Gym, Workout, Trainers & Coaches, Fitness & Health'],
  ['Food', 'Food & Drinks, Food und Drinks, Food et Drinks, Food y Drinks, Food e Drinks'],
  ['Food', 'Food & Cooking, Cooking, Essen, Comida, Cuisine, Kochen'],
  ['Gaming', 'Games, Game, Video games, Videogames, Spiele, Videojuegos'],
  ['Health', 'Health & Self Help, Wellness, Gesundheit, Salud, Santé'],
  ['Home', 'Home & Garden, Home Decor, Interior, Interior Design, Wohnen, Hogar, Maison'],
  ['Music', 'Musik, Música, Musique, Musica, Musician, Musicians'],
  ['Outdoor', 'Outdoors, Nature & Outdoors, Hiking, Camping'],
  ['Pets', 'Animals & Pets, Pets & Animals, Pet, Haustiere, Mascotas'],
  ['Photography', 'Photo, Photos, Photographer, Photographers, Fotografie, Fotografía, Photographie'],
  ['Running', 'Run, Runner, Laufen, Trail Running'],
  ['Sport', 'Sports, Winter sports, Racing Sports, Deportes, Deporte, Esporte'],
  ['Technology', 'Tech, Computers & Gadgets, Science & Technology, Technik, Tecnología'],
  ['Travel', 'Travel & Events, Travelling, Traveling, Tourism, Reisen, Viajes, Voyage, (travel)'],
])('maps to the shared category %s: %s', (category, names) => {
  for (const name of names.split(', ')) expect(sharedCategories(name), name).toEqual([category]);
});

test.each([
  ['Music & Dance', ['Music', 'Dance']],
  ['health and fitness', ['Health', 'Fitness']],
  ['Beauty & Fashion', ['Beauty', 'Fashion']],
  ['Fashion & Beauty', ['Fashion', 'Beauty']],
  ['Business + Finance', ['Business', 'Finance']],
])('splits %s into two shared categories', (name, categories) => {
  expect(sharedCategories(name)).toEqual(categories);
});

test.each(['Boats', 'Cinema & Actors/actresses', '', 'Food Boats', 'Yoga'])(
  'keeps the unknown name %j unchanged',
  (name) => {
    expect(sharedCategories(name)).toEqual([name]);
  },
);

test('only the exact name of a shared category is one', () => {
  expect(['Art', 'Travel', 'art', 'Kunst', ''].map(isSharedCategory)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
