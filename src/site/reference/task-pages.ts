import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { paths } from '../../documents/links.ts';
import { BASE } from '../../payments/evm/networks.ts';
import { type Html, html } from '../../view/html.ts';
import type { Site } from '../page.ts';
import { anchorOf, markdownView, plainWords } from '../text-pages.ts';

/** Documents that callers read, each a page of the reference, by what it does; those for operators stay with the project. */
const FILES: Readonly<Record<string, string>> = {
  calling: 'recipes/README.md',
  curl: 'recipes/curl.md',
  typescript: 'client.md',
  python: 'recipes/python.md',
  go: 'recipes/go.md',
  wallet: 'wallet.md',
  assistants: 'assistants.md',
  agents: 'agents.md',
  'read-a-report': 'report.md',
};

const pathOf = (slug: string) => `${paths.reference}/${slug}`;
const pathOfFile = new Map(Object.entries(FILES).map(([slug, file]) => [file, pathOf(slug)]));

/** Paths are known without reading the files, which nobody may ask for. */
export const taskPaths: readonly string[] = [...pathOfFile.values()];

export interface Task {
  path: string;
  title: string;
  lead: string;
  content: Html;
  markdown: string;
  sections: readonly { id: string; words: string; text: string }[];
}

/** Reads the documents of callers, with this service's own address and money in their examples. */
export function readTasks(site: Site): Task[] {
  return Object.entries(FILES).map(([slug, file]) => {
    const text = ownWords(readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8'), site);
    const [start = '', ...parts] = text.split(/^#+ /m).slice(1);
    const title = start.slice(0, start.indexOf('\n'));
    const [lead = title] = plainWords(start.slice(title.length)).match(/\S.*?[.:](?=\s)/) ?? [];
    const addressOf = (address: string) => {
      const [to = '', anchor] = address.split('#');
      const page = to === '' ? '' : pathOfFile.get(posix.join(posix.dirname(file), to));
      return page === undefined ? undefined : `${page}${anchor === undefined ? '' : `#${anchor}`}`;
    };
    return {
      path: pathOf(slug),
      title,
      lead,
      content: html`${markdownView(text, addressOf)}`,
      markdown: text.replaceAll(/\[([^\]]+)\]\((?!https?:)([^)\s]+)\)/g, (_, words: string, to: string) => {
        const [page, anchor] = addressOf(to)?.split('#') ?? [];
        return page ? `[${words}](${page}.md${anchor === undefined ? '' : `#${anchor}`})` : words;
      }),
      sections: [start, ...parts].map((part, at) => {
        const [words = ''] = part.split('\n', 1);
        return { id: at === 0 ? 'main' : anchorOf(words), words, text: plainWords(part.slice(words.length)) };
      }),
    };
  });
}

/** Who copies an example calls this service, and signs for its token. */
function ownWords(text: string, { publicUrl, offered, hasTestWallet }: Site): string {
  const { network, requirements } = offered.offer;
  const ofTests = /^([^\n]*\n)(.*?) In dev mode a service (.*?\.)(?=\n)/s;
  return (hasTestWallet ? text.replace(ofTests, '$1\nThis service $3\n$2') : text)
    .replaceAll(/https:\/\/forecourt\.example|http:\/\/localhost:8402/g, publicUrl)
    .replaceAll(`chainId: ${BASE.chainId}`, `chainId: ${network.chainId}`)
    .replaceAll(BASE.id, network.id)
    .replaceAll(new RegExp(BASE.usdc.address, 'gi'), requirements.asset)
    .replaceAll(`name: "${BASE.usdc.name}"`, `name: "${requirements.extra.name}"`);
}
