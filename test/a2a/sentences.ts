/** What people write, and the order that it is. */
export interface Sentence {
  text: string;
  /** None where it is to be asked for. */
  skill?: string;
  parameters: Record<string, unknown>;
  /** Parameters that are asked for before a price is told. */
  asked?: readonly string[];
  /** Words that must be named as not used. */
  notUsed?: readonly string[];
  /** Whether nothing may be named as not used. */
  isAllUsed?: boolean;
}

const ELANTRA = '5NPDH4AE8DH100013';
const PRIUS = 'JTDKBRFU5J3000013';
const DALLAS = { country: 'US', state: 'TX', city: 'Dallas' };

const miles = (odometer: number) => ({ odometer, odometer_unit: 'mi' });
const kilometers = (odometer: number) => ({ odometer, odometer_unit: 'km' });

/** Written before the reader was, and looked at once: 18 of 20 were read rightly then. */
export const unseen: readonly Sentence[] = [
  {
    text: "Hi, can you check 1HGCM82633A004352? Guy wants $6,800 cash, it's in Phoenix, 143k miles on it.",
    skill: 'prepurchase',
    parameters: {
      vin: '1HGCM82633A004352',
      price: 6800,
      country: 'US',
      state: 'AZ',
      city: 'Phoenix',
      ...miles(143_000),
    },
  },
  {
    text: 'What would I owe in taxes and registration on a 14,500 dollar car from a dealer in Tampa, FL?',
    skill: 'purchase-costs',
    parameters: { country: 'US', state: 'FL', city: 'Tampa', price: 14_500, sale_type: 'dealer' },
  },
  {
    text: "recalls for 2FMPK4J97KBB12345 please, I'm in Toronto",
    skill: 'recalls',
    parameters: { vin: '2FMPK4J97KBB12345' },
    notUsed: ['Toronto'],
  },
  {
    text: `${ELANTRA}, 180,000 km, asking 7900 CAD, private sale in Calgary`,
    skill: 'prepurchase',
    parameters: {
      vin: ELANTRA,
      ...kilometers(180_000),
      price: 7900,
      country: 'CA',
      province: 'AB',
      sale_type: 'private',
    },
  },
  {
    text: `Is this VIN any good: ${PRIUS}? 62,000 mi, one owner, selling for 16.5k in Portland, Oregon`,
    skill: 'prepurchase',
    parameters: { vin: PRIUS, ...miles(62_000), price: 16_500, country: 'US', state: 'OR', city: 'Portland' },
    notUsed: ['one owner'],
  },
  {
    text: 'How much tax if my uncle sells me his truck for 4 grand in Saskatoon',
    skill: 'purchase-costs',
    parameters: { price: 4000, country: 'CA', province: 'SK', sale_type: 'private' },
  },
  {
    text: "warranty left on 1FA6P8CF5R5400013 with 30,500 km, I'd be the second owner",
    skill: 'decode',
    parameters: { vin: '1FA6P8CF5R5400013', ...kilometers(30_500), owner: 'later' },
  },
  {
    text: 'fees for buying privately in zip 98052 at $21,750',
    skill: 'purchase-costs',
    parameters: { country: 'US', postal_code: '98052', price: 21_750, sale_type: 'private' },
  },
  {
    text: `Known problems with ${ELANTRA} at 112000 miles?`,
    skill: 'known-issues',
    parameters: { vin: ELANTRA },
    notUsed: ['112000 miles'],
  },
  {
    text: `buying ${ELANTRA} from a dealership, 10,995 plus fees, Columbus Ohio 43215, odo 98,432 miles`,
    skill: 'prepurchase',
    parameters: {
      vin: ELANTRA,
      price: 10_995,
      sale_type: 'dealer',
      country: 'US',
      state: 'OH',
      city: 'Columbus',
      postal_code: '43215',
      ...miles(98_432),
    },
  },
  {
    text: `Full report ${ELANTRA} price 11k Ottawa K1P 5M7 140000km private`,
    skill: 'prepurchase',
    parameters: {
      vin: ELANTRA,
      price: 11_000,
      country: 'CA',
      province: 'ON',
      postal_code: 'K1P 5M7',
      ...kilometers(140_000),
      sale_type: 'private',
    },
  },
  {
    text: 'what do I pay on $8,200 in Springfield',
    skill: 'purchase-costs',
    parameters: { price: 8200 },
    asked: ['state'],
    notUsed: [],
  },
  {
    text: `Should I buy this? ${ELANTRA} - between 9,000 and 10,000, Dallas TX`,
    skill: 'prepurchase',
    parameters: { vin: ELANTRA, ...DALLAS },
    asked: ['price'],
  },
  {
    text: 'tax on 15000 in Vancouver',
    skill: 'purchase-costs',
    parameters: { price: 15_000 },
    asked: ['state'],
  },
  {
    text: `${ELANTRA} 9500 112000 Dallas`,
    skill: 'prepurchase',
    parameters: { vin: ELANTRA, ...DALLAS },
    asked: ['price'],
  },
  {
    text: `My daughter found a 2013 Elantra, VIN ${ELANTRA}, for eight thousand dollars in St. Louis, Missouri. It has 121,300 miles.`,
    skill: 'prepurchase',
    parameters: {
      vin: ELANTRA,
      price: 8000,
      country: 'US',
      state: 'MO',
      city: 'St. Louis',
      ...miles(121_300),
    },
  },
  {
    text: 'registration cost in British Columbia at a dealer for $13,250.00, trade-in worth 2000',
    skill: 'purchase-costs',
    parameters: { country: 'CA', province: 'BC', price: 13_250, sale_type: 'dealer', trade_in: 2000 },
  },
  {
    text: `how reliable is ${PRIUS} and does it have open recalls, I'd pay 17,200 to a private seller in Newark, New Jersey, 88k miles`,
    skill: 'prepurchase',
    parameters: {
      vin: PRIUS,
      price: 17_200,
      sale_type: 'private',
      country: 'US',
      state: 'NJ',
      city: 'Newark',
      ...miles(88_000),
    },
  },
  {
    text: 'Quote me the fees: PEI, dealer, 19 999.95 $',
    skill: 'purchase-costs',
    parameters: { country: 'CA', province: 'PE', sale_type: 'dealer', price: 19_999.95 },
  },
  {
    text: `I want to buy ${ELANTRA} in Massachusetts for USD 9,250; the odometer reads 101,000`,
    skill: 'prepurchase',
    parameters: { vin: ELANTRA, country: 'US', state: 'MA', price: 9250, odometer: 101_000 },
    asked: ['odometer_unit'],
  },
];

