import { ca, type Quote, testQuotes, us } from './quote.ts';

// Written down from the laws before the program was asked; the year is 2026.
const quotes: Quote[] = [
  {
    name: 'Florida with a trade-in and a taxed dealer fee',
    sale: us('FL', 20_000, { trade_in: '5000', local_rate: '0.5' }),
    rows: [
      ['Selling Price            $20,000.00', 'left out'],
      ['Less Trade Allowance     (5,000.00)', 'left out'],
      ['Predelivery Service Fee      999.00', 'not a government charge'],
      ['Electronic Registration Filing Fee 99.00', 'not a government charge'],
      // (15,000 + 999) * 6 % = 959.94, and 0.5 % of the first 5,000 = 25.
      ['State Sales Tax              984.94', 'as the law says', 'Fla. Stat. 212.02(16), 212.054(2)(b)'],
      ['Initial Registration Fee     225.00', 'as the law says', 'Fla. Stat. 320.072'],
    ],
  },
  {
    name: 'Texas with the inventory tax passed on',
    sale: us('TX', 22_000, { trade_in: '4000' }),
    rows: [
      // 18,000 * 6.25 % = 1,125; the documentary fee is not taxed.
      ['Sales Tax 1,125.00', 'as the law says', 'Tex. Tax Code 152.021, 152.002(b)'],
      [
        "Dealer's Inventory Tax 45.10",
        'not a government charge',
        'Tex. Tax Code 23.121: a tax of the dealer',
      ],
      ['Documentary Fee 225.00', 'not a government charge', 'Tex. Fin. Code 348.006'],
      ['Title Application Fee 33.00', 'as the law says', 'Tex. Transp. Code 501.138'],
    ],
  },
  {
    name: 'California with a documentation fee above the limit',
    sale: us('CA', 25_000, { trade_in: '5000', local_rate: '2.5' }),
    rows: [
      // No credit for the trade-in, and the charge is taxed: 25,185 * 9.75 % = 2,455.54.
      ['Sales Tax 9.75%  2,455.54', 'as the law says', 'Cal. Rev. & Tax. Code 6012'],
      ['Document Processing Charge 185.00', ['not a government charge', 100], 'Cal. Veh. Code 4456.5: 85'],
      ['Electronic Vehicle Registration or Transfer Charge 37.00', 'not a government charge'],
      ['Smog Certification Fee Paid to State 8.25', 'as the law says', 'Cal. Health & Saf. Code 44060'],
    ],
  },
  {
    name: 'New York City by its postal code',
    sale: us('NY', 15_000, { postal_code: '10001' }),
    rows: [
      // 15,250 * 8.875 % = 1,353.44.
      ['NYS Sales Tax (8.875%) $1,353.44', 'as the law says', 'N.Y. Tax Law 1105, 1101(b)(3)'],
      ['Optional Dealer Doc Fee $250.00', ['not a government charge', 75], '15 NYCRR 78.19: 175'],
      ['DMV Title Fee $50.00', 'as the law says', 'N.Y. Veh. & Traf. Law 2125'],
    ],
  },
  {
    name: 'Philadelphia',
    sale: us('PA', 30_000, { local_rate: '2' }),
    rows: [
      ['PA Sales Tax 8% 2,400.00', 'as the law says', '72 P.S. 7202'],
      ['Online Registration Fee 43.00', 'not a government charge'],
      ['VIN Etching 299', 'not a government charge'],
    ],
  },
  {
    name: 'Illinois with title and plates in one line',
    sale: us('IL', 21_000, { trade_in: '6000', local_rate: '1' }),
    rows: [
      // 15,000 * 7.25 %.
      ['Sales tax: $1,087.50', 'as the law says', '35 ILCS 120/1, 120/2-10'],
      ['License & Title Fee: $316.00', 'as the law says', '625 ILCS 5/3-821, 5/3-806: 165 and 151'],
      ['CVR Fee: $35.00', 'not a government charge'],
    ],
  },
  {
    name: 'Washington with a documentary service fee above the limit',
    sale: us('WA', 40_000, { trade_in: '10000', local_rate: '3.8' }),
    rows: [
      // 30,000 * (6.5 + 0.5 + 3.8) %.
      ['Sales/Use Tax 3,240.00', 'as the law says', 'RCW 82.08.020, 82.08.010'],
      ['Documentary Service Fee 250.00', ['not a government charge', 50], 'RCW 46.70.180: 200'],
    ],
  },
  {
    name: 'Georgia',
    sale: us('GA', 24_000, { trade_in: '4000' }),
    rows: [
      ['GA TAVT 7%     1,400.00', 'as the law says', 'O.C.G.A. 48-5C-1'],
      ['Tag & Title Fees    38.00', 'as the law says', 'O.C.G.A. 40-2-151, 40-3-38: 20 and 18'],
      ['E-Filing Fee    23.00', 'not a government charge'],
    ],
  },
  {
    name: 'North Carolina with a taxed administrative fee',
    sale: us('NC', 26_000, { trade_in: '6000' }),
    rows: [
      // (20,000 + 599) * 3 %.
      ['NC Highway Use Tax 617.97', 'as the law says', 'N.C.G.S. 105-187.3'],
      ['Dealer Admin Fee 599.00', 'not a government charge'],
      ['Title Fee 66.75', 'as the law says', 'N.C.G.S. 20-85'],
    ],
  },
  {
    name: 'Virginia with the licence tax of the dealer passed on',
    sale: us('VA', 18_000, { trade_in: '3000' }),
    rows: [
      // No credit for the trade-in; (18,000 + 899) * 4.15 % = 784.31.
      ['VA Sales and Use Tax 784.31', 'as the law says', 'Va. Code 58.1-2402, 58.1-2401'],
      ['Processing Fee 899.00', 'not a government charge', 'Va. Code 46.2-1530'],
      [
        'Dealer Business License Tax 36.00',
        'not a government charge',
        'Va. Code 58.1-3734: a tax of the dealer',
      ],
      ['Title 15.00', 'as the law says', 'Va. Code 46.2-627'],
    ],
  },
  {
    name: 'Arizona',
    sale: us('AZ', 20_000, { trade_in: '3000', local_rate: '3' }),
    rows: [
      ['Sales Tax 8.6% 1,462.00', 'as the law says', 'A.R.S. 42-5061, 42-5010'],
      ['MVD Title Fee 4.00', 'as the law says', 'A.R.S. 28-2003'],
      ['Window Tint / Protection Package 1,295.00', 'not a government charge'],
    ],
  },
  {
    name: 'Massachusetts with title and registration in one line',
    sale: us('MA', 16_000, { trade_in: '2000' }),
    rows: [
      ['MA Sales Tax 875.00', 'as the law says', 'M.G.L. c. 64H s. 2, 26'],
      ['RMV Title & Registration 135.00', 'as the law says', '801 CMR 4.02: 75 and 60'],
      ['Doc Prep Fee 499.00', 'not a government charge'],
    ],
  },
  {
    name: 'New Jersey with a taxed documentation fee',
    sale: us('NJ', 28_000, { trade_in: '8000' }),
    rows: [
      // 20,499 * 6.625 % = 1,358.06.
      ['NJ Sales Tax 1,358.06', 'as the law says', 'N.J.S.A. 54:32B-3, 54:32B-2(oo)'],
      ['Documentary Fee 499.00', 'not a government charge'],
      ['MVC Title Fee 60.00', 'as the law says', 'N.J.S.A. 39:10-11'],
    ],
  },
  {
    name: 'Michigan, where a part of the trade-in is credited',
    sale: us('MI', 22_000, { trade_in: '7000' }),
    rows: [
      // The credit of 2026 is at most 12,000: 15,000 * 6 %.
      ['Sales Tax 6% 900.00', 'as the law says', 'MCL 205.51(1)(d)(xii)'],
      ['CVR Fee 24.00', 'not a government charge'],
      ['Title Fee 15.00', 'as the law says', 'MCL 257.806'],
    ],
  },
  {
    name: 'Ohio with a taxed documentary fee',
    sale: us('OH', 17_000, { local_rate: '2.25' }),
    rows: [
      // 17,250 * 8 %.
      ['Sales Tax (8.00%)  1,380.00', 'as the law says', 'R.C. 5739.02, 5739.01(H)'],
      ['Documentary Service Charge  250.00', 'not a government charge', 'R.C. 4517.261'],
    ],
  },
  {
    name: 'South Carolina with its most of 500',
    sale: us('SC', 30_000),
    rows: [
      ['Infrastructure Maintenance Fee 500.00', 'as the law says', 'S.C. Code 56-3-627'],
      ['Closing Fee 599.00', 'not a government charge', 'S.C. Code 37-2-307'],
      ['Title 15.00', 'as the law says', 'S.C. Code 56-19-420'],
    ],
  },
  {
    name: 'Oklahoma with its two taxes',
    sale: us('OK', 20_000),
    rows: [
      // 20 and 3.25 % of 18,500; 1.25 % of 20,000.
      ['Excise Tax 621.25', 'as the law says', '68 O.S. 2103'],
      ['Sales Tax 1.25% 250.00', 'as the law says', '68 O.S. 1355'],
    ],
  },
  {
    name: 'Minnesota',
    sale: us('MN', 20_000, { trade_in: '5000' }),
    rows: [
      ['MN Sales Tax 6.875% 1,031.25', 'as the law says', 'Minn. Stat. 297B.02'],
      ['GAP Coverage 795.00', 'not a government charge'],
    ],
  },
  {
    name: 'Ontario with tax on the fees of the dealer',
    sale: ca('ON', 18_500),
    rows: [
      ['Vehicle Price 18,500.00', 'left out'],
      ['OMVIC Fee 22.00', 'not a government charge'],
      ['Administration Fee 399.00', 'not a government charge'],
      // 18,921 * 13 % = 2,459.73.
      ['HST 13% 2,459.73', 'as the law says', 'Excise Tax Act s. 165'],
      ['Licensing 59.00', 'as the law says', 'R.R.O. 1990, Reg. 628: plates and permit'],
      ['Balance Due 21,439.73', 'left out'],
    ],
  },
  {
    name: 'British Columbia with a trade-in and one provincial tax too many',
    sale: ca('BC', 24_000, { trade_in: '4000' }),
    rows: [
      // (20,000 + 495) * 5 %.
      ['GST 1,024.75', 'as the law says', 'Excise Tax Act s. 165, 153(4)'],
      ['PST (7%) 1,400.00', 'as the law says', 'Provincial Sales Tax Act s. 34'],
      ['Documentation Fee 495.00', 'not a government charge'],
      ['Luxury Tax 2,000.00', 'not a government charge'],
    ],
  },
  {
    name: 'Alberta, which has no provincial tax',
    sale: ca('AB', 15_000),
    rows: [
      ['GST (5%) $750.00', 'as the law says', 'Excise Tax Act s. 165'],
      ['AMVIC Levy $10.00', 'not a government charge', 'a levy of the dealer'],
      ['PST $1,200.00', 'not a government charge'],
    ],
  },
  {
    name: 'Quebec in French',
    sale: ca('QC', 20_000),
    rows: [
      ['Prix du véhicule 20 000,00 $', 'left out'],
      ['TPS (5 %) 1 000,00 $', 'as the law says', 'Loi sur la taxe d’accise, art. 165'],
      ['TVQ (9,975 %) 1 995,00 $', 'as the law says', 'LTVQ art. 16'],
      ["Frais d'administration 399,00 $", 'not a government charge'],
      ['Total 23 394,00 $', 'left out'],
    ],
  },
  {
    name: 'Saskatchewan',
    sale: ca('SK', 12_000),
    rows: [
      ['GST 600.00', 'as the law says', 'Excise Tax Act s. 165'],
      ['PST 6% 720.00', 'as the law says', 'The Provincial Sales Tax Act s. 5'],
    ],
  },
  {
    name: 'Nova Scotia at the rate of before April 2025',
    sale: ca('NS', 10_000),
    rows: [['HST (15%) 1,500.00', ['higher than the law says', 100], 'Nova Scotia HST Regulations: 14 %']],
  },
];

testQuotes(quotes);
