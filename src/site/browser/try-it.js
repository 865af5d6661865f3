// Shows a free sample where it is asked for; without this script the form opens it.
for (const form of document.querySelectorAll('form.try')) {
  if (!(form instanceof HTMLFormElement)) continue;
  const place = form.parentElement?.nextElementSibling;
  form.addEventListener('submit', async (event) => {
    if (!place) return;
    event.preventDefault();
    const block = document.createElement('pre');
    block.tabIndex = 0;
    block.setAttribute('role', 'region');
    block.setAttribute('aria-label', 'The answer');
    place.replaceChildren(block);
    try {
      const response = await fetch(form.action, { headers: { Accept: 'application/json' } });
      block.textContent = JSON.stringify(await response.json(), undefined, 2);
    } catch {
      block.textContent = 'The service cannot be reached just now.';
    }
  });
}
