import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { reportStyle } from '../view/standalone-page.ts';
import { iconText } from './mark.ts';

export interface Asset {
  path: string;
  contentType: string;
  text: string;
}

export const JAVASCRIPT = 'text/javascript; charset=utf-8';

const STYLES = ['frame', 'forms', 'home', 'reference'];

/** The look of the report, and what only the site has. */
const siteStyle = [
  reportStyle,
  ...STYLES.map((name) => readFileSync(new URL(`./styles/${name}.css`, import.meta.url), 'utf8')),
].join('\n');

const style = asset('site.css', 'text/css; charset=utf-8', siteStyle);
const icon = asset('icon.svg', 'image/svg+xml', iconText);
const copy = script('copy.js');
const tryIt = script('try-it.js');

/** The path of each file holds a digest of it, so that it may be kept for ever. */
export const assets: readonly Asset[] = [style, icon, copy, tryIt];

export const assetPaths = { style: style.path, icon: icon.path, copy: copy.path, tryIt: tryIt.path };

function script(name: string): Asset {
  return asset(name, JAVASCRIPT, readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8'));
}

function asset(name: string, contentType: string, text: string): Asset {
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 10);
  return { path: `/assets/${digest}/${name}`, contentType, text };
}
