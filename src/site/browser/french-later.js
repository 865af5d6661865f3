// Loads what writes French where somebody begins to write, or a script has said something: such a page says little itself.

const load = () => void import(document.documentElement.dataset.french ?? '');
document.addEventListener('focusin', load, { once: true });
new MutationObserver(load).observe(document.body, { childList: true, subtree: true });
