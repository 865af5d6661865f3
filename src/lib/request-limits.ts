/** The largest that the parts of a request may be. */
export const MAX_URL_BYTES = 2048;
export const MAX_HEADER_BYTES = 16 * 1024;
/** One message to an agent protocol. */
export const MAX_MESSAGE_BYTES = 32 * 1024;
/** One report that its buyer has sealed. */
export const MAX_SEALED_BYTES = 64 * 1024;
/** From the first byte of a request to the end of its headers, and from there to the end of its body. */
export const HEADERS_DEADLINE_MS = 10_000;
export const BODY_DEADLINE_MS = 10_000;
