import { AgentCard, type AgentSkill } from '@a2a-js/sdk';
import { alsoAt, createJsonDocument, type FreeDocument } from '../../documents/document.ts';
import { guessedPaths, paths, protocolPaths } from '../../documents/links.ts';
import { version } from '../../lib/version.ts';
import type { Network } from '../../payments/evm/networks.ts';
import type { Offer } from '../../payments/wire/requirements.ts';
import { describeQuery, exampleQuery } from '../../products/describe-query.ts';
import type { Listing } from '../../products/product.ts';
import { x402Extensions, x402Speaks } from './x402-extension.ts';

interface Options {
  publicUrl: string;
  network: Network;
  products: readonly Listing[];
}

const MODES = ['application/json', 'text/plain'];
const UNRESTRICTED = { inputModes: [], outputModes: [], securityRequirements: [] };

/** Describes the service to other agents, as A2A 1.0 does. */
export function describeAgent({ publicUrl, network: { money, notice }, products }: Options): AgentCard {
  const url = `${publicUrl}${protocolPaths.a2a}`;
  return {
    name: 'Forecourt',
    description:
      'What a VIN means before money changes hands: decode, recalls, known issues and closing costs of used cars, ' +
      'paid per call in USDC by x402. Errors and answers that are worth nothing cost nothing.' +
      (notice === undefined ? '' : ` ${notice}`),
    supportedInterfaces: ['1.0', '0.3'].map((protocolVersion) => ({
      url,
      protocolBinding: 'JSONRPC',
      protocolVersion,
      tenant: '',
    })),
    version,
    provider: { organization: 'Forecourt', url: publicUrl },
    documentationUrl: `${publicUrl}${paths.reference}/agents.md`,
    capabilities: {
      streaming: false,
      pushNotifications: false,
      extendedAgentCard: false,
      extensions: (['current', 'earlier'] as const).map((which) => ({
        uri: x402Extensions[which],
        description: `Paid skills ask for a payment in ${money}; free skills answer without. Speaks ${x402Speaks[which]}.`,
        required: false,
        params: undefined,
      })),
    },
    securitySchemes: {},
    securityRequirements: [],
    signatures: [],
    defaultInputModes: MODES,
    defaultOutputModes: MODES,
    skills: products.flatMap((product) => [describeSkill(product), describeSampleSkill(product)]),
  };
}

function describeSkill(product: Listing): AgentSkill {
  const { slug, name, priceUsd, summary, description, query, question } = product;
  const parameters = exampleQuery(describeQuery(query));
  return {
    id: skillId(product),
    name: `${name} ($${priceUsd})`,
    description: `${summary} ${description} Price: $${priceUsd} in USDC.`,
    ...UNRESTRICTED,
    tags: ['vehicle', 'vin', 'used-car', slug, 'paid', 'x402'],
    examples: [question, JSON.stringify({ skill: skillId(product), parameters })],
  };
}

function describeSampleSkill(product: Listing): AgentSkill {
  const { slug, name, sample } = product;
  return {
    id: sampleSkillId(product),
    name: `${name}: free sample`,
    description: `What the skill ${slug} answers, for one fixed vehicle or sale. Free; ${sample.limitPerMinute} a minute.`,
    ...UNRESTRICTED,
    tags: ['vehicle', 'sample', slug, 'free'],
    examples: [JSON.stringify({ skill: sampleSkillId(product) }), `sample of ${name.toLowerCase()}`],
  };
}

/** Writes one card for both versions: what 0.3.0 wants stands beside what 1.0 wants. */
export function createAgentCard(card: AgentCard): FreeDocument {
  const document = createJsonDocument({
    path: '/.well-known/agent-card.json',
    summary: 'The skills of this service for A2A agents',
    body: () => ({ ...Object(AgentCard.toJSON(card)), ...earlierMembers(card) }),
  });
  return alsoAt(guessedPaths.agentCard, document);
}

function earlierMembers({ supportedInterfaces: [first] }: AgentCard) {
  return {
    protocolVersion: '0.3.0',
    url: first?.url,
    preferredTransport: 'JSONRPC',
    supportsAuthenticatedExtendedCard: false,
  };
}

export interface Skill {
  id: string;
  kind: 'paid' | 'sample';
  product: Listing;
  offer: Offer;
}

type Named = Pick<Listing, 'slug'>;

function skillId({ slug }: Named): string {
  return slug;
}

function sampleSkillId({ slug }: Named): string {
  return `sample-${slug}`;
}

export function createSkills(
  products: readonly Listing[],
  offerOf: (product: Listing) => Offer,
): ReadonlyMap<string, Skill> {
  const skills = products.flatMap((product): Skill[] => {
    const offer = inBrief(offerOf(product));
    return [
      { id: skillId(product), kind: 'paid', product, offer },
      { id: sampleSkillId(product), kind: 'sample', product, offer },
    ];
  });
  return new Map(skills.map((skill) => [skill.id, skill]));
}

/** Models read a challenge whole: how else the product is called, and what it answers, is left to its documents. */
function inBrief(offer: Offer): Offer {
  return { ...offer, ...(offer.bazaarInHeader && { bazaar: offer.bazaarInHeader }) };
}
