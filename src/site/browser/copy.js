// Gives every block of code a button that copies it; without this script the code can still be selected.
for (const block of document.querySelectorAll('.code')) {
  const code = block.querySelector('pre');
  if (!code || !navigator.clipboard) continue;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy: ${block.getAttribute('data-name') ?? 'code'}`);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code.textContent ?? '');
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  block.append(button);
}
