// Adds and removes items without reloading the page. Without JavaScript the same forms
// still work: they post and the server sends the customer back to the same page.
document.addEventListener('submit', async (event) => {
  const form = event.target;
  if (!form.matches('.stepper form, .bill form')) return;
  event.preventDefault();
  const data = new URLSearchParams(new FormData(form, event.submitter));
  const response = await fetch(form.action, { method: 'POST', body: data });
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (!response.ok || !fresh.querySelector('main')) return location.reload();
  for (const part of fresh.querySelectorAll('[data-live]')) {
    document.querySelector(`[data-live="${part.dataset.live}"]`)?.replaceWith(part);
  }
});

document.querySelector('select[data-submit]')?.addEventListener('change', (event) => event.target.form.submit());
