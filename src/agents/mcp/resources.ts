import { z } from 'zod';
import type { FreeDocument } from '../../documents/document.ts';
import { paths } from '../../documents/links.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { Limits } from '../../limits/limits.ts';
import type { Knowledge } from '../../products/knowledge.ts';
import type { Listing } from '../../products/product.ts';
import type { Caller } from '../caller.ts';
import { RpcError, rpcCodes } from '../rpc-error.ts';
import { toRpcError } from '../to-rpc-error.ts';
import { readTemplate, templates } from './resource-templates.ts';

interface Options {
  publicUrl: string;
  products: readonly Listing[];
  knowledge: Knowledge;
  documents: readonly FreeDocument[];
  limits: Limits;
}

export interface Resources {
  list(): Promise<object[]>;
  templates(): object[];
  read(params: unknown, caller: Caller): Promise<{ contents: object[] }>;
}

/** Of no use to a model, or only to other kinds of crawlers. */
const LEFT_OUT: readonly string[] = [paths.robots, paths.security, paths.x402, paths.x402Data];
const READABLE = /^(application\/json|text\/(plain|markdown))\b/;
/** Of cars and places, of one client. */
const TEMPLATES_PER_MINUTE = 30;

const readParams = z.looseObject({ uri: z.string() });

/** The terms, the documents and the catalog, under the addresses that they have over HTTP, and cars and places. */
export function createResources(options: Options): Resources {
  const { publicUrl, documents, limits } = options;
  const resources = new Map(
    documents
      .filter(({ path, contentType }) => READABLE.test(contentType) && !LEFT_OUT.includes(path))
      .map((document) => [`${publicUrl}${document.path}`, document]),
  );

  async function take(name: string, perMinute: number, { clientKey, requestId }: Caller) {
    const { allowed, resetSeconds } = await limits.of(name, perMinute).take(clientKey);
    if (allowed) return;
    const details = { limit: name, retryAfterSeconds: resetSeconds };
    throw toRpcError(new ServiceError('rate_limited', details), requestId);
  }

  return {
    list: () =>
      Promise.all(
        [...resources].map(async ([uri, { path, summary, contentType, read }]) => ({
          uri,
          name: path.slice(1),
          title: summary,
          description: `${summary}, as it is at ${path}`,
          mimeType: mimeTypeOf(contentType),
          size: Buffer.byteLength((await read()).text),
        })),
      ),
    templates: () => templates,
    async read(params, caller) {
      const parsed = readParams.safeParse(params);
      if (!parsed.success) throw new RpcError(rpcCodes.invalidParams, 'resources/read takes a uri.');
      const { uri } = parsed.data;
      const document = resources.get(uri);
      if (document) {
        await take(document.path, document.limitPerMinute, caller);
        const { text } = await document.read();
        return { contents: [{ uri, mimeType: mimeTypeOf(document.contentType), text }] };
      }
      if (uri.startsWith('forecourt:')) await take('resource_templates', TEMPLATES_PER_MINUTE, caller);
      const found = await readTemplate(uri, options);
      if (!found) {
        throw new RpcError(
          rpcCodes.invalidParams,
          'There is no such resource; resources/list and resources/templates/list list all.',
          { uri: uri.slice(0, 200) },
        );
      }
      return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(found) }] };
    },
  };
}

function mimeTypeOf(contentType: string): string {
  return contentType.split(';')[0] ?? contentType;
}
