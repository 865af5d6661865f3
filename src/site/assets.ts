import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Html, html } from '../view/html.ts';
import { reportStyle } from '../view/standalone-page.ts';

/** Draws the mark: an F whose upper bar reaches out as a canopy, with a car's lamp below it. */
const shapes = (ground: string, ink: string) =>
  `<rect width="32" height="32" rx="8" fill="${ground}"/><path d="M8 7h17a1.5 1.5 0 0 1 1.5 1.5v1A1.5 1.5 0 0 1 25 11H12v4.2h6.2a1.5 1.5 0 0 1 1.5 1.5v.8a1.5 1.5 0 0 1-1.5 1.5H12V24a1.5 1.5 0 0 1-1.5 1.5h-2A1.5 1.5 0 0 1 7 24V8a1 1 0 0 1 1-1z" fill="${ink}"/><circle cx="22.6" cy="23.1" r="2.4" fill="${ink}"/>`;

export const iconText = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${shapes('#0a6650', '#fff')}</svg>`;

export const mark: Html = html`<svg aria-hidden="true" viewBox="0 0 32 32">${new Html(shapes('var(--accent)', 'var(--on-accent)'))}</svg>`;

export interface Asset {
  path: string;
  contentType: string;
  /** Made when somebody asks for it: most starts serve no page. */
  text: () => string;
}

export const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** Files whose path holds a digest of each, so that they may be kept for ever. */
export const siteFiles = {
  style: style('site.css', reportStyle, 'frame', 'forms', 'home'),
  /** Of a kept report, which has a limit: in it nothing is looked up or compared. Its first rule holds those of reports. */
  keptStyle: style('report.css', `@media all {\n${reportStyle}}`, 'frame', 'forms'),
  referenceStyle: style('reference.css', '', 'reference'),
  icon: asset('icon.svg', 'image/svg+xml', iconText),
  copy: script('copy.js'),
  reference: script('reference.js'),
};

function style(name: string, first: string, ...names: readonly string[]): Asset {
  const texts = names.map((one) => readFileSync(new URL(`./styles/${one}.css`, import.meta.url), 'utf8'));
  const text = [first, ...texts].join('\n').replace(/\/\*.*?\*\/\n?|^ +/gm, '');
  return asset(name, 'text/css; charset=utf-8', text);
}

export function script(name: string): Asset {
  return asset(name, JAVASCRIPT, readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8'));
}

/** A file whose path holds a digest of it, so that it may be kept for ever. */
export function asset(name: string, contentType: string, text: string): Asset {
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 10);
  return { path: `/assets/${digest}/${name}`, contentType, text: () => text };
}
