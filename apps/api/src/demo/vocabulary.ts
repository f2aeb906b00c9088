/** Building blocks of generated creators. Any resemblance to real people is coincidental. */
interface Place {
  country: string;
  language: string;
  first: string[];
  last: string[];
  cities: string[];
  weight: number;
}

const words = (text: string) => text.split(' ');

export const PLACES: Place[] = [
  {
    country: 'US',
    language: 'en',
    weight: 20,
    first: words('Ava Mason Harper Logan Riley Jordan Skylar Wyatt Nora Caleb Hazel Owen'),
    last: words('Whitlock Mercer Dunbar Hollis Carver Penrose Slater Bramwell Sutter Kincaid'),
    cities: words('Austin Portland Denver Chicago Tampa Oakland'),
  },
  {
    country: 'GB',
    language: 'en',
    weight: 10,
    first: words('Freya Callum Imogen Alfie Poppy Rory Elspeth Jasper Maisie Angus'),
    last: words('Ashworth Fairburn Holloway Thackray Pemberton Lockwood Winslow Harcastle'),
    cities: words('Leeds Bristol Glasgow Cardiff Brighton'),
  },
  {
    country: 'DE',
    language: 'de',
    weight: 9,
    first: words('Lena Jonas Mira Felix Greta Anton Wiebke Malte Svenja Ruben'),
    last: words('Brandt Kessler Vogt Lindner Amsel Harms Dietrich Falk'),
    cities: words('Hamburg Leipzig Berlin Freiburg Bremen'),
  },
  {
    country: 'ES',
    language: 'es',
    weight: 8,
    first: words('Lucía Mateo Inés Hugo Carmen Iker Noa Álvaro Jimena Unai'),
    last: words('Montalvo Zubeldia Cabrera Ferrándiz Oliván Quiroga Salvatierra'),
    cities: words('Bilbao Girona Málaga Madrid Cádiz'),
  },
  {
    country: 'PT',
    language: 'pt',
    weight: 6,
    first: words('Inês Rui Beatriz Duarte Matilde Tomás Leonor Afonso'),
    last: words('Caldeira Teles Fontoura Salgueiro Moura Vasques Queirós'),
    cities: words('Porto Lisbon Braga Faro Coimbra'),
  },
  {
    country: 'FR',
    language: 'fr',
    weight: 8,
    first: words('Camille Théo Manon Jules Élodie Bastien Océane Rémi'),
    last: words('Dufresne Marchal Lacombe Aubertin Delorme Vasseur'),
    cities: words('Lyon Nantes Lille Annecy Toulouse'),
  },
  {
    country: 'IT',
    language: 'it',
    weight: 6,
    first: words('Giulia Dario Chiara Luca Elena Tommaso Serena Nico'),
    last: words('Bellandi Marchetti Serafini Corvino Bassani Ferraris'),
    cities: words('Torino Bologna Milano Bari Trento'),
  },
  {
    country: 'BR',
    language: 'pt',
    weight: 9,
    first: words('Maria João Larissa Caio Bianca Thiago Yasmin Rafael'),
    last: words('Siqueira Amaral Bittencourt Peixoto Nogueira Tavares'),
    cities: words('Recife Curitiba Belém Santos Natal'),
  },
  {
    country: 'MX',
    language: 'es',
    weight: 6,
    first: words('Ximena Emiliano Regina Santiago Renata Bruno'),
    last: words('Villaseñor Arriaga Montemayor Escamilla Tovar'),
    cities: words('Puebla Mérida Oaxaca Toluca León'),
  },
  {
    country: 'JP',
    language: 'ja',
    weight: 5,
    first: words('Hana Ren Aoi Sora Yui Haruto 美咲 蓮'),
    last: words('Mizusaki Hayama Kirishima Onoda 水沢 桐生'),
    cities: words('Osaka Kyoto Sapporo Fukuoka'),
  },
  {
    country: 'KR',
    language: 'ko',
    weight: 4,
    first: words('Minseo Jiwoo Haneul Doyun 서연 하준'),
    last: words('Seong Baek Hwang Noh 배 윤'),
    cities: words('Busan Seoul Daegu Incheon'),
  },
  {
    country: 'IN',
    language: 'hi',
    weight: 7,
    first: words('Ananya Rohan Isha Kabir Meera Vihaan Tara Arjun'),
    last: words('Rajwade Menonkar Bhattani Solanki Iyengar Kashyap'),
    cities: words('Pune Jaipur Kochi Indore'),
  },
  {
    country: 'NG',
    language: 'en',
    weight: 4,
    first: words('Maya Tobi Adaeze Kelechi Zainab Femi'),
    last: words('Okonjo Adewunmi Balarabe Nwokedi Eze'),
    cities: words('Lagos Abuja Ibadan'),
  },
  {
    country: 'SE',
    language: 'sv',
    weight: 4,
    first: words('Saga Elias Tuva Nils Alma Viggo'),
    last: words('Lindqvist Bergström Hedlund Sandell'),
    cities: words('Malmö Umeå Gothenburg'),
  },
  {
    country: 'AE',
    language: 'ar',
    weight: 3,
    first: words('Layla Omar Noor Yousef ليلى عمر'),
    last: words('Seddik Haddadin Mansoori الهاشمي'),
    cities: words('Dubai Sharjah Ajman'),
  },
  {
    country: 'PL',
    language: 'pl',
    weight: 4,
    first: words('Zofia Kacper Maja Igor Hania Szymon'),
    last: words('Wrońska Zielewicz Krajewska Malinowicz'),
    cities: words('Gdańsk Kraków Łódź Poznań'),
  },
];

