import { readFileSync } from 'node:fs';
import { Html, html } from './html.ts';

/** Small enough to be part of a page, which must open anywhere without a network. */
export const reportStyle = readFileSync(new URL('./report.css', import.meta.url), 'utf8');

/** Writes a page that is complete in itself: no script, no picture, no address that a browser would fetch. */
export function standalonePage(title: string, content: Html): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style id="report-style">
${new Html(reportStyle)}</style>
</head>
<body class="alone">
<main>
${content}
</main>
</body>
</html>
`;
  return page.text;
}
