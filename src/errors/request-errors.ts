import { z } from 'zod';
import { MAX_HEADER_BYTES, MAX_MESSAGE_BYTES, MAX_URL_BYTES } from '../lib/request-limits.ts';
import { errorRow } from './error-row.ts';

const sizeLimit = { limitBytes: z.number().int() };
const tooLarge =
  (part: string) =>
  ({ limitBytes }: { limitBytes: number }) =>
    `The ${part} of this request may have at most ${limitBytes} bytes.`;

/** The errors of any request, whatever it asks for. */
export const requestErrors = {
  bad_request: errorRow({
    status: 400,
    when: 'The request is not HTTP, or names no host or an impossible one.',
    message: 'This is not a request that HTTP knows; check its first line and its headers.',
  }),
  not_found: errorRow({
    status: 404,
    when: 'There is nothing at this path.',
    details: {
      path: z.string(),
      didYouMean: z.string().exactOptional().describe('A path that there is and that is written much alike'),
    },
    message: ({ didYouMean }) =>
      `There is nothing at this path${didYouMean === undefined ? '.' : `; did you mean ${didYouMean}?`} ` +
      '/openapi.json and /llms.txt list what there is.',
  }),
  method_not_allowed: errorRow({
    status: 405,
    when: 'The path does not take this method; Allow lists those it takes.',
    details: { allowed: z.string() },
    unsent: ['allowed'],
    message: ({ allowed }) => `This path answers only ${allowed}.`,
    headers: ['Allow'],
  }),
  request_timeout: errorRow({
    status: 408,
    when: 'The headers of the request did not arrive in time.',
    message: 'The request did not arrive in time; send it again in one go.',
  }),
  body_too_large: errorRow({
    status: 413,
    when: `The message to an agent protocol is larger than ${MAX_MESSAGE_BYTES} bytes; reported in the \`error.data\` of JSON-RPC.`,
    details: sizeLimit,
    message: tooLarge('body'),
  }),
  url_too_long: errorRow({
    status: 414,
    when: `The URL is longer than ${MAX_URL_BYTES} bytes.`,
    details: sizeLimit,
    message: tooLarge('URL'),
  }),
  rate_limited: errorRow({
    status: 429,
    when: 'One client sent more requests than a limit allows, or the settlements of one payer failed too often; `limit` names the limit.',
    details: {
      limit: z
        .string()
        .describe('A path, unpaid_challenges, failed_payments, failed_settlements or open_requests'),
    },
    message: ({ limit, retryAfterSeconds }) =>
      `Too many requests (${limit}); try again in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds: 'given',
    headers: ['RateLimit', 'RateLimit-Policy'],
  }),
  headers_too_large: errorRow({
    status: 431,
    when: `The headers are larger than ${MAX_HEADER_BYTES / 1024} KiB.`,
    details: sizeLimit,
    message: tooLarge('headers'),
  }),
  internal: errorRow({
    status: 500,
    when: 'A fault of ours.',
    message: 'Something went wrong on our side; try again, and report the requestId if it stays.',
  }),
  overloaded: errorRow({
    status: 503,
    when: 'More requests are being answered than there is room for, or so many cars are being looked into for the first time that this one would not be in time.',
    message: 'The service has more work than it can do just now; try again in a few seconds.',
    retryAfterSeconds: 5,
  }),
  shutting_down: errorRow({
    status: 503,
    when: 'The service is being restarted.',
    message: 'The service is being restarted; try again in a few seconds.',
    retryAfterSeconds: 5,
  }),
  deadline_exceeded: errorRow({
    status: 504,
    when: 'The answer took longer than a request may take.',
    message:
      'The answer took longer than a request may take; try again, what was done so far makes it faster.',
    retryAfterSeconds: 5,
  }),
};
