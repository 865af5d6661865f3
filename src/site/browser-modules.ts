import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename } from 'node:path';
import { type Asset, JAVASCRIPT } from './assets.ts';

/** A published package has no sources: there every module is JavaScript already. */
const RUNS_FROM_SOURCE = import.meta.url.endsWith('.ts');
const ROOT = new URL('../', import.meta.url);
const IMPORT = /^(import|export)\b(?!\s*type\b)([^;]*?\bfrom )['"]([^'"]+)['"]/gm;
/** Lines of comments, but for those of a licence. */
const COMMENTS = /^[ \t]*(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/|\/\/.*)\n/gm;
const PACKAGES = 'packages/';
/** Packages of which a page may get modules, by scope: a file that each shows, because it does not show all of them. */
const SHOWN: Readonly<Record<string, string>> = { '@noble': '/utils.js', '@forecourt': '' };

/**
 * Reads a script of a page and every module of the program that it imports, as the program itself runs them: only types
 * and comments are taken out, so that nothing is bundled and a page computes what the command line does. The paths hold a
 * digest of all of them, so that they may be kept for ever.
 */
export function browserModules(entry: string, below = '/assets') {
  const sources = new Map<string, string>();
  const visit = (name: string) => {
    if (sources.has(name)) return;
    const text = readFileSync(addressOf(name), 'utf8');
    sources.set(name, text);
    for (const [, , , wanted = ''] of text.matchAll(IMPORT)) visit(nameOf(wanted, name));
  };
  visit(entry);
  const digest = createHash('sha256');
  for (const text of sources.values()) digest.update(text);
  const folder = `${below}/${digest.digest('base64url').slice(0, 10)}/`;
  const assets = [...sources].map(([name, text]) => moduleAsset(`${folder}${runName(name)}`, name, text));
  const [first, ...imports] = assets.map(({ path }) => path);
  if (first === undefined) throw new Error(`${entry} has no text`);
  return { entry: first, imports, assets };
}

function moduleAsset(path: string, name: string, source: string): Asset {
  let text: string | undefined;
  return {
    path,
    contentType: JAVASCRIPT,
    // Only made when somebody asks for it: most starts serve no page.
    get text() {
      const code = () => (addressOf(name).href.endsWith('.ts') ? withoutTypes(source) : source);
      text ??= withRunNames(code().replace(COMMENTS, ''), name);
      return text;
    },
  };
}

function runName(name: string): string {
  return name.replace(/\.ts$/, '.js');
}

/** Finds a module of ours by its place in the program, one of a package by its own name. */
function addressOf(name: string): URL {
  if (name.startsWith(PACKAGES)) {
    const [scope = '', own, ...rest] = name.slice(PACKAGES.length).split('/');
    return new URL(rest.join('/'), import.meta.resolve(`${scope}/${own}${SHOWN[scope]}`));
  }
  return new URL(RUNS_FROM_SOURCE ? name : runName(name), ROOT);
}

function nameOf(wanted: string, from: string): string {
  if (wanted.startsWith('.')) return new URL(wanted, new URL(from, ROOT)).href.slice(ROOT.href.length);
  const [scope = '', own] = wanted.split('/');
  if (scope in SHOWN) return `${PACKAGES}${scope}/${own}/${basename(import.meta.resolve(wanted))}`;
  throw new Error(`${from} imports ${wanted}, which no browser can load`);
}

/** Writes imports by addresses that a browser finds: those of packages are relative too. */
function withRunNames(text: string, name: string): string {
  const up = '../'.repeat(name.split('/').length - 1);
  return text.replace(IMPORT, (_, keyword, between, wanted) => {
    const address = wanted.startsWith('.') ? wanted : `${up || './'}${nameOf(wanted, name)}`;
    return `${keyword}${between}'${runName(address)}'`;
  });
}

/** @NOTE Node warns at the first call that this function is new; the log is for what an operator can act on. */
function withoutTypes(text: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(text);
  } finally {
    process.emitWarning = emitWarning;
  }
}
