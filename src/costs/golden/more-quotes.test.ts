import { ca, type Quote, testQuotes, us } from './quote.ts';

// A second set, in other words and of other places, written down before the program was asked.
const quotes: Quote[] = [
  {
    name: 'Wisconsin with a taxed service fee',
    sale: us('WI', 25_000, { local_rate: '0.5' }),
    rows: [
      ['Service Fee 299.00', 'not a government charge'],
      // 25,299 * 5.5 % = 1,391.445.
      ['WI Sales Tax 5.5% 1,391.45', 'as the law says', 'Wis. Stat. 77.52, 77.51(15b)'],
      ['E-File Fee 19.50', 'not a government charge'],
    ],
  },
  {
    name: 'Maryland with a taxed processing charge',
    sale: us('MD', 25_000),
    rows: [
      // 25,800 * 6.5 %.
      ['MD Excise Tax 6.5% 1,677.00', 'as the law says', 'Md. Transp. 13-809'],
      ['Dealer Processing Charge (not required by law) 800.00', 'not a government charge'],
    ],
  },
  {
    name: 'Utah with a line that says no more than tax',
    sale: us('UT', 18_000, { local_rate: '2.9' }),
    rows: [
      ['Dealer Documentary Service Fee 399', 'not a government charge'],
      // 18,399 * 7.75 % = 1,425.92.
      ['Tax 7.75% 1,425.92', 'as the law says', 'Utah Code 59-12-103'],
    ],
  },
  {
    name: 'Indiana',
    sale: us('IN', 15_000),
    rows: [
      ['IN State Sales Tax 1,050.00', 'as the law says', 'Ind. Code 6-2.5-2-2'],
      ['Doc Fee 250.00', 'not a government charge'],
      ['Title & Reg 36.35', 'as the law says', 'Ind. Code 9-17-2-14.5, 9-18.1-5-2: 15 and 21.35'],
    ],
  },
  {
    name: 'Kentucky',
    sale: us('KY', 20_000),
    rows: [['KY Usage Tax 6%  1,200.00', 'as the law says', 'KRS 138.460']],
  },
  {
    name: 'Louisiana with the tax of the parish apart',
    sale: us('LA', 25_000, { local_rate: '5' }),
    rows: [
      ['State tax 5% 1,250.00', 'as the law says', 'La. R.S. 47:302 and following'],
      ['Parish tax 5% 1,250.00', 'as the law says'],
      ['Notary/Doc Fee 425.00', 'not a government charge'],
    ],
  },
  {
    name: 'Alabama with three parts of the tax',
    sale: us('AL', 25_000, { local_rate: '1.5' }),
    rows: [
      ['State Tax (2%) 500.00', 'as the law says', 'Ala. Code 40-23-2(4)'],
      ['County Tax 125.00', 'as the law says'],
      ['City Tax 250.00', 'as the law says'],
    ],
  },
  {
    name: 'South Dakota',
    sale: us('SD', 20_000),
    rows: [['SD Motor Vehicle Excise Tax 4% 800.00', 'as the law says', 'SDCL 32-5B-1']],
  },
  {
    name: 'New Brunswick in two languages',
    sale: ca('NB', 20_000),
    rows: [
      // 20,299 * 15 %.
      ['HST (15%): $3,044.85', 'as the law says', 'Excise Tax Act s. 165'],
      ['Frais de dossier 299.00 $', 'not a government charge'],
    ],
  },
  {
    name: 'Manitoba',
    sale: ca('MB', 15_000),
    rows: [
      ['RST @ 7% $1,050.00', 'as the law says', 'The Retail Sales Tax Act s. 2'],
      ['GST @ 5% $750.00', 'as the law says', 'Excise Tax Act s. 165'],
      ['Freight & PDI $1,500.00', 'not a government charge'],
    ],
  },
  {
    name: 'Newfoundland and Labrador with dots',
    sale: ca('NL', 15_000),
    rows: [['H.S.T. 2,250.00', 'as the law says', 'Excise Tax Act s. 165']],
  },
  {
    name: 'Iowa, whose tax is called a fee',
    sale: us('IA', 20_000),
    rows: [['Fee for New Registration 5% 1,000.00', 'as the law says', 'Iowa Code 321.105A']],
  },
  {
    name: 'Oregon, which taxes the dealer',
    sale: us('OR', 20_000),
    rows: [
      [
        'Corporate Activity Tax (CAT) 80.00',
        ['higher than the law says', 80],
        'ORS 317A.116: a tax of the dealer',
      ],
      ['Dealer Document Processing 150.00', 'not a government charge'],
    ],
  },
  {
    name: 'Hawaii',
    sale: us('HI', 20_000),
    rows: [['G.E.T. 4.712% 942.40', 'as the law says', 'HRS 237-13']],
  },
  {
    name: 'Massachusetts with an inspection sticker',
    sale: us('MA', 16_000),
    rows: [
      ['Sales Tax (6.25%) $1,000.00', 'as the law says', 'M.G.L. c. 64H s. 2'],
      ['Inspection Sticker $35.00', 'as the law says', '801 CMR 4.02'],
      ['Lo-Jack $695', 'not a government charge'],
      ['Gap Insurance 795', 'not a government charge'],
    ],
  },
  {
    name: 'Connecticut with a taxed conveyance fee',
    sale: us('CT', 30_000),
    rows: [
      ['Conveyance Fee 899.00', 'not a government charge'],
      // 30,899 * 6.35 % = 1,962.09.
      ['CT Sales Tax 6.35% 1,962.09', 'as the law says', 'Conn. Gen. Stat. 12-408, 12-407(a)(8)'],
      ['Registration & Title Fees 199.00', 'as the law says', 'Conn. Gen. Stat. 14-49, 14-192'],
    ],
  },
  {
    name: 'Delaware, whose tax is called a document fee',
    sale: us('DE', 20_000),
    rows: [
      ['DE Document Fee 5.25% 1,050.00', 'as the law says', '30 Del. C. 3002'],
      ['Dealer doc fee 399', 'not a government charge'],
      ['Title 35', 'as the law says', '21 Del. C. 2510'],
    ],
  },
  {
    name: 'Ohio with a temporary tag',
    sale: us('OH', 17_000, { local_rate: '2.25' }),
    rows: [
      ['Sales Tax (8.00%)  1,360.00', 'as the law says', 'R.C. 5739.02'],
      ['Temp Tag 20.00', 'not recognised'],
      ['Title Fee 18.00', 'as the law says', 'R.C. 4505.09'],
    ],
  },
  {
    name: 'Colorado with a sum of its taxes alone',
    sale: us('CO', 19_000, { local_rate: '6.25' }),
    rows: [
      // 19,000 * 9.15 %.
      ['Total Sales Tax 1,738.50', 'as the law says', 'C.R.S. 39-26-106'],
      ['Dealer Handling 699.00', 'not a government charge'],
    ],
  },
  {
    name: 'Ontario with a permit that is moved',
    sale: ca('ON', 20_000),
    rows: [
      ['H.S.T. @ 13% 2,600.00', 'as the law says', 'Excise Tax Act s. 165'],
      ['Tire & Rim Protection 899', 'not a government charge'],
      ['License Transfer 32.00', 'as the law says', 'R.R.O. 1990, Reg. 628'],
      ['Gas 50.00', 'not recognised'],
      ['Safety & E-Test 499', 'not a government charge'],
    ],
  },
];

testQuotes(quotes);
