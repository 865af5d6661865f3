import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { reportStyle } from '../report/html/report-page.ts';

export interface Asset {
  path: string;
  contentType: string;
  text: string;
}

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5cab"/>' +
  '<path d="M6 20l3-8h14l3 8v5h-4v-2H10v2H6z" fill="#fff"/><circle cx="11" cy="19" r="2" fill="#0b5cab"/>' +
  '<circle cx="21" cy="19" r="2" fill="#0b5cab"/></svg>';

export const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** The look of the report, and what only the site has. */
const siteStyle = `\n${reportStyle}\n${readFileSync(new URL('./site.css', import.meta.url), 'utf8')}`;

const style = asset('site.css', 'text/css; charset=utf-8', siteStyle);
const icon = asset('icon.svg', 'image/svg+xml', ICON);
const copy = script('copy.js');

/** The path of each file holds a digest of it, so that it may be kept for ever. */
export const assets: readonly Asset[] = [style, icon, copy];

export const assetPaths = { style: style.path, icon: icon.path, copy: copy.path };

function script(name: string): Asset {
  return asset(name, JAVASCRIPT, readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8'));
}

function asset(name: string, contentType: string, text: string): Asset {
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 10);
  return { path: `/assets/${digest}/${name}`, contentType, text };
}
