import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename } from 'node:path';
import { type Asset, JAVASCRIPT } from './assets.ts';

/** A published package has no sources: there every module is JavaScript already. */
const RUNS_FROM_SOURCE = import.meta.url.endsWith('.ts');
const ROOT = new URL('../', import.meta.url);
/** Names that a module takes of another one, or gives. */
const NAMED = /^(import|export)\b (?:\* as ([\w$]+)|\{([^}]*)\})(?: from ['"]([^'"]+)['"])?;?/gm;
const DECLARED = /^export ((?:async )?(?:function\*?|class|const|let) ([\w$]+))/gm;
/** Lines of comments, but for those of a licence, what types leave empty, and indents: no text of a page begins with one. */
const NOT_RUN = /^[ \t]*(?:(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/|\/\/.*)?\n)?/gm;
/** Names that are taken of another module as they are. */
const TAKEN = /^(?:import|export) \{(?:(?! as )[^}])*\} from .*$/gm;
/** A function of a module, which ends where a line begins, or what is made in one line. */
const MADE = /^(export )?(?:(?:async )?function\*? ([\w$]+).*[^}\n]\n[\s\S]*?^}|const ([\w$]+)\b.*;)\n/gm;
const PACKAGES = 'packages/';
/** Packages of which a page may get modules, by scope: a file that each shows, because it does not show all of them. */
const SHOWN: Readonly<Record<string, string>> = { '@noble': '/utils.js', '@forecourt': '' };

/**
 * Joins a script of a page with every module of the program that it imports, as the program itself runs them: only types
 * and comments are taken out, so that a page computes what the command line does. One file takes a third less than its
 * modules, and is there without asking for one after the other. The path holds a digest, so that it may be kept for ever.
 */
export function browserScript(entry: string, below = '/assets'): Asset {
  /** In the order in which they run. */
  const sources = new Map<string, string>();
  const visit = (name: string) => {
    if (sources.has(name)) return;
    const text = readFileSync(addressOf(name), 'utf8');
    for (const [, , , , wanted] of text.matchAll(NAMED)) if (wanted) visit(nameOf(wanted, name));
    sources.set(name, text);
  };
  visit(entry);
  const digest = createHash('sha256');
  for (const text of sources.values()) digest.update(text);
  const path = `${below}/${digest.digest('base64url').slice(0, 10)}/${basename(entry)}`;
  return { path, contentType: JAVASCRIPT, text: () => joined(sources) };
}

/** Each module but the last, which is that of the page, runs within a function that gives what it exports. */
function joined(sources: ReadonlyMap<string, string>): string {
  const names = [...sources.keys()];
  const codes = [...sources].map(([name, source]) =>
    addressOf(name).href.endsWith('.ts') ? withoutTypes(source) : source,
  );
  const parts = withoutUnused(codes).map((code, index) => {
    const name = names[index] ?? '';
    const given: string[] = [];
    const body = code.replace(NOT_RUN, '').replace(NAMED, (_, keyword, all, list = '', wanted) => {
      const from = wanted && `module${names.indexOf(nameOf(wanted, name))}`;
      if (keyword === 'import') return `const ${all ?? `{${list.replaceAll(' as ', ': ')}}`} = ${from};`;
      for (const [, own, as = own] of list.matchAll(/([\w$]+)(?: as ([\w$]+))?/g))
        given.push(`${as}: ${from ? `${from}.` : ''}${own}`);
      return '';
    });
    if (index === names.length - 1) return body;
    const run = body.replace(DECLARED, (_, declared, own) => {
      given.push(own);
      return declared;
    });
    return `const module${index} = (() => {\n${run}return { ${given.join(', ')} };\n})();\n`;
  });
  return parts.join('');
}

/** Takes out what nothing names: a page does not do all that the modules of the program can. */
function withoutUnused(codes: readonly string[]): readonly string[] {
  const uses = new Map<string, number>();
  const run = codes.join('\n').replace(NOT_RUN, '').replace(TAKEN, '');
  for (const [name] of run.matchAll(/[\w$]+/g)) uses.set(name, (uses.get(name) ?? 0) + 1);
  const fewer = codes.map((code, index) =>
    code.replace(MADE, (whole, exported, func, name = func) => {
      const isOfPage = exported !== undefined && index === codes.length - 1;
      return isOfPage || uses.get(name) !== 1 ? whole : '';
    }),
  );
  return fewer.join('') === codes.join('') ? codes : withoutUnused(fewer);
}

/** Finds a module of ours by its place in the program, one of a package by its own name. */
function addressOf(name: string): URL {
  if (name.startsWith(PACKAGES)) {
    const [scope = '', own, ...rest] = name.slice(PACKAGES.length).split('/');
    return new URL(rest.join('/'), import.meta.resolve(`${scope}/${own}${SHOWN[scope]}`));
  }
  return new URL(RUNS_FROM_SOURCE ? name : name.replace(/\.ts$/, '.js'), ROOT);
}

function nameOf(wanted: string, from: string): string {
  if (wanted.startsWith('.')) return new URL(wanted, new URL(from, ROOT)).href.slice(ROOT.href.length);
  const [scope = '', own] = wanted.split('/');
  if (scope in SHOWN) return `${PACKAGES}${scope}/${own}/${basename(import.meta.resolve(wanted))}`;
  throw new Error(`${from} imports ${wanted}, which no browser can load`);
}

/** @NOTE Node warns at the first call that this function is new; the log is for what an operator can act on. */
function withoutTypes(text: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    // Types leave as many blanks as they were long.
    return stripTypeScriptTypes(text)
      .replace(/(?<=\S) {2,}/g, ' ')
      .replace(/(?<=\S) (?=[,;)])/g, '');
  } finally {
    process.emitWarning = emitWarning;
  }
}
