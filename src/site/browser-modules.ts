import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { type Asset, JAVASCRIPT } from './assets.ts';

export interface BrowserModules {
  /** The path of the script to start with. */
  entry: string;
  /** The paths of all that it imports. */
  imports: readonly string[];
  assets: readonly Asset[];
}

/** A published package has no sources: there every module is JavaScript already. */
const RUNS_FROM_SOURCE = import.meta.url.endsWith('.ts');
const ROOT = new URL('../', import.meta.url);
const IMPORT = /^(import|export)\b(?!\s*type\b)([^;]*?\bfrom ')([^']+)'/gm;

/**
 * A script of a page and every module of the program that it imports, as the program itself runs them: only the types
 * are taken out, so that nothing is bundled and a page computes what the command line does. The paths hold a digest
 * of all of them, so that they may be kept for ever.
 */
export function browserModules(entry: string): BrowserModules {
  const sources = new Map<string, string>();
  const visit = (name: string) => {
    if (sources.has(name)) return;
    const text = readFileSync(new URL(RUNS_FROM_SOURCE ? name : runName(name), ROOT), 'utf8');
    sources.set(name, text);
    for (const [, , , wanted = ''] of text.matchAll(IMPORT)) {
      if (!wanted.startsWith('.')) throw new Error(`${name} imports ${wanted}, which no browser can load`);
      visit(new URL(wanted, new URL(name, ROOT)).href.slice(ROOT.href.length));
    }
  };
  visit(entry);
  const digest = createHash('sha256');
  for (const text of sources.values()) digest.update(text);
  const folder = `/assets/${digest.digest('base64url').slice(0, 10)}/`;
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
      text ??= withRunNames(name.endsWith('.ts') && RUNS_FROM_SOURCE ? withoutTypes(source) : source);
      return text;
    },
  };
}

function runName(name: string): string {
  return name.replace(/\.ts$/, '.js');
}

function withRunNames(text: string): string {
  return text.replace(IMPORT, (_, keyword, between, wanted) => `${keyword}${between}${runName(wanted)}'`);
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
