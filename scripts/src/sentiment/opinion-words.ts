/**
 * Frequent opinion words that AFINN's translations lack, and mistranslations, as `polarity: words`. 0 removes a word. Chosen by
 * our own judgment, not from labeled texts.
 */
export const OPINION_WORDS: Record<string, Record<number, string>> = {
  es: {
    3: 'encanta encantan encantó genial increíble excelente maravilloso maravillosa espectacular perfecto perfecta precioso preciosa hermoso hermosa felicidades enhorabuena fantástico buenísimo buenísima mejor mejores',
    2: 'bien bueno buena buenos buenas buen gracias feliz felices gusta gustan gustó contento contenta bonito bonita guapo guapa linda lindo risa alegría suerte besos abrazo abrazos éxito ganar ganado disfrutar disfrutando divertido divertida ilusión orgullo orgulloso orgullosa mola',
    '-2': 'mal malo mala malos malas triste tristeza peor peores llorar lloro miedo dolor duele muerto muerte problema problemas cansado cansada enfermo enferma aburrido aburrida perder perdido fracaso culpa corrupto corruptos corrupción mentira mentiras ladrones ladrón estrés joder pena lástima harto harta desgracia crisis',
    '-3': 'mierda asco odio horrible pésimo pésima puta puto putos cabrón cabrones gilipollas idiota imbécil vergüenza asqueroso fatal',
  },
  pt: {
    3: 'amo amei adoro adorei lindo linda lindos lindas maravilhoso maravilhosa perfeito perfeita incrível ótimo ótima excelente sensacional melhor melhores parabéns top',
    2: 'bom boa bons boas bem obrigado obrigada feliz felizes gostei gosto gostoso legal alegria amor sorriso sucesso vitória ganhou sorte abraço beijo beijos fofo fofa fofos orgulho divertido divertida massa animado animada',
    '-2': 'ruim ruins mal triste tristes tristeza pior piores chato chata chatos chorar chorando choro medo dor morte morreu morrer problema problemas cansado cansada doente raiva preguiça saudades infelizmente droga inferno perder perdeu culpa mentira ladrão corrupto corrupção crise sofrer sofrendo',
    '-3': 'merda odeio ódio péssimo péssima horrível lixo porra caralho puta nojo vergonha idiota ridículo ridícula imbecil',
  },
  de: {
    3: 'liebe geil super toll großartig wunderbar perfekt genial klasse hammer beste bester besten bestes fantastisch',
    2: 'gut gute guter gutes guten schön schöne schöner schönes schönen danke freu freue freut glücklich cool lustig nett gern gerne süß spaß lecker hübsch besser glückwunsch gewonnen endlich stolz lieb',
    '-2': 'schlecht schlechte schlechter schlimm traurig leider müde krank angst tot tod schmerzen kopfschmerzen nervt nerven langweilig langweile dumm blöd blöde doof weinen heulen kaputt probleme problem stress verloren allein peinlich schade böse übel mist verdammt',
    '-3': 'scheiße scheiss scheiß hass hasse arsch kacke fick ficken widerlich furchtbar schrecklich ekelhaft idiot idioten',
  },
  fr: {
    3: 'adore adorer génial géniale géniaux super excellent excellente magnifique parfait parfaite merveilleux merveilleuse incroyable fantastique sublime extraordinaire bravo félicitations meilleur meilleure meilleurs meilleures aime aimer amour heureux heureuse',
    2: 'bien bon bonne bons bonnes beau belle beaux belles merci cool content contente hâte joli jolie sympa drôle plaisir bonheur joie rire réussi réussite succès victoire gagné gagner espoir espère mdr ptdr fier fière doux douce mignon mignonne agréable intéressant intéressante utile top chouette ravi ravie courage bisous vive kiffe',
    0: 'comme prix mode auteur auteurs demande demandes direction simple cher privé corps gros nuit règlement dos prévention ferme vaut autorité report cuisson complexe composé atteint poursuivre phrase angers brut hall',
    '-2': 'mauvais mauvaise triste tristesse mal pire pleurer pleure peur colère énervé énerve marre fatigué fatiguée malade mort morte morts problème problèmes panne retard grève ennui chiant chiante relou déçu déçue déception dommage échec perdu raté inutile ridicule crise guerre attentat attentats victimes mensonge menteur mensonges seum souffre souffrance gâché malheureusement hélas trahison danger pauvre',
    '-3': 'nul nulle honte honteux merde putain connard connards con cons conne connerie dégueulasse horrible affreux affreuse catastrophe déteste détester haine scandale scandaleux pourri pourrie insupportable abruti pute salope dégoût raciste racistes',
  },
  it: {
    3: 'adoro adorare fantastico fantastica fantastici fantastiche ottimo ottima ottimi ottime eccellente meraviglioso meravigliosa meravigliosi stupendo stupenda splendido splendida bellissimo bellissima bellissimi bellissime perfetto perfetta geniale grandissimo grandissima bravissimo bravissima bravissimi amo amore magnifico migliore migliori complimenti',
    2: 'buono buona buoni buone bello bella belli belle bravo brava bravi brave bene grazie felice felici contento contenta piace piacciono piaciuto meglio gioia sorriso auguri evviva viva divertente divertenti simpatico simpatica carino carina dolce dolci orgoglioso orgogliosa vittoria vinto vincere successo speranza bacio baci abbraccio interessante utile onesto onesta entusiasta fiero piacere',
    '-2': 'male brutto brutta brutti brutte cattivo cattiva triste tristi tristezza peggio peggiore morte morto morti morire paura rabbia problema problemi crisi disastro disastroso fallimento fallito perso sconfitta noia noioso noiosa stanco stanca piangere dolore inutile inutili ridicolo ridicola ridicoli deluso delusa delusione scandalo bugie bugiardo bugia menzogne corrotto corrotti corruzione tasse sciopero guerra ansia incapace incapaci incompetente purtroppo sfiga falso falsi balle truffa buffone buffoni penoso penosa',
    '-3': 'schifo schifoso schifosa merda cazzo stronzo stronza stronzi vergogna vergognoso vergognosa vergognatevi odio odiare pessimo pessima pessimi orribile orrendo disgustoso disgusto coglione coglioni idiota idioti cretino cretini imbecille imbecilli puttana bastardo bastardi vaffanculo ladri ladro mafioso mafiosi mafia',
  },
  ar: {
    3: 'احب بحب حبيبي رائع رائعة جميل جميلة ممتاز ممتازة مبروك مبارك عظيم',
    2: 'حلو حلوة جيد شكرا الشكر سعيد سعيدة سعادة فرح فرحة حب خير امل ابتسامة افضل احلى اجمل نجاح فوز ناجح متفائل الجنة',
    0: 'مثل دين ميل نوع مسألة تحديد غيري وو حدود طالب الطلب أخضر الخيال الإنقاذ غرامة صلب معقد',
    '-2': 'حزين حزن حزينة سيء سيئة موت مات قتل قتلى حرب الم وجع تعب تعبان زعلان خوف خايف مشكلة مشاكل فشل فاشل كذب كذاب للاسف ارهاب ارهابي ظلم ظالم خيانة بكاء دموع وحيد غبي زعل قهر مريض مرض ازمة فساد غلط',
    '-3': 'اكره كره قذر حقير زبالة كلب كلاب لعنة وسخ تافه',
  },
  hi: {
    3: 'शानदार बेहतरीन उत्कृष्ट अद्भुत लाजवाब जबरदस्त ज़बरदस्त कमाल प्यार बधाई शुभकामनाएं शुभकामनाएँ मुबारक गजब सर्वश्रेष्ठ जिंदाबाद',
    2: 'अच्छा अच्छी अच्छे बढ़िया सुंदर सुन्दर खूबसूरत खुश खुशी ख़ुशी पसंद मस्त धन्यवाद शुक्रिया सही जीत जीता जीते जीती सफल सफलता आनंद मज़ा मजा मजेदार सम्मान गर्व स्वागत उम्मीद बेहतर शुभ सलाम नमन दमदार धमाकेदार धमाल हिट सुपरहिट सुपर हंसी हँसी ईमानदार ईमानदारी विकास महान जय वाह प्रशंसा तारीफ राहत आशीर्वाद दिलचस्प रोमांचक प्रेम',
    0: 'बहुत बना काल कुल सीमा आई तेज खंड सामान निकालने आना बचा बातचीत सोच वापसी लिंग निशान मांग चुनौती बहस धूप उजागर रोकने गरम मना',
    '-2': 'बुरा बुरी बुरे खराब ख़राब दुख दुःख दुखी गलत ग़लत झूठ झूठा झूठी झूठे धोखा मौत मर मरे मारा हार हारा हारे डर गुस्सा नाराज परेशान परेशानी दर्द रोना रो रोते शर्म मूर्ख पागल बेवकूफ निराश निराशा बोर बोरिंग उबाऊ कमजोर फ्लॉप असफल घोटाला चोर चोरी लूट अपराध हमला हमले विरोध निंदा दंगा दंगे समस्या मुसीबत नुकसान अफसोस दोषी शिकायत संकट बर्बाद पाखंड बेशर्म सिरदर्द फर्जी नौटंकी',
    '-3': 'घटिया बकवास बेकार नफरत नफ़रत शर्मनाक गद्दार कमीना कमीने कुत्ता कुत्ते हरामी चूतिया गंदा गंदी गंदे भ्रष्ट भ्रष्टाचार हत्या बलात्कार आतंकी आतंकवादी आतंकवाद',
  },
};
