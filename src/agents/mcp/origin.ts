/**
 * Whether a request that names its origin may come in: pages of the service itself, of the caller's own machine, and of
 * those that the operator names. A page of a stranger that was led to this address by a changed DNS answer names the
 * stranger.
 */
export function isAllowedOrigin(
  origin: string | null,
  publicUrl: string,
  allowed: readonly string[],
): boolean {
  if (origin === null || allowed.includes('*')) return true;
  const url = URL.parse(origin);
  if (!url) return false;
  return url.origin === new URL(publicUrl).origin || isLoopback(url.hostname) || allowed.includes(url.origin);
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