/** Those that the reader was written with. */
export const sentences: readonly Sentence[] = [
  {
    text: `I am looking at a 2013 Elantra ${ELANTRA} for 9,500 in Dallas, 112,000 miles, private seller`,
    skill: 'prepurchase',
    parameters: { vin: ELANTRA, price: 9500, ...DALLAS, ...miles(112_000), sale_type: 'private' },
  },
  {
    text: `Should I buy ${ELANTRA} for 11,000 CAD in Ottawa? It shows 181 000 km.`,
    skill: 'prepurchase',
    parameters: { vin: ELANTRA, price: 11_000, country: 'CA', province: 'ON', ...kilometers(181_000) },
  },
  {
    text: `${ELANTRA} for $9.5k from a dealer in Austin, TX`,
    skill: 'prepurchase',
    parameters: {
      vin: ELANTRA,
      price: 9500,
      country: 'US',
      state: 'TX',
      city: 'Austin',
      sale_type: 'dealer',
    },
  },
  {
    text: `everything on ${ELANTRA}: twelve thousand dollars, 95k miles on the odometer, ZIP 90210`,
    skill: 'prepurchase',
    parameters: { vin: ELANTRA, price: 12_000, ...miles(95_000), country: 'US', postal_code: '90210' },
  },
  {
    text: `Is ${ELANTRA} a good deal at 8,900? Aurora, private.`,
    skill: 'prepurchase',
    parameters: { vin: ELANTRA, price: 8900, sale_type: 'private' },
    asked: ['state'],
  },
  {
    text: `full report on ${ELANTRA}, 10,500 US dollars in Montreal`,
    skill: 'prepurchase',
    parameters: { vin: ELANTRA, country: 'CA', province: 'QC' },
    asked: ['price'],
  },
  {
    text: `warranty of ${ELANTRA} at 112000 miles, I am the first owner`,
    skill: 'decode',
    parameters: { vin: ELANTRA, ...miles(112_000), owner: 'first' },
  },
  {
    text: `warranty of ${ELANTRA}, odometer 50,000`,
    skill: 'decode',
    parameters: { vin: ELANTRA, odometer: 50_000 },
    asked: ['odometer_unit'],
  },
  {
    text: `I am looking at ${ELANTRA} for 8,200 in Montreal from a dealer. What are its known problems?`,
    skill: 'known-issues',
    parameters: { vin: ELANTRA },
    notUsed: ['8,200', 'Montreal', 'dealer'],
  },
  { text: `Thinking of buying ${ELANTRA}`, skill: 'prepurchase', parameters: { vin: ELANTRA } },
  {
    text: `Any recalls on ${ELANTRA}? Clean title.`,
    skill: 'recalls',
    parameters: { vin: ELANTRA },
    notUsed: ['Clean title'],
  },
  {
    text: `recalls of ${ELANTRA}, 112k miles, Texas`,
    skill: 'recalls',
    parameters: { vin: ELANTRA },
    notUsed: ['112k miles', 'Texas'],
  },
  {
    text: 'what will I pay in Ontario for 18,000 from a dealer',
    skill: 'purchase-costs',
    parameters: { country: 'CA', province: 'ON', price: 18_000, sale_type: 'dealer' },
  },
  {
    text: 'Taxes on a car from a dealer in West Virginia, $7,500.50, built in 2013',
    skill: 'purchase-costs',
    parameters: { country: 'US', state: 'WV', price: 7500.5, sale_type: 'dealer', model_year: 2013 },
  },
  {
    text: 'tax on 24,999.99 at a dealer, I live in Kansas City, Kansas',
    skill: 'purchase-costs',
    parameters: { country: 'US', state: 'KS', city: 'Kansas City', price: 24_999.99, sale_type: 'dealer' },
  },
  {
    text: 'fees in Washington, DC on $15000, private',
    skill: 'purchase-costs',
    parameters: { country: 'US', state: 'DC', price: 15_000, sale_type: 'private' },
  },
  {
    text: 'taxes in St. John’s on 9 500 $ from a private seller',
    skill: 'purchase-costs',
    parameters: { country: 'CA', province: 'NL', price: 9500, sale_type: 'private' },
  },
  {
    text: 'fees for a private sale, C$14,250, M5V 2T6',
    skill: 'purchase-costs',
    parameters: { country: 'CA', postal_code: 'M5V 2T6', price: 14_250, sale_type: 'private' },
  },
  {
    text: 'taxes in Ontario, CA on 9000 from a dealer',
    skill: 'purchase-costs',
    parameters: { price: 9000, sale_type: 'dealer' },
    asked: ['state'],
  },
  {
    text: 'cost of a 2019 Santa Fe from a private seller in Toledo, 16,800 plus 500 for delivery',
    skill: 'purchase-costs',
    parameters: { country: 'US', state: 'OH', city: 'Toledo', sale_type: 'private', model_year: 2019 },
    asked: ['price'],
  },
  {
    text: 'registration of a Tucson for 17,000 in Reno from a dealer, 30,000 km',
    skill: 'purchase-costs',
    parameters: { country: 'US', state: 'NV', city: 'Reno', price: 17_000, sale_type: 'dealer' },
    notUsed: ['30,000 km', 'Tucson'],
  },
  {
    text: `problems and recalls of ${PRIUS}, 14,000 at a dealer in Quebec`,
    skill: 'prepurchase',
    parameters: { vin: PRIUS, price: 14_000, sale_type: 'dealer', country: 'CA', province: 'QC' },
  },
  {
    text: `${ELANTRA} for 9500 private, one owner`,
    skill: 'prepurchase',
    parameters: { vin: ELANTRA, price: 9500, sale_type: 'private' },
    asked: ['country'],
    notUsed: ['one owner'],
  },
  ...[
    'in Dallas (75201)',
    'in Dallas, Texas - 75201',
    'near 75201 Dallas',
    'Dallas, my zip is 75201',
    'in Dallas, Texas. I live at 75201',
  ].map((place) => ({
    text: `I'm a bit worried: should my daughter buy ${ELANTRA}, $9,500 ${place}, private?`,
    skill: 'prepurchase',
    parameters: { vin: ELANTRA, price: 9500, ...DALLAS, postal_code: '75201', sale_type: 'private' },
    notUsed: [],
    isAllUsed: true,
  })),
  {
    text: `2013 Hyundai Elantra ${ELANTRA}, $9,500 in Dallas 75201, private seller, 112,000 miles: should I buy, what shall I check, what do I pay the state?`,
    skill: 'prepurchase',
    parameters: {
      vin: ELANTRA,
      price: 9500,
      ...DALLAS,
      postal_code: '75201',
      ...miles(112_000),
      sale_type: 'private',
    },
    isAllUsed: true,
  },
  {
    text: 'taxes for a private sale near 75201, $9,500',
    skill: 'purchase-costs',
    parameters: { country: 'US', postal_code: '75201', price: 9500, sale_type: 'private' },
  },
  {
    text: 'taxes on $9,500 in Springfield 62701, private',
    skill: 'purchase-costs',
    parameters: { country: 'US', postal_code: '62701', price: 9500, sale_type: 'private' },
  },
  {
    text: `full report on ${ELANTRA} 10995 Columbus Ohio private`,
    skill: 'prepurchase',
    parameters: {
      vin: ELANTRA,
      price: 10_995,
      country: 'US',
      state: 'OH',
      city: 'Columbus',
      sale_type: 'private',
    },
  },
  {
    text: 'tax on 76500 in Texas from a dealer',
    skill: 'purchase-costs',
    parameters: { country: 'US', state: 'TX', price: 76_500, sale_type: 'dealer' },
  },
  {
    text: `${ELANTRA}: $9,500, Dallas TX 98432 on the clock, private`,
    skill: 'prepurchase',
    parameters: { vin: ELANTRA, price: 9500, ...DALLAS, odometer: 98_432, sale_type: 'private' },
    asked: ['odometer_unit'],
  },
  { text: `recalls and taxes of ${ELANTRA}`, parameters: { vin: ELANTRA } },
  { text: `${ELANTRA} or ${PRIUS} for 9000 in Texas?`, parameters: {}, asked: ['vin'] },
];
