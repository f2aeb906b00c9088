import type { ContentCategory } from '../../discovery/safety-flag.ts';

/*
 * Built-in words in English, German, Spanish, French and Portuguese. All languages run on each text, because platforms
 * seldom report one. Words that are harmless in another of these languages are left out ("dick" is thick in German), or need
 * a neighbor. A word without accents also finds the accented spelling, so "puta" doesn't need variants.
 */

const any = (...words: string[]): string => words.join(' OR ');

/** Counts up when built-in words change, so that creators are checked again. */
export const SAFETY_WORDS_VERSION = 1;

/** The query of each category until a brand edits it. */
export const DEFAULT_QUERIES: Record<ContentCategory, string> = {
  profanity: any(
    '<<<English>>> fuck* OR motherfuck* OR shit OR shitty OR bullshit OR bitch OR bitches OR asshole* OR bastard OR wtf OR stfu',
    '<<<German>>> scheiß* OR scheiss* OR arschloch OR arschlocher OR wichser OR hurensohn OR verfickt*',
    '<<<Spanish>>> mierda OR joder OR gilipollas OR cabron OR cabrones OR "hijo de puta" OR coño OR pendejo*',
    '<<<French>>> merde OR putain OR connard* OR encule* OR salope*',
    '<<<Portuguese>>> caralho OR merda OR porra OR "filho da puta" OR foda-se',
  ),
  hate: any(
    '<<<Slurs>>> nigger* OR faggot* OR tranny OR trannies OR kikes OR spic OR spics OR wetback* OR chink OR chinks OR paki OR pakis OR raghead* OR towelhead*',
    '<<<English>>> "white power" OR "white supremacy forever" OR "heil hitler" OR "sieg heil" OR "go back to your country" OR ((kill OR gas OR deport) NEAR/3f (jews OR muslims OR gays OR blacks OR immigrants))',
    '<<<German>>> kanake* OR kanacke* OR untermensch* OR "ausländer raus" OR schwuchtel* OR judensau',
    '<<<Spanish>>> sudaca* OR maricon OR maricones OR "moros de mierda" OR "negros de mierda"',
    '<<<French>>> bougnoul* OR youpin* OR "sale arabe" OR "sale juif" OR tarlouze*',
    '<<<Portuguese>>> viado OR "preto de merda" OR "volta pra tua terra"',
  ),
  adult: any(
    '<<<English>>> (porn NOT ("food porn" OR "earth porn" OR "travel porn")) OR porno OR pornstar* OR nsfw OR nudes OR onlyfans OR "only fans" OR fansly OR camgirl* OR "sex tape" OR hentai OR links:onlyfans.com',
    '<<<German>>> nacktbilder OR pornos OR erotikvideo* OR sexvideo*',
    '<<<Spanish>>> (desnuda NEAR/3 fotos) OR "contenido para adultos" OR "packs hot"',
    '<<<French>>> "contenu adulte" OR "photos nues" OR sextape*',
    '<<<Portuguese>>> "conteúdo adulto" OR "fotos nuas" OR putaria',
  ),
  violence: any(
    '<<<English>>> ar-15 OR ar15 OR glock* OR "assault rifle" OR "mass shooting" OR beheading* OR "gun range" OR ammo OR handgun* OR "i will kill you" OR "school shooter"',
    '<<<German>>> sturmgewehr* OR schusswaffe* OR schlagring* OR amoklauf OR "ich bring dich um"',
    '<<<Spanish>>> "te voy a matar" OR "fusil de asalto" OR pistolas OR tiroteo* OR sicario*',
    '<<<French>>> "fusil d\'assaut" OR fusillade* OR "je vais te tuer" OR "arme à feu"',
    '<<<Portuguese>>> "vou te matar" OR tiroteio* OR "arma de fogo" OR fuzil',
  ),
  drugs: any(
    '<<<English>>> cocaine OR heroin OR methamphetamine OR mdma OR ketamine OR lsd OR "magic mushrooms" OR shrooms OR marijuana OR "smoke weed" OR "smoking weed" OR stoner* OR #420 OR fentanyl',
    '<<<German>>> kokain OR kiffen OR bekifft OR "gras rauchen" OR ecstasy',
    '<<<Spanish>>> cocaína OR marihuana OR porro OR porros OR (éxtasis NEAR/3 pastilla*)',
    '<<<French>>> cocaïne OR (héroïne NEAR/3 (drogue* OR overdose*)) OR cannabis OR "fumer un joint"',
    '<<<Portuguese>>> cocaína OR maconha OR (baseado NEAR/2 fumar)',
  ),
  'alcohol-tobacco': any(
    '<<<English>>> vodka OR whiskey OR whisky OR tequila OR (gin NEAR/2 tonic) OR beer OR beers OR wine OR cocktail* OR cigarette* OR cigar OR cigars OR vape OR vaping OR tobacco OR "tobacco pouch" OR snus',
    '<<<German>>> bier OR wein OR schnaps OR zigarette* OR tabak OR rauchen',
    '<<<Spanish>>> cerveza* OR vino OR vinos OR cigarrillo* OR tabaco OR vapear',
    '<<<French>>> bière* OR (vin NEAR/2 (rouge OR blanc OR rosé)) OR cigarettes OR tabac OR vapoter',
    '<<<Portuguese>>> cerveja* OR vinho* OR cigarro* OR cachaça OR tabaco',
  ),
  gambling: any(
    '<<<English>>> casino* OR gambling OR "sports betting" OR sportsbook* OR "betting tips" OR "free bets" OR "slot machine" OR roulette OR blackjack OR "free spins" OR ((bet OR bonus) NEAR/3 (code OR deposit))',
    '<<<German>>> sportwette* OR glücksspiel* OR spielautomat* OR freispiele',
    '<<<Spanish>>> "apuestas deportivas" OR tragaperras OR "casa de apuestas" OR ruleta',
    '<<<French>>> "paris sportifs" OR "machine à sous" OR "jeux d\'argent"',
    '<<<Portuguese>>> "apostas esportivas" OR "jogo do tigrinho" OR cassino* OR "casa de apostas"',
  ),
  politics: any(
    '<<<English>>> election* OR "vote for" OR democrats OR republicans OR senator OR parliament OR "prime minister" OR ballot* OR #maga OR #blm OR brexit OR abortion OR "gun control"',
    '<<<German>>> bundestagswahl* OR landtagswahl* OR bundestag OR wahlkampf OR #afd OR #cdu OR #spd OR bundeskanzler*',
    '<<<Spanish>>> elecciones OR "vota por" OR (congreso NEAR/3 diputado*) OR #psoe OR #vox OR (presidente NEAR/2 gobierno)',
    '<<<French>>> élections OR "votez pour" OR "assemblée nationale" OR présidentielle*',
    '<<<Portuguese>>> eleições OR "vote em" OR bolsonaro OR (lula NEAR/3 presidente)',
  ),
  'health-claims': any(
    '<<<English>>> ((cure OR cures OR cured OR heals) NEAR/3f (cancer OR diabetes OR autism OR covid OR depression)) OR (vaccines NEAR/4 (autism OR poison OR kill)) OR plandemic OR ("big pharma" NEAR/8 (hide OR hides OR hiding OR "don\'t want you")) OR "doctors hate" OR "miracle cure" OR "detox your liver" OR ("lose 10 pounds" NEAR/4 (week OR days))',
    '<<<German>>> (heilt NEAR/3f (krebs OR diabetes OR autismus)) OR impfzwang OR (impfung* NEAR/4 (gift OR autismus)) OR wunderheilmittel OR corona-lüge OR "pharma-mafia"',
    '<<<Spanish>>> (cura NEAR/3f (cáncer OR diabetes OR autismo)) OR (vacunas NEAR/4 (autismo OR veneno)) OR plandemia OR "remedio milagroso"',
    '<<<French>>> (guerit NEAR/3f (cancer OR diabète OR autisme)) OR "remède miracle" OR (vaccins NEAR/4 (autisme OR poison))',
    '<<<Portuguese>>> (cura NEAR/3f (câncer OR autismo)) OR (vacinas NEAR/4 (autismo OR veneno)) OR "remédio milagroso"',
  ),
  'money-promises': any(
    '<<<English>>> "guaranteed returns" OR "guaranteed profit" OR "guaranteed income" OR "double your money" OR ("passive income" NEAR/6 (guaranteed OR dm OR secret)) OR "get rich quick" OR ((crypto OR bitcoin OR forex) NEAR/6 (signals OR guaranteed OR "100x" OR giveaway OR profits)) OR "100x gem" OR "send btc" OR ("financial freedom" NEAR/6 (dm OR link))',
    '<<<German>>> "garantierte rendite" OR "garantierter gewinn" OR "geld verdoppeln" OR "schnell reich" OR ((krypto OR bitcoin) NEAR/6 (garantiert OR signale))',
    '<<<Spanish>>> "ganancias garantizadas" OR "duplica tu dinero" OR "hazte rico" OR ((cripto OR bitcoin) NEAR/6 (garantizado OR señales))',
    '<<<French>>> "gains garantis" OR "doublez votre argent" OR "devenir riche rapidement" OR ((crypto OR bitcoin) NEAR/6 (garanti OR signaux))',
    '<<<Portuguese>>> "lucro garantido" OR "dobre seu dinheiro" OR "ficar rico rápido" OR ((cripto OR bitcoin) NEAR/6 (garantido OR sinais))',
  ),
};
