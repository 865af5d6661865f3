import { z } from 'zod';
import { ServiceError } from '../../../errors/service-error.ts';
import type { FreeDocument } from '../../documents/document.ts';
import { paths } from '../../documents/links.ts';
import type { Limits } from '../../limits/limits.ts';
import type { Caller } from '../caller.ts';
import { RpcError, rpcCodes } from '../rpc-error.ts';
import { toRpcError } from '../to-rpc-error.ts';

interface Options {
  publicUrl: string;
  documents: readonly FreeDocument[];
  limits: Limits;
}

export interface Resources {
  list(): object[];
  /** `notFoundCode` differs between the revisions of the protocol. */
  read(params: unknown, caller: Caller, notFoundCode: number): Promise<{ contents: object[] }>;
}

/** Of no use to a model, or only to other kinds of crawlers. */
const LEFT_OUT: readonly string[] = [paths.robots, paths.security, paths.x402, paths.x402Data];
const READABLE = /^(application\/json|text\/(plain|markdown))\b/;

const readParams = z.looseObject({ uri: z.string() });

/** The terms, the documents and the catalog, under the addresses that they have over HTTP. */
export function createResources({ publicUrl, documents, limits }: Options): Resources {
  const resources = new Map(
    documents
      .filter(({ path, contentType }) => READABLE.test(contentType) && !LEFT_OUT.includes(path))
      .map((document) => [`${publicUrl}${document.path}`, document]),
  );
  return {
    list: () =>
      [...resources].map(([uri, { path, summary, contentType }]) => ({
        uri,
        name: path.slice(1),
        title: summary,
        mimeType: mimeTypeOf(contentType),
      })),
    async read(params, { clientKey, requestId }, notFoundCode) {
      const parsed = readParams.safeParse(params);
      if (!parsed.success) throw new RpcError(rpcCodes.invalidParams, 'resources/read takes a uri.');
      const { uri } = parsed.data;
      const document = resources.get(uri);
      if (!document) {
        throw new RpcError(notFoundCode, 'There is no such resource; resources/list lists all.', {
          uri: uri.slice(0, 200),
        });
      }
      const { path, contentType, limitPerMinute } = document;
      const { allowed, resetSeconds } = await limits.of(path, limitPerMinute).take(clientKey);
      if (!allowed) {
        const details = { limit: path, retryAfterSeconds: resetSeconds };
        throw toRpcError(new ServiceError('rate_limited', details), requestId);
      }
      const { text } = await document.read();
      return { contents: [{ uri, mimeType: mimeTypeOf(contentType), text }] };
    },
  };
}

function mimeTypeOf(contentType: string): string {
  return contentType.split(';')[0] ?? contentType;
}
