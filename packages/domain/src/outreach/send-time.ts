import { asUtc, momentIn, type WallTime, wallTimeIn } from '@troupe/i18n/wall-time';

/**
 * When an email is sent in its reader's time zone: the zones of countries, and arithmetic with local times. From the
 * time zone database (public domain), file zone.tab.
 */

/** Countries with one time zone, or several that agree: country code and zone. */
const ONE_ZONE = `
  AD Europe/Andorra, AE Asia/Dubai, AF Asia/Kabul, AG America/Antigua, AI America/Anguilla,
  AL Europe/Tirane, AM Asia/Yerevan, AO Africa/Luanda, AR America/Argentina/Buenos_Aires,
  AS Pacific/Pago_Pago, AT Europe/Vienna, AW America/Aruba, AX Europe/Mariehamn, AZ Asia/Baku,
  BA Europe/Sarajevo, BB America/Barbados, BD Asia/Dhaka, BE Europe/Brussels, BF Africa/Ouagadougou,
  BG Europe/Sofia, BH Asia/Bahrain, BI Africa/Bujumbura, BJ Africa/Porto-Novo, BL America/St_Barthelemy,
  BM Atlantic/Bermuda, BN Asia/Brunei, BO America/La_Paz, BQ America/Kralendijk, BS America/Nassau,
  BT Asia/Thimphu, BW Africa/Gaborone, BY Europe/Minsk, BZ America/Belize, CC Indian/Cocos,
  CF Africa/Bangui, CG Africa/Brazzaville, CH Europe/Zurich, CI Africa/Abidjan, CK Pacific/Rarotonga,
  CM Africa/Douala, CN Asia/Shanghai, CO America/Bogota, CR America/Costa_Rica, CU America/Havana,
  CV Atlantic/Cape_Verde, CW America/Curacao, CX Indian/Christmas, CY Asia/Nicosia, CZ Europe/Prague,
  DE Europe/Berlin, DJ Africa/Djibouti, DK Europe/Copenhagen, DM America/Dominica,
  DO America/Santo_Domingo, DZ Africa/Algiers, EE Europe/Tallinn, EG Africa/Cairo, EH Africa/El_Aaiun,
  ER Africa/Asmara, ET Africa/Addis_Ababa, FI Europe/Helsinki, FJ Pacific/Fiji, FK Atlantic/Stanley,
  FO Atlantic/Faroe, FR Europe/Paris, GA Africa/Libreville, GB Europe/London, GD America/Grenada,
  GE Asia/Tbilisi, GF America/Cayenne, GG Europe/Guernsey, GH Africa/Accra, GI Europe/Gibraltar,
  GM Africa/Banjul, GN Africa/Conakry, GP America/Guadeloupe, GQ Africa/Malabo, GR Europe/Athens,
  GS Atlantic/South_Georgia, GT America/Guatemala, GU Pacific/Guam, GW Africa/Bissau, GY America/Guyana,
  HK Asia/Hong_Kong, HN America/Tegucigalpa, HR Europe/Zagreb, HT America/Port-au-Prince,
  HU Europe/Budapest, IE Europe/Dublin, IL Asia/Jerusalem, IM Europe/Isle_of_Man, IN Asia/Kolkata,
  IO Indian/Chagos, IQ Asia/Baghdad, IR Asia/Tehran, IS Atlantic/Reykjavik, IT Europe/Rome,
  JE Europe/Jersey, JM America/Jamaica, JO Asia/Amman, JP Asia/Tokyo, KE Africa/Nairobi, KG Asia/Bishkek,
  KH Asia/Phnom_Penh, KM Indian/Comoro, KN America/St_Kitts, KP Asia/Pyongyang, KR Asia/Seoul,
  KW Asia/Kuwait, KY America/Cayman, LA Asia/Vientiane, LB Asia/Beirut, LC America/St_Lucia,
  LI Europe/Vaduz, LK Asia/Colombo, LR Africa/Monrovia, LS Africa/Maseru, LT Europe/Vilnius,
  LU Europe/Luxembourg, LV Europe/Riga, LY Africa/Tripoli, MA Africa/Casablanca, MC Europe/Monaco,
  MD Europe/Chisinau, ME Europe/Podgorica, MF America/Marigot, MG Indian/Antananarivo, MH Pacific/Majuro,
  MK Europe/Skopje, ML Africa/Bamako, MM Asia/Yangon, MO Asia/Macau, MP Pacific/Saipan,
  MQ America/Martinique, MR Africa/Nouakchott, MS America/Montserrat, MT Europe/Malta, MU Indian/Mauritius,
  MV Indian/Maldives, MW Africa/Blantyre, MY Asia/Kuala_Lumpur, MZ Africa/Maputo, NA Africa/Windhoek,
  NC Pacific/Noumea, NE Africa/Niamey, NF Pacific/Norfolk, NG Africa/Lagos, NI America/Managua,
  NL Europe/Amsterdam, NO Europe/Oslo, NP Asia/Kathmandu, NR Pacific/Nauru, NU Pacific/Niue,
  OM Asia/Muscat, PA America/Panama, PE America/Lima, PH Asia/Manila, PK Asia/Karachi, PL Europe/Warsaw,
  PM America/Miquelon, PN Pacific/Pitcairn, PR America/Puerto_Rico, PS Asia/Hebron, PW Pacific/Palau,
  PY America/Asuncion, QA Asia/Qatar, RE Indian/Reunion, RO Europe/Bucharest, RS Europe/Belgrade,
  RW Africa/Kigali, SA Asia/Riyadh, SB Pacific/Guadalcanal, SC Indian/Mahe, SD Africa/Khartoum,
  SE Europe/Stockholm, SG Asia/Singapore, SH Atlantic/St_Helena, SI Europe/Ljubljana,
  SJ Arctic/Longyearbyen, SK Europe/Bratislava, SL Africa/Freetown, SM Europe/San_Marino, SN Africa/Dakar,
  SO Africa/Mogadishu, SR America/Paramaribo, SS Africa/Juba, ST Africa/Sao_Tome, SV America/El_Salvador,
  SX America/Lower_Princes, SY Asia/Damascus, SZ Africa/Mbabane, TC America/Grand_Turk, TD Africa/Ndjamena,
  TF Indian/Kerguelen, TG Africa/Lome, TH Asia/Bangkok, TJ Asia/Dushanbe, TK Pacific/Fakaofo, TL Asia/Dili,
  TM Asia/Ashgabat, TN Africa/Tunis, TO Pacific/Tongatapu, TR Europe/Istanbul, TT America/Port_of_Spain,
  TV Pacific/Funafuti, TW Asia/Taipei, TZ Africa/Dar_es_Salaam, UA Europe/Kyiv, UG Africa/Kampala,
  UY America/Montevideo, UZ Asia/Tashkent, VA Europe/Vatican, VC America/St_Vincent, VE America/Caracas,
  VG America/Tortola, VI America/St_Thomas, VN Asia/Ho_Chi_Minh, VU Pacific/Efate, WF Pacific/Wallis,
  WS Pacific/Apia, YE Asia/Aden, YT Indian/Mayotte, ZA Africa/Johannesburg, ZM Africa/Lusaka,
  ZW Africa/Harare`;

