import { fold } from '../creator-search-terms.ts';

/** Words between topics, and words for people who post; by language. */
const WORDS = [
  'a an and or the of in on at for from with about by to who that is are my our best top great good new small micro nano big',
  'account accounts blog blogger bloggers blogging channel channels community content creator creators enthusiast enthusiasts expert experts fan fans girl girls guy guys influencer influencers instagram instagrammer instagrammers lover lovers man men page pages people person posts profile profiles star stars tiktok tiktoker tiktokers video videos woman women youtube youtuber youtubers love loves routine routines tips ideas inspiration inspo reviews',
  'und oder der die das den dem des ein eine einer für mit von im in aus über bei influencerin influencerinnen bloggerin blogger kanal kanäle leute menschen frauen männer seite seiten beste besten',
  'y o de del la el los las un una en para con por sobre que blogueros blogueras bloguero bloguera creadores creadoras creador creadora canal canales gente personas mujeres hombres mejores amantes',
  'et ou de du des la le les un une en pour avec par sur qui dans à au aux blogueurs blogueuses blogueur blogueuse créateurs créatrices créateur créatrice influenceur influenceuse influenceurs influenceuses chaîne chaînes femmes hommes gens meilleurs',
  'e ou de do da dos das o a os as um uma em no na para com por sobre influenciador influenciadora influenciadores criadores criador criadora blogueira blogueiro canais pessoas mulheres homens melhores',
  'e o di del della dei delle il lo la i gli le un una in per con su che creatori creatore creatrice canali persone donne uomini migliori',
  'の と や で が を に は へ も',
  'و في من على عن مع إلى أو مدون مدونة مؤثر مؤثرة مؤثرين صناع محتوى قناة',
];

/** Folded words that say nothing about a creator beside a topic. */
export const FILLERS: ReadonlySet<string> = new Set(WORDS.flatMap((words) => words.split(' ').map(fold)));
