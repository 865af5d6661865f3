import { Html, html } from '../view/html.ts';

/** The mark: an F whose upper bar reaches out as a canopy, with a car's lamp below it. */
const shapes = (ground: string, ink: string) =>
  `<rect width="32" height="32" rx="8" fill="${ground}"/><path d="M8 7h17a1.5 1.5 0 0 1 1.5 1.5v1A1.5 1.5 0 0 1 25 11H12v4.2h6.2a1.5 1.5 0 0 1 1.5 1.5v.8a1.5 1.5 0 0 1-1.5 1.5H12V24a1.5 1.5 0 0 1-1.5 1.5h-2A1.5 1.5 0 0 1 7 24V8a1 1 0 0 1 1-1z" fill="${ink}"/><circle cx="22.6" cy="23.1" r="2.4" fill="${ink}"/>`;

export const iconText = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${shapes('#0a6650', '#fff')}</svg>`;

/** Beside the name, in the colours of the scheme. */
export const mark: Html = html`<svg aria-hidden="true" viewBox="0 0 32 32">${new Html(shapes('var(--accent)', 'var(--on-accent)'))}</svg>`;