/** The zone of most people in countries with several. */
const MAIN_ZONE = `
  AQ Antarctica/McMurdo, AU Australia/Sydney, BR America/Sao_Paulo, CA America/Toronto, CD Africa/Kinshasa,
  CL America/Santiago, EC America/Guayaquil, ES Europe/Madrid, FM Pacific/Pohnpei, GL America/Nuuk,
  ID Asia/Jakarta, KI Pacific/Tarawa, KZ Asia/Almaty, MN Asia/Ulaanbaatar, MX America/Mexico_City,
  NZ Pacific/Auckland, PF Pacific/Tahiti, PG Pacific/Port_Moresby, PT Europe/Lisbon, RU Europe/Moscow,
  UM Pacific/Wake, US America/New_York`;

const zonesOf = (list: string) =>
  new Map(
    list.split(',').map((entry) => {
      const [country = '', zone = ''] = entry.trim().split(' ');
      return [country, zone] as const;
    }),
  );
const ONE = zonesOf(ONE_ZONE);
const MAIN = zonesOf(MAIN_ZONE);

/** Where a creator's time zone is known from: their country, its main zone of several, or the brand's zone instead. */
export type ZoneSource = 'country' | 'main' | 'brand';

/** A time zone, and where it is known from. */
export interface ReaderZone {
  zone: string;
  source: ZoneSource;
}

