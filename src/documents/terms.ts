import { z } from 'zod';
import { disclaimer } from '../lib/disclaimer.ts';
import type { Network } from '../payments/evm/networks.ts';
import { createDocument, createJsonDocument, type DocumentedSite, type FreeDocument } from './document.ts';
import { paths } from './links.ts';

interface Section {
  title: string;
  text: string;
}

export const termsUpdatedOn = '2026-11-24';

export const termsSectionsOf = ({ id, notice }: Network): readonly Section[] => [
  {
    title: 'What you buy',
    text: 'Each paid call buys one computed answer to one request. There are no accounts, bundles or entitlements. Answers are made from public data by the rules that the documents of this service describe.',
  },
  {
    title: 'For information only',
    text: `${disclaimer} A recall listed for a make, model and year may already have been repaired on a given car, or may not concern it: only its maker knows. A closing cost is what the cited source said on the date it was read; the registry at the counter decides. A named failure mode is what owners reported, unverified, and says nothing of how many cars have it.`,
  },
  {
    title: 'Payment',
    text: `${notice === undefined ? '' : `${notice} `}Prices are in US dollars and are settled as USDC on the network ${id} through x402 version 2. The answer is computed first and the payment settled after. One signed authorization pays for exactly one computed answer; the identical request with the same authorization gets the same answer again for ten minutes without a second charge.`,
  },
  {
    title: 'Errors are not charged',
    text: 'An error, an answer below its threshold (such as too few complaints) and a report with too few sections are not charged. When the outcome of a settlement is not yet known, the answer is kept and nothing further may be taken for it: repeat the identical request. A settled payment is final; because nothing is settled without an answer that can be fetched, there are no further refunds. In a complaint, name the request id of the answer (X-Request-Id) or its transaction.',
  },
  {
    title: 'Privacy',
    text: 'A VIN is decoded inside the service. Only where its data is a part of what NHTSA publishes, older than 45 days or without the vehicle, the live decoder of NHTSA is asked, and it is sent what describes the build: positions 1 to 8, 10 and 11 of the VIN (also 12 to 14 where the third character is 9, because they name the maker there), never the serial number. What it answered is kept for at most 90 days under a keyed digest of that description. Recalls and complaints are asked by make, model and model year. Nothing is linked to a person. No owner or registrant data is collected or returned. The payment ledger holds no VIN and no query; which request a payment was for is kept as a keyed digest, for as long as its answer. Sales, and for 30 days settlements that failed, are entered in the books with the request id, without payer, VIN and query. Addresses on the network are used to limit the rate of requests and are not kept.',
  },
  {
    title: 'Sources and licences',
    text: 'Vehicle decoding, US recalls and complaints: National Highway Traffic Safety Administration (NHTSA), works of the US government. Canadian recalls: Transport Canada; contains information licensed under the Open Government Licence – Canada (https://open.canada.ca/en/open-government-licence-canada). Closing costs and warranties: the official sources that each figure cites. None of them endorses this service.',
  },
  {
    title: 'Fair use',
    text: 'Free paths are limited per client and minute; the answer headers say how far. Paid calls that carry a valid payment are not limited in number.',
  },
];

const title = 'Terms of service';

const termsSchema = z.object({
  title: z.string(),
  updatedOn: z.iso.date(),
  sections: z.array(z.object({ title: z.string(), text: z.string() })),
  text: z.url().describe('The same as plain text'),
  changelog: z.url(),
  discovery: z.url(),
  disclaimer: z.string(),
});

export const termsTextOf = (network: Network): string =>
  termsSectionsOf(network)
    .map((section) => `${section.title}\n${section.text}`)
    .join('\n\n');

export function createTerms({ publicUrl, network }: DocumentedSite): FreeDocument[] {
  const text = [
    `Forecourt: ${title.toLowerCase()}`,
    `Last changed: ${termsUpdatedOn}`,
    termsTextOf(network),
    `As data: ${publicUrl}${paths.termsData}\nChanges: ${publicUrl}${paths.changelog}\nAll documents: ${publicUrl}${paths.discovery}`,
  ].join('\n\n');
  return [
    createDocument({
      path: paths.terms,
      contentType: 'text/plain; charset=utf-8',
      summary: 'Terms of service',
      text: `${text}\n`,
    }),
    createJsonDocument({
      path: paths.termsData,
      summary: 'Terms of service as data',
      schema: termsSchema,
      body: () => ({
        title,
        updatedOn: termsUpdatedOn,
        sections: [...termsSectionsOf(network)],
        text: `${publicUrl}${paths.terms}`,
        changelog: `${publicUrl}${paths.changelog}`,
        discovery: `${publicUrl}${paths.discovery}`,
      }),
    }),
  ];
}
