import { readFileSync } from 'node:fs';
import { type HttpContext, replyText } from '../http/reply.ts';
import type { Handler } from '../http/routes.ts';
import { assetPaths } from './assets.ts';

const CACHE_CONTROL = 'public, max-age=86400';
const PNG = 'image/png';

/** What browsers and other sites look for under fixed names: pictures made by tools/screenshots.ts, and the manifest. */
export function siteFiles(): { path: string; get: Handler }[] {
  const icon = picture('icon-192.png');
  const share = picture('share.jpg');
  const manifest = JSON.stringify({
    name: 'Forecourt',
    short_name: 'Forecourt',
    description: 'Know the car before you pay for it.',
    start_url: '/',
    display: 'browser',
    background_color: '#ffffff',
    theme_color: '#0a6650',
    icons: [
      { src: assetPaths.icon, sizes: 'any', type: 'image/svg+xml' },
      { src: '/apple-touch-icon.png', sizes: '192x192', type: PNG },
    ],
  });
  return [
    serve('/manifest.webmanifest', 'application/manifest+json', manifest),
    serve('/share.jpg', 'image/jpeg', share),
    serve('/apple-touch-icon.png', PNG, icon),
    serve('/favicon.ico', PNG, icon),
  ];
}

function serve(path: string, contentType: string, content: string | Uint8Array<ArrayBuffer>) {
  const headers = { 'Cache-Control': CACHE_CONTROL };
  return { path, get: (c: HttpContext) => replyText(c.env.exchange, 200, content, contentType, headers) };
}

function picture(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(`./pictures/${name}`, import.meta.url)));
}