/** Returns the time zone for a creator; the brand's if their country is unknown. @param country ISO 3166 alpha-2 */
export function readerZone(country: string | null, brandZone: string): ReaderZone {
  const code = country?.trim().toUpperCase() ?? '';
  const one = ONE.get(code);
  if (one) return { zone: one, source: 'country' };
  const main = MAIN.get(code);
  return main ? { zone: main, source: 'main' } : { zone: brandZone, source: 'brand' };
}

const MINUTE = 60_000;

/** Returns the day of the week, 0 for Sunday. */
const weekday = ({ year, month, day }: WallTime) => new Date(Date.UTC(year, month - 1, day)).getUTCDay();
const isWeekend = (local: WallTime) => [0, 6].includes(weekday(local));

/** Returns the same time of day some days later. */
function addDays(local: WallTime, days: number): WallTime {
  const at = new Date(Date.UTC(local.year, local.month - 1, local.day + days));
  return { ...local, year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
}

/** Moves a local time off the weekend, to Monday at the same time. */
function toWeekday(local: WallTime): WallTime {
  let moved = local;
  while (isWeekend(moved)) moved = addDays(moved, 1);
  return moved;
}

/** A time of day in the reader's time zone. */
export interface LocalSending {
  /** `HH:MM` */
  time: string;
  /** The first day, `YYYY-MM-DD`; null for the next time it is that late. */
  date: string | null;
  /** Moves Saturdays and Sundays to Monday. */
  weekdaysOnly: boolean;
}

/** Returns when it is next that time of day in the zone, after `now`; a date that has passed there counts as today. */
export function nextLocalSending({ time, date, weekdaysOnly }: LocalSending, zone: string, now: Date): Date {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const today = wallTimeIn(zone, now);
  const [year = 0, month = 1, day = 1] = date?.split('-').map(Number) ?? [];
  const wished = { year, month, day, hour, minute };
  const first = { ...today, hour, minute };
  let local = date !== null && asUtc(wished) > asUtc(first) ? wished : first;
  if (momentIn(zone, local) <= now) local = addDays(local, 1);
  return momentIn(zone, weekdaysOnly ? toWeekday(local) : local);
}

/** Hours in which business hours pass, on weekdays. */
const BUSINESS_DAY = { from: 9, to: 17 } as const;

/** How long to wait: calendar days, or hours that pass on weekdays between 9:00 and 17:00. */
export interface Delay {
  unit: 'days' | 'business-hours';
  count: number;
}

/**
 * Returns when a delay after `from` ends. Days end at the same time of day on the reader's clock, also across daylight
 * saving; with `weekdaysOnly` never on a weekend. Business hours end within business hours.
 */
export function afterDelay(from: Date, { unit, count }: Delay, zone: string, weekdaysOnly: boolean): Date {
  const start = wallTimeIn(zone, from);
  if (unit === 'days') {
    const local = addDays(start, count);
    // Seconds are dropped by local times: never end before the delay has passed.
    const at = momentIn(zone, weekdaysOnly ? toWeekday(local) : local);
    return new Date(at.getTime() + (from.getTime() % MINUTE));
  }
  let minutesLeft = count * 60;
  let local = openAt(start);
  for (;;) {
    const untilClose = (BUSINESS_DAY.to - local.hour) * 60 - local.minute;
    if (minutesLeft <= untilClose) return momentIn(zone, { ...local, minute: local.minute + minutesLeft });
    minutesLeft -= untilClose;
    local = openAt({ ...addDays(local, 1), hour: 0, minute: 0 });
  }
}

/** Returns the first moment from a local time on that is within business hours. */
function openAt(local: WallTime): WallTime {
  const isOver = local.hour >= BUSINESS_DAY.to;
  const next = isOver ? addDays(local, 1) : local;
  const open = { ...next, hour: BUSINESS_DAY.from, minute: 0 };
  if (isWeekend(next)) return toWeekday(open);
  return isOver || next.hour < BUSINESS_DAY.from ? open : next;
}
