/** A path of this service, as a link, a document or a sentence names it: not the end of another's address, nor of a tag. */
const PATH = /(?<=["'`\s(]|localhost:\d+)(?:\/(?:\.well-known|[a-z0-9_-]+))+(?:\.[a-z]+)?/gi;
const MOST_PAGES = 300;
/** Addresses that an answer names as its sources; their paths are not ours. */
const OF_OTHERS = /"url":"https:[^"]*"/g;

/** All that a service serves to anybody: from its front page on, whatever path one of its answers names. */
export async function crawl(url: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const waiting = ['/', '/health', '/openapi.json', '/llms-full.txt', '/robots.txt', '/nothing/here'];
  for (let path = waiting.pop(); path !== undefined && answers.size < MOST_PAGES; path = waiting.pop()) {
    if (answers.has(path)) continue;
    const response = await fetch(new URL(path, url), { headers: { accept: 'text/html, */*' } });
    const text = await response.text();
    answers.set(path, `${response.status} ${JSON.stringify([...response.headers])} ${text}`);
    // Pages name the files that scripts import as well.
    if (response.status === 404 || /script|css/.test(response.headers.get('content-type') ?? '')) continue;
    for (const [found] of text.replaceAll(OF_OTHERS, '').matchAll(PATH))
      if (!answers.has(found)) waiting.push(found);
  }
  return answers;
}
