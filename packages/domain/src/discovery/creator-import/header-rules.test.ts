import { describe, expect, test } from 'vitest';
import type { ImportField } from './field.ts';
import { headerScores, isAboutOthers, isPartial, normalizeHeader } from './header-rules.ts';

test.each([
  ['\ufeff"Views\r\n(Avg.)"', 'views avg'],
  ['statistics.subscriberCount', 'statistics subscriber count'],
  ['top10Videos', 'top10 videos'],
  ['  País — Região ', 'pais regiao'],
  ['ER %', 'er percent'],
  ['ER%rate', 'er percent rate'],
  ['a@b', 'a handle b'],
  ['a#b', 'a number b'],
  ['№ 5', 'no 5'],
  ['フォロワー数', 'フォロワー数'],
])('splits the header %j into %j', (header, words) => {
  expect(normalizeHeader(header)).toBe(words);
});

/** Comma-separated headers. */
const list = (headers: string) => headers.split(', ');

describe('a header', () => {
  test.each<[ImportField, number, string]>([
    ['platform', 0.95, 'Platform, Social network, Netzwerk, Plataforma, Plateforme, kind'],
    [
      'username',
      0.97,
      'username, User name, handle, Handles, screenName, Screen name, unique_id, userHandle',
    ],
    ['username', 0.97, 'user handle, account handle, accounthandle, profile name, login, Custom URL, @'],
    ['username', 0.97, "Nom d'utilisateur, Nombre de usuario, nome utente, Gebruikersnaam"],
    ['username', 0.6, 'TikTok, tik tok, tiktoker, tik toker, YouTube, youtuber, you tube, YouTuber, account'],
    ['username', 0.6, 'Instagram, IG, channel, nick, Konto, Cuenta, profile'],
    ['username', 0.4, 'name, Creator, Influencer, artist, Nombre'],
    [
      'fullname',
      0.95,
      'fullname, Full name, displayName, displayname, real name, realname, nickname, nick name',
    ],
    ['fullname', 0.95, 'Channel name, Channel title, snippet.title, person'],
    [
      'fullname',
      0.7,
      'name, Title, Naam, Künstler, Creador, youtuber, you tuber, tiktoker, tik toker, instagrammer',
    ],
    ['fullname', 0.5, 'channel, YouTube channel, profile, account'],
    [
      'profileUrl',
      0.9,
      'URL, Profile link, link, website, web address, webaddress, Perfil, Channel URL, profile',
    ],
    ['socialId', 0.9, 'id, user_id, channelId, tiktok id, author.id, pk'],
    [
      'followerCount',
      0.97,
      'Followers, follower, Subscribers, subscriberCount, subs, fans, Abonnenten, abonné',
    ],
    [
      'followerCount',
      0.97,
      'abonnés, Follower count, Followerzahl, followeranzahl, Seguidores, obserwujących, takipçi',
    ],
    ['followerCount', 0.97, 'フォロワー数, 粉丝数, подписчики, 팔로워, obserwuj, takipci sayisi'],
    [
      'avgViews',
      0.95,
      'Avg. views, views (average), mean view, Plays per post, vues moyennes, durchschn. Aufrufe',
    ],
    ['avgViews', 0.95, 'view per video, Durchschnittliche Aufrufe, visualizações média, average play'],
    ['avgViews', 0.95, 'avg reels plays, Shorts views average'],
    ['avgLikes', 0.95, 'Avg likes, average like, me gusta promedio, diggs per video'],
    ['avgComments', 0.95, 'Avg comments, average comment, Comentarios promedio, Kommentare Schnitt'],
    ['avgShares', 0.95, 'Avg shares, average share, reposts per post, Partages moyenne, geteilt Schnitt'],
    [
      'engagement',
      0.95,
      'ER, engagement rate, engagementrate, engrate, eng. rate, Engagement %, ER %, Interaction rate',
    ],
    ['engagement', 0.95, "Taux d'engagement, Tasa de interacción, rate of engagement, Interaktionsrate"],
    ['engagement', 0.75, 'Engagement, eng, Interaktion, interaction'],
    ['engagements', 0.9, 'Engagements, interactions, Engagement avg, avg engagement, average interactions'],
    ['engagements', 0.9, 'interaction average, avg interaction, average engagements, eng average'],
    ['engagements', 0.62, 'engagement, Interaktionen, Interacciones, eng'],
    ['country', 0.95, 'Country, País, Pays, Land, Herkunftsland, 国家, страна, 국가'],
    ['country', 0.8, 'Region, Location, Market, Standort, Ubicación, Abbreviation'],
    ['language', 0.95, 'Language, languages, lang, Sprache, Idioma, 语言, язык, 언어'],
    [
      'category',
      0.92,
      'Category, categories, Kategorie, Kategorien, categoría, niche, topic, topics, Themen, theme',
    ],
    ['category', 0.92, 'interest, interests, genre, vertical, Temática, Kategoria'],
    ['bio', 0.92, 'Bio, About, Description, Beschreibung, signature'],
    ['email', 0.97, 'Email, E-mail, e mail, emails, mail, Correo'],
    ['verified', 0.95, 'Verified, is_verified, Verificado, verificada, blue tick'],
    ['profilePicUrl', 0.92, 'Picture, avatar, Profile pic, photo, thumbnail, thumbnails, Bild'],
    ['notes', 0.9, 'Notes, note, Notiz, Notizen, remark, remarks, nota, notas, Bemerkungen, Anmerkung, memo'],
    ['notes', 0.9, 'remarque, remarques, observación, observaciones, Bemerkung, Anmerkungen, feedback'],
    [
      'notes',
      0.7,
      'Comments, comment, Comentario, Comentarios, Kommentar, Kommentare, Commentaire, Commentaires',
    ],
    ['tags', 0.85, 'Status, status tag, status tags, tag, tags, stage, label, labels'],
  ])('means %s with %d: %s', (field, score, headers) => {
    for (const header of list(headers)) expect(headerScores(header).get(field), header).toBe(score);
  });

  test.each<[ImportField, string]>([
    [
      'username',
      'channel url, channel country, profile link, channel rank, Instagram type, brand name, file name',
    ],
    ['username', 'creator id, creator country, first name, last name, agency, usernames2, xhandle, mylogin'],
    ['fullname', 'localized title, brand name, file name, country name, category name, language name'],
    ['fullname', 'Profile type, channel rank, account id, channel views count view, job title, topic title'],
    ['profileUrl', 'profile pic url, thumbnail url, thumbnails url, image link, banner url, profile name'],
    ['socialId', 'room id, video user id, ids, my id, brand user id, campaign channel id'],
    [
      'followerCount',
      'Total followers, followers rank, followers gain, followers gained, followers growth, new followers',
    ],
    [
      'followerCount',
      'followers last 30 days, follower rate, followers %, real followers, fake followers, following',
    ],
    [
      'followerCount',
      'follower day, likes per follower, like follower, view follower, follower views, follower id',
    ],
    ['followerCount', 'follower ids, followers reach, followers reached, cost per follower, follower tier'],
    [
      'avgViews',
      'Views, Total avg views, avg views gain, avg views gained, avg views growth, avg views last day',
    ],
    ['avgViews', 'avg views last 30 days, min avg views, avg views score, avg views day, avg views days'],
    ['avgLikes', 'Likes, avg likes rank, Total likes average'],
    ['avgShares', 'Shares, avg shares trend'],
    [
      'engagement',
      'Engagement like, engagement likes, engagement comment, engagement comments, engagement share',
    ],
    [
      'engagement',
      'engagement shares, engagement view, engagement views, engagement save, engagement saves, ER growth',
    ],
    ['engagements', 'Engagement rate, ER engagement, total engagement, engagement like, engagement likes'],
    [
      'engagements',
      'engagement comment, engagement comments, engagement share, engagement shares, engagements rank',
    ],
    ['country', 'Country rank, country id, region rank, calling country'],
    ['language', 'language id, interface language'],
    ['category', 'category id, category rank, topic url'],
    ['bio', 'Bio link, bio url, localized description, description length'],
    ['profilePicUrl', 'banner image, cover photo, video thumbnail, image width'],
    ['notes', 'all comments, comments total, notebook, footnotes'],
    ['tags', 'my status, status code, hashtags, tags count'],
    ['verified', 'unverified'],
  ])("doesn't match %s: %s", (field, headers) => {
    for (const header of list(headers)) expect(headerScores(header).get(field), header).toBeUndefined();
  });

  test('matches nothing if no rule applies', () => {
    expect(headerScores('Tier')).toEqual(new Map());
    expect(headerScores('')).toEqual(new Map());
  });

  test('can match several fields', () => {
    expect(Object.fromEntries(headerScores('Channel'))).toEqual({ username: 0.6, fullname: 0.5 });
    expect(Object.fromEntries(headerScores('Engagement'))).toEqual({ engagement: 0.75, engagements: 0.62 });
    expect(Object.fromEntries(headerScores('Instagram name'))).toEqual({ username: 0.6, fullname: 0.7 });
  });
});

test('recognizes headers about the audience or other people', () => {
  const others =
    'Audience, audience age, Audiencia, Publikum, viewer, Viewers, likers, commenters, Lookalikes, lookalike, featured channels, similar, competitor, competitors, follower country, Followers: female, subscriber language, age of subscribers, Fans city, seguidores ciudad, Abonnenten Alter, top city, Top countries, interest of followers, followers age';
  for (const header of list(others)) expect(isAboutOthers(header), header).toBe(true);
  for (const header of list(
    'Followers, Country, City, top creators, stop city, audienceless, subscriber count',
  ))
    expect(isAboutOthers(header), header).toBe(false);
});

test('recognizes headers about part of the interactions', () => {
  for (const header of list(
    'Authentic engagement, Auth ER, ER real, organic ER, Sponsored ER, paid ER, Quality ER',
  ))
    expect(isPartial(header), header).toBe(true);
  for (const header of list('Engagement, author, really, unpaid'))
    expect(isPartial(header), header).toBe(false);
});
