import { cleanLine, isMissing, missing, quoted, type Reading, refused, value } from './text.ts';

/** ISO 3166-1 alpha-2 and alpha-3 codes. */
const CODES =
  'AD:AND AE:ARE AF:AFG AG:ATG AI:AIA AL:ALB AM:ARM AO:AGO AQ:ATA AR:ARG AS:ASM AT:AUT AU:AUS AW:ABW AX:ALA AZ:AZE BA:BIH BB:BRB BD:BGD BE:BEL BF:BFA BG:BGR BH:BHR BI:BDI BJ:BEN BL:BLM BM:BMU BN:BRN BO:BOL BQ:BES BR:BRA BS:BHS BT:BTN BV:BVT BW:BWA BY:BLR BZ:BLZ CA:CAN CC:CCK CD:COD CF:CAF CG:COG CH:CHE CI:CIV CK:COK CL:CHL CM:CMR CN:CHN CO:COL CR:CRI CU:CUB CV:CPV CW:CUW CX:CXR CY:CYP CZ:CZE DE:DEU DJ:DJI DK:DNK DM:DMA DO:DOM DZ:DZA EC:ECU EE:EST EG:EGY EH:ESH ER:ERI ES:ESP ET:ETH FI:FIN FJ:FJI FK:FLK FM:FSM FO:FRO FR:FRA GA:GAB GB:GBR GD:GRD GE:GEO GF:GUF GG:GGY GH:GHA GI:GIB GL:GRL GM:GMB GN:GIN GP:GLP GQ:GNQ GR:GRC GS:SGS GT:GTM GU:GUM GW:GNB GY:GUY HK:HKG HM:HMD HN:HND HR:HRV HT:HTI HU:HUN ID:IDN IE:IRL IL:ISR IM:IMN IN:IND IO:IOT IQ:IRQ IR:IRN IS:ISL IT:ITA JE:JEY JM:JAM JO:JOR JP:JPN KE:KEN KG:KGZ KH:KHM KI:KIR KM:COM KN:KNA KP:PRK KR:KOR KW:KWT KY:CYM KZ:KAZ LA:LAO LB:LBN LC:LCA LI:LIE LK:LKA LR:LBR LS:LSO LT:LTU LU:LUX LV:LVA LY:LBY MA:MAR MC:MCO MD:MDA ME:MNE MF:MAF MG:MDG MH:MHL MK:MKD ML:MLI MM:MMR MN:MNG MO:MAC MP:MNP MQ:MTQ MR:MRT MS:MSR MT:MLT MU:MUS MV:MDV MW:MWI MX:MEX MY:MYS MZ:MOZ NA:NAM NC:NCL NE:NER NF:NFK NG:NGA NI:NIC NL:NLD NO:NOR NP:NPL NR:NRU NU:NIU NZ:NZL OM:OMN PA:PAN PE:PER PF:PYF PG:PNG PH:PHL PK:PAK PL:POL PM:SPM PN:PCN PR:PRI PS:PSE PT:PRT PW:PLW PY:PRY QA:QAT RE:REU RO:ROU RS:SRB RU:RUS RW:RWA SA:SAU SB:SLB SC:SYC SD:SDN SE:SWE SG:SGP SH:SHN SI:SVN SJ:SJM SK:SVK SL:SLE SM:SMR SN:SEN SO:SOM SR:SUR SS:SSD ST:STP SV:SLV SX:SXM SY:SYR SZ:SWZ TC:TCA TD:TCD TF:ATF TG:TGO TH:THA TJ:TJK TK:TKL TL:TLS TM:TKM TN:TUN TO:TON TR:TUR TT:TTO TV:TUV TW:TWN TZ:TZA UA:UKR UG:UGA UM:UMI US:USA UY:URY UZ:UZB VA:VAT VC:VCT VE:VEN VG:VGB VI:VIR VN:VNM VU:VUT WF:WLF WS:WSM XK:XKX YE:YEM YT:MYT ZA:ZAF ZM:ZMB ZW:ZWE';

/** Aliases missing from `Intl.DisplayNames`, normalized by {@link fold}. */
const ALIASES: Record<string, string> = {
  uk: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  northernireland: 'GB',
  greatbritain: 'GB',
  britain: 'GB',
  us: 'US',
  unitedstatesofamerica: 'US',
  america: 'US',
  eeuu: 'US',
  estadosunidosdeamerica: 'US',
  uae: 'AE',
  emirates: 'AE',
  turkey: 'TR',
  turkiye: 'TR',
  russianfederation: 'RU',
  korea: 'KR',
  republicofkorea: 'KR',
  koreasouth: 'KR',
  southkorea: 'KR',
  koreanorth: 'KP',
  ivorycoast: 'CI',
  cotedivoire: 'CI',
  czechrepublic: 'CZ',
  holland: 'NL',
  macedonia: 'MK',
  burma: 'MM',
  capeverde: 'CV',
  swaziland: 'SZ',
  easttimor: 'TL',
  vietnam: 'VN',
  hongkong: 'HK',
  macau: 'MO',
  palestine: 'PS',
  syrianarabrepublic: 'SY',
  iranislamicrepublicof: 'IR',
  boliviaplurinationalstateof: 'BO',
  venezuelabolivarianrepublicof: 'VE',
  tanzaniaunitedrepublicof: 'TZ',
  moldovarepublicof: 'MD',
  taiwanprovinceofchina: 'TW',
  congodr: 'CD',
  bosnia: 'BA',
};

const LOCALES =
  'en es pt fr de it nl pl cs sk hu ro bg hr sr el tr ru uk ar he fa hi id ms vi th ja ko zh zh-Hant sv nb da fi'.split(
    ' ',
  );

const fold = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/ı/g, 'i')
    .replace(/^the /, '')
    .replace(/&/g, 'and')
    .replace(/[^\p{L}]/gu, '');

let names: Map<string, string> | undefined;
let codes: Map<string, string> | undefined;

function countryNames(): Map<string, string> {
  if (names) return names;
  names = new Map();
  for (const locale of LOCALES) {
    const display = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' });
    const short = new Intl.DisplayNames([locale], { type: 'region', style: 'short', fallback: 'none' });
    for (const code of countryCodes().values())
      for (const name of [display.of(code), short.of(code)]) {
        const key = name ? fold(name) : '';
        if (key.length > 1 && !names.has(key)) names.set(key, code);
      }
  }
  for (const [name, code] of Object.entries(ALIASES)) names.set(name, code);
  return names;
}

function countryCodes(): Map<string, string> {
  if (codes) return codes;
  codes = new Map();
  for (const pair of CODES.split(' ')) {
    const [two = '', three = ''] = pair.split(':');
    codes.set(two, two).set(three, two);
  }
  return codes;
}

const flagCode = (text: string): string | null => {
  const indexes = [...text].map((sign) => (sign.codePointAt(0) ?? 0) - 0x1f1e6);
  if (indexes.length !== 2 || indexes.some((index) => index < 0 || index > 25)) return null;
  return indexes.map((index) => String.fromCharCode(65 + index)).join('');
};

/**
 * Returns the two-letter code of a country given as code, flag or name in many languages; null if
 * unknown.
 */
export function countryCode(cell: string): string | null {
  const text = cleanLine(cell);
  const code = flagCode(text) ?? text.toUpperCase();
  return countryCodes().get(code) ?? countryNames().get(fold(text)) ?? null;
}

/** Reads a country as its two-letter code. */
export function readCountry(cell: string): Reading<string> {
  if (isMissing(cell)) return missing;
  const code = countryCode(cell);
  return code ? value(code) : refused(`Country ${quoted(cell)} isn't recognized`);
}
