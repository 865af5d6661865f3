// Helps with a VIN while it is typed: counts, judges the check digit, and offers what was probably meant.

import { adviseOnVin } from '../vin-advice.ts';

for (const field of document.querySelectorAll('input.vin')) {
  if (field instanceof HTMLInputElement) watch(field);
}

/** @param {HTMLInputElement} field */
function watch(field) {
  const state = document.getElementById((field.getAttribute('aria-describedby') ?? '').split(' ')[0] ?? '');
  if (!state) return;
  const look = () => {
    const { vin, verdict, sentence, suggestions } = adviseOnVin(field.value);
    const isTyping = verdict === 'length' && vin.length < 17;
    const words = verdict === 'fits' ? '✓ 17 of 17: the check digit fits.' : sentence;
    state.classList.toggle('wrong', verdict !== 'fits' && !isTyping && verdict !== 'empty');
    state.replaceChildren(words, ...suggestions.map(offer));
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
    // A pasted VIN often has blanks or hyphens in it.
    const tidy = value.toUpperCase().replace(/[\s.\-–_]/g, '');
    if (tidy !== value) {
      field.value = tidy;
      const end = at === null ? tidy.length : Math.max(0, at - (value.length - tidy.length));
      field.setSelectionRange(end, end);
    }
    look();
  });
  if (field.value !== '') look();
}
