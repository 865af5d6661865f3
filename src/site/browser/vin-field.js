// Helps with a VIN while it is typed or pasted: finds it in what stands around it, counts, and judges the check digit.

import { adviseOnVin } from '../vin-advice.ts';

const WHOLE = 17;

for (const field of document.querySelectorAll('input.vin')) {
  if (field instanceof HTMLInputElement) watch(field);
}

/** @param {HTMLInputElement} field */
function watch(field) {
  const state = document.getElementById((field.getAttribute('aria-describedby') ?? '').split(' ')[0] ?? '');
  if (!state) return;
  const look = () => {
    const { vin, verdict, sentence, suggestions } = adviseOnVin(field.value);
    const isTyping = verdict === 'length' && vin.length < WHOLE;
    const words = verdict === 'fits' ? '✓ 17 of 17: the check digit fits.' : sentence;
    const isFine = isTyping || verdict === 'fits' || verdict === 'empty' || verdict === 'europe';
    state.classList.toggle('wrong', !isFine);
    const mayBeMeant = !isFine && suggestions.length === 0 && Math.abs(vin.length - WHOLE) < 2;
    state.replaceChildren(
      words,
      ...suggestions.flatMap((one) => [' ', offer(one)]),
      ...(mayBeMeant ? [' ', meant(vin)] : []),
    );
  };
  /** @param {string} vin */
  const offer = (vin) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'plain';
    button.textContent = `Is it ${vin}?`;
    button.addEventListener('click', () => {
      field.value = vin;
      look();
      field.focus();
    });
    return button;
  };
  field.addEventListener('input', () => {
    const { selectionStart: at, value } = field;
    const { vin, verdict } = adviseOnVin(value);
    const isFound = vin !== '' && verdict !== 'several' && verdict !== 'none';
    if (isFound && vin !== value) {
      field.value = vin;
      const end = at === null ? vin.length : Math.max(0, at - (value.length - vin.length));
      field.setSelectionRange(end, end);
    }
    look();
  });
  // A sentence that the page itself says of a VIN is not said again.
  if (field.value !== '' && !document.querySelector('.message.bad')) look();
}

/** Links the page that looks among all cars. @param {string} vin */
function meant(vin) {
  const link = document.createElement('a');
  link.href = `/car?${new URLSearchParams({ vin })}`;
  link.textContent = 'See which cars may be meant';
  return link;
}
