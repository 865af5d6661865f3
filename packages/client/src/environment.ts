interface Process {
  env: Record<string, string | undefined>;
  versions?: { node?: string };
}

// Browsers and Workers have none.
const { process } = globalThis as { process?: Process };

/** Raised with the package; a test compares the two. */
const VERSION = '0.1.0';

/** Reads settings that the code leaves out, where the program runs in an environment that has variables. */
export function fromEnvironment(name: string): string | undefined {
  return process?.env[name] || undefined;
}

/** Only Node, Deno and Bun: a browser has its own, and would ask the service whether another one may be sent. */
export const IDENTITY: Record<string, string> = process?.versions?.node
  ? { 'User-Agent': `forecourt-client/${VERSION} node/${process.versions.node}` }
  : {};
