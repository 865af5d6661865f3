/** How large the parts of a request may be. */
export const MAX_URL_BYTES = 2048;
export const MAX_HEADER_BYTES = 16 * 1024;
/** One message to an agent protocol. */
export const MAX_MESSAGE_BYTES = 32 * 1024;
