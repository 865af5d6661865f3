import type { ParameterDescription } from '../products/describe-query.ts';
import { type Html, html } from '../report/html/html.ts';

/** A labelled control for one parameter of a product. */
export function formField(
  { name, required, description, schema, example }: ParameterDescription,
  value: string,
): Html {
  const id = `field-${name}`;
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum;
  const control = choices
    ? html`<select id="${id}" name="${name}"${required && html` required`} aria-describedby="${id}-help">${!required && html`<option value="">not given</option>`}${choices.map((choice) => option(String(choice), value || String(schema.default ?? '')))}</select>`
    : html`<input id="${id}" name="${name}" value="${value}"${required && html` required`}${name === 'vin' && html` class="vin" pattern="${schema.pattern ?? '.*'}" autocapitalize="characters"`} autocomplete="off" spellcheck="false" aria-describedby="${id}-help">`;
  return html`<div><label for="${id}">${labelOf(name)}</label>
${control}
<small id="${id}-help">${description}${example !== undefined && name !== 'vin' && html`, such as ${String(example)}`}</small></div>`;
}

function option(choice: string, chosen: string): Html {
  return html`<option${choice.toUpperCase() === chosen.toUpperCase() && html` selected`}>${choice}</option>`;
}

const ABBREVIATIONS = ['vin', 'msrp'];

function labelOf(name: string): string {
  if (ABBREVIATIONS.includes(name)) return name.toUpperCase();
  const words = name.replaceAll('_', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
