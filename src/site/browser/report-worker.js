// Opens kept reports without a connection: gives their page and its files where the network does not, and nothing else,
// so that no price and no challenge is ever an old one.

/** @typedef {Event & { request: Request, respondWith(reply: Promise<Response>): void }} Fetching */

addEventListener('fetch', (event) => {
  const fetching = /** @type {Fetching} */ (event);
  const { request } = fetching;
  const { origin, pathname } = new URL(request.url);
  const isFile = origin === location.origin && pathname.startsWith('/assets/');
  if (request.mode === 'navigate' || isFile)
    fetching.respondWith(fetch(request).catch((error) => giveKept(request, error)));
});

/**
 * @param {Request} request
 * @param {unknown} error
 */
async function giveKept(request, error) {
  const found = await caches.match(request, { ignoreSearch: true, ignoreVary: true });
  if (!found) throw error;
  if (request.mode !== 'navigate') return found;
  // Parts that need a connection, prices among them, are not shown.
  const page = (await found.text()).replace('<body>', '<body class="offline">');
  return new Response(page, { headers: found.headers });
}