interface Theme {
  category: string;
  handle: string[];
  bio: string[];
  posts: string[];
}

const lines = (text: string) => text.split('|');

export const THEMES: Theme[] = [
  {
    category: 'Running',
    handle: words('runs strides trail miles'),
    bio: lines(
      'Weekend trail running, coffee after|Slow miles, long views|Marathons and bad jokes|Running coach, first light starts',
    ),
    posts: lines(
      'First 100 km trail run, no crew|What 30 km does to your socks|Shoes I’d buy again|Hill repeats in the rain',
    ),
  },
  {
    category: 'Outdoor',
    handle: words('outside hikes wild ridge'),
    bio: lines(
      'Hikes, huts and maps|Gravel, trail and tents|Living out of a small van|Mountains before breakfast',
    ),
    posts: lines(
      'Peneda ridge before sunrise|One night, one bag, no plan|Packing for four seasons|The tent that survived the storm',
    ),
  },
  {
    category: 'Travel',
    handle: words('wanders abroad trips away'),
    bio: lines(
      'Trains over planes|A year in twelve cities|Cheap tickets, long stays|Small towns, big plates',
    ),
    posts: lines(
      'Three days in a town no one visits|What I pack for a month|A night train across the border|The ferry at dawn',
    ),
  },
  {
    category: 'Food',
    handle: words('eats kitchen plates spoon'),
    bio: lines('Dinner in 20 minutes|Recipes from three grandmothers|Bread on Sundays|Spicy, cheap and fast'),
    posts: lines(
      'Five soups for a cold week|The only dough you need|Market lunch under $10|Knife skills for beginners',
    ),
  },
  {
    category: 'Coffee',
    handle: words('brews beans roast pour'),
    bio: lines('Light roasts and loud opinions|Home barista, rented apartment|A coffee map of my city'),
    posts: lines('Pour-over without a scale|Grinder test on a budget|The café with two tables'),
  },
  {
    category: 'Beauty',
    handle: words('glow face skin blush'),
    bio: lines('Skin first, makeup second|Honest reviews, no filters|Color for brown eyes'),
    posts: lines('Ten-minute face|What the label doesn’t say|Sunscreen for dark skin|Empties of the month'),
  },
  {
    category: 'Fashion',
    handle: words('wears looks wardrobe stitch'),
    bio: lines('Thrifted, repaired, worn|One coat a decade|Tall girl, small budget'),
    posts: lines(
      'Seven days, five pieces|How to fix a sweater|Autumn layers that last|Shoes: repair or replace',
    ),
  },
  {
    category: 'Fitness',
    handle: words('lifts moves strong fit'),
    bio: lines('Strong over thin|Coach for desk people|Garage gym, honest numbers'),
    posts: lines(
      'Twenty minutes, one kettlebell|My first pull-up at forty|Form check: the squat|Rest days count',
    ),
  },
  {
    category: 'Gaming',
    handle: words('plays pixel quest loot'),
    bio: lines('Small games, big feelings|Speedruns and tea|Co-op with my dad'),
    posts: lines('The boss that took me a week|Ten cozy games|Building a quiet PC|A whole level in one room'),
  },
  {
    category: 'Technology',
    handle: words('builds bytes gadget labs'),
    bio: lines('Gadgets, bought not gifted|I repair what you throw away|Screens, keys and cables'),
    posts: lines(
      'Six months with a cheap phone|A keyboard from scratch|Battery test in the cold|What broke and why',
    ),
  },
  {
    category: 'Photography',
    handle: words('frames lens light shoots'),
    bio: lines('One lens, one year|Film when I can afford it|Weddings and weather'),
    posts: lines('Portraits by a window|Shooting in fog|Editing in five steps|My whole kit in one bag'),
  },
  {
    category: 'Music',
    handle: words('plays sings chords loops'),
    bio: lines('Loops from kitchen sounds|Cello, badly and daily|Songs about buses'),
    posts: lines('A song in one take|Four chords, twelve ways|Busking in the rain|My pedal board'),
  },
  {
    category: 'Art',
    handle: words('draws paints sketch ink'),
    bio: lines('Ink, water, patience|Murals and mistakes|Sketching strangers'),
    posts: lines('A mural in nine hours|Thirty faces in thirty days|Mixing the green I wanted'),
  },
  {
    category: 'Home',
    handle: words('nest rooms home corner'),
    bio: lines('Renting beautifully|A house, slowly|Small rooms, good light'),
    posts: lines('The shelf that changed the room|Paint without regret|A kitchen for two'),
  },
  {
    category: 'Garden',
    handle: words('grows roots garden seeds'),
    bio: lines('Balcony harvests|Bees, beans and weeds|A garden on clay'),
    posts: lines('Tomatoes on a balcony|What the slugs left me|Seeds to start in March'),
  },
  {
    category: 'Family',
    handle: words('mom dad home tribe'),
    bio: lines('Two kids, one bathroom|Dad of four, cook of one dish|Twins and a dog'),
    posts: lines('Packing for a week with twins|The lunch box truce|A rainy day at home'),
  },
  {
    category: 'Pets',
    handle: words('paws tails barks whiskers'),
    bio: lines('Rescue dogs and their sofa|A cat with opinions|Vet nurse on days off'),
    posts: lines('The first week with a rescue|Teaching recall|What my cat thinks of snow'),
  },
  {
    category: 'Cycling',
    handle: words('rides gears pedals gravel'),
    bio: lines('Gravel, trail and bad jokes|Commuting in all weather|Steel frames only'),
    posts: lines('Testing packs on a 40k trail run and ride|A flat tire every hour|Across a country by bike'),
  },
  {
    category: 'Books',
    handle: words('reads pages chapters shelf'),
    bio: lines('Long novels, short reviews|A library card and a train pass'),
    posts: lines('Twelve books under 200 pages|What I gave up on|Annotating without guilt'),
  },
  {
    category: 'Science',
    handle: words('explains atoms lab orbit'),
    bio: lines('Physics with kitchen stuff|Biologist, mostly mud'),
    posts: lines('Why ice is slippery|A river under a microscope|The math of waiting in line'),
  },
];
