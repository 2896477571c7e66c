import { GST_RATES } from '../gst/tax.js';
import { Form } from '../lib/form.js';
import { UNITS, itemForm, itemsPage } from '../views/items.js';

function readItem(params) {
  const form = new Form(params);
  const values = {
    name: form.text('name', 'Name', { required: true }),
    hsn: form.text('hsn', 'HSN/SAC', { required: true, pattern: /^\d{4}(\d{2}){0,2}$/, hint: 'HSN/SAC must have 4, 6 or 8 digits.' }),
    unit: form.choice('unit', 'Unit', UNITS),
    pricePaise: form.decimal('price', 'Price', { places: 2, max: 1e10 }),
    taxBps: Number(form.choice('taxBps', 'GST rate', GST_RATES.map(String))),
  };
  return { form, values };
}

export function itemRoutes(router) {
  const show = (ctx, title, options, status) =>
    ctx.render(title, itemForm({ csrf: ctx.session.csrf, ...options }), { status });

  router.get('/items', (ctx) => {
    const items = ctx.repo.list('items').sort((a, b) => a.name.localeCompare(b.name));
    ctx.render('Items', itemsPage({ items }));
  });

  router.get('/items/new', (ctx) => show(ctx, 'New item', { values: { unit: 'Nos', taxBps: 1800 } }));

  router.post('/items/new', (ctx) => {
    const { form, values } = readItem(ctx.form);
    if (!form.ok) return show(ctx, 'New item', { values, errors: form.errors }, 422);
    ctx.repo.insert('items', values);
    return ctx.redirect('/items', `${values.name} was added.`);
  });

  router.get('/items/:id', (ctx) => show(ctx, 'Edit item', { values: ctx.find('items') }));

  router.post('/items/:id', (ctx) => {
    const item = ctx.find('items');
    const { form, values } = readItem(ctx.form);
    if (!form.ok) return show(ctx, 'Edit item', { values: { ...values, id: item.id }, errors: form.errors }, 422);
    ctx.repo.update('items', item.id, values);
    return ctx.redirect('/items', `${values.name} was saved.`);
  });
}
