import { pagePaths } from '../documents/links.ts';
import { onDemand } from '../lib/on-demand.ts';
import { SAMPLE_VIN } from '../products/vin-parameter.ts';
import { type Html, html } from '../view/html.ts';
import { browserModules } from './browser-modules.ts';
import type { Page } from './page.ts';

const script = onDemand(() => browserModules('site/browser/vin-field.js'));

export const vinFieldAssets = () => script().assets;
export const vinFieldScripts = (): Pick<Page, 'scripts' | 'modules'> => {
  const { entry, imports } = script();
  return { scripts: [entry], modules: imports };
};

/** Asks for a VIN and shows what is known of it for nothing; works without scripts, which only help while typing. */
export function vinField(given = ''): Html {
  return html`<form class="vin-form" id="look" action="${pagePaths.car}" method="get">
<label for="look-vin">The VIN of the car</label>
<div class="vin-row"><input id="look-vin" class="vin" name="vin" value="${given}" required placeholder="${SAMPLE_VIN}" autocapitalize="characters" autocomplete="off" autocorrect="off" spellcheck="false" enterkeyhint="go" aria-describedby="look-state look-help"><button class="main">Look it up, free</button></div>
<p class="vin-state" id="look-state" role="status" aria-live="polite"></p>
<p id="look-help"><small>17 letters and digits: behind the windscreen on the driver’s side, on the door frame, in the papers. O is always zero. <a href="${pagePaths.car}?vin=${SAMPLE_VIN}">Try one</a></small></p>
</form>`;
}
