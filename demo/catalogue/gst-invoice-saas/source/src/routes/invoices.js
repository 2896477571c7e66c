import { GST_RATES } from '../gst/tax.js';
import { addDays, today } from '../lib/dates.js';
import { Form } from '../lib/form.js';
import { balanceOf, cancelInvoice, issueInvoice, prepareDraft, recordPayment, statusOf } from '../services/invoices.js';
import { invoiceForm, invoicePage, invoicesPage } from '../views/invoices.js';

const PAYMENT_METHODS = ['UPI', 'Bank transfer', 'Cheque', 'Cash'];

function readLines(form, params) {
  const column = (name) => params.getAll(name);
  return column('description').flatMap((description, i) => {
    if (!description.trim()) return [];
    const label = `Line ${i + 1}`;
    const hsn = (column('hsn')[i] ?? '').trim();
    const taxBps = Number(column('taxBps')[i]);
    if (!/^\d{4}(\d{2}){0,2}$/.test(hsn)) form.fail('lines', `${label}: HSN/SAC must have 4, 6 or 8 digits.`);
    if (!GST_RATES.includes(taxBps)) form.fail('lines', `${label}: please choose a GST rate.`);
    return [{
      description: description.trim().slice(0, 160),
      hsn,
      unit: (column('unit')[i] ?? 'Nos').slice(0, 8),
      qtyMilli: form.scaled(column('qty')[i], 'lines', `${label} quantity`, { places: 3, min: 1, max: 1e8 }),
      pricePaise: form.scaled(column('price')[i], 'lines', `${label} price`, { places: 2, max: 1e10 }),
      discountBps: form.scaled(column('discount')[i] || '0', 'lines', `${label} discount`, { places: 2, max: 10000 }),
      taxBps,
    }];
  });
}

function readInvoice(ctx) {
  const form = new Form(ctx.form);
  const customer = ctx.repo.get('customers', ctx.form.get('customerId') ?? '');
  if (!customer) form.fail('customerId', 'Please choose a customer.');
  const values = {
    customer, customerId: customer?.id,
    date: form.date('date', 'Invoice date'),
    dueDate: form.date('dueDate', 'Due date'),
    notes: form.text('notes', 'Notes', { max: 300 }),
    lines: readLines(form, ctx.form),
  };
  if (values.lines.length === 0) form.fail('lines', 'Add at least one line.');
  if (values.dueDate < values.date) form.fail('dueDate', 'Due date cannot be before the invoice date.');
  return { form, values };
}

export function invoiceRoutes(router) {
  const showForm = (ctx, title, options, status) => ctx.render(title, invoiceForm({
    ...options, csrf: ctx.session.csrf, account: ctx.repo.account(),
    customers: ctx.repo.list('customers').sort((a, b) => a.name.localeCompare(b.name)),
    items: ctx.repo.list('items').sort((a, b) => a.name.localeCompare(b.name)),
  }), { status });

  const show = (ctx, invoice, options, status) => ctx.render(invoice.number ?? 'Draft invoice', invoicePage({
    invoice, account: ctx.repo.account(), csrf: ctx.session.csrf, methods: PAYMENT_METHODS, ...options,
  }), { status });

  const findDraft = (ctx) => {
    const invoice = ctx.find('invoices');
    return invoice.status === 'draft' ? invoice : null;
  };

  router.get('/invoices', (ctx) => {
    const search = (ctx.query.get('q') ?? '').trim().toLowerCase();
    const status = ctx.query.get('status') ?? '';
    const all = ctx.repo.list('invoices', (invoice) => `${invoice.number ?? ''} ${invoice.buyer.name}`.toLowerCase().includes(search));
    const counts = Object.fromEntries(['draft', 'due', 'overdue', 'paid', 'cancelled']
      .map((name) => [name, all.filter((invoice) => statusOf(invoice) === name).length]));
    const invoices = all.filter((invoice) => !status || statusOf(invoice) === status)
      .sort((a, b) => b.date.localeCompare(a.date) || (b.number ?? '~').localeCompare(a.number ?? '~'));
    ctx.render('Invoices', invoicesPage({ invoices, counts, total: all.length, status, search }));
  });

  router.get('/invoices/new', (ctx) => showForm(ctx, 'New invoice', {
    values: { date: today(), dueDate: addDays(today(), 15), lines: [], customerId: ctx.query.get('customer') },
  }));

  router.post('/invoices/new', (ctx) => {
    const { form, values } = readInvoice(ctx);
    if (!form.ok) return showForm(ctx, 'New invoice', { values, errors: form.errors }, 422);
    const invoice = ctx.repo.insert('invoices', prepareDraft(values, ctx.repo.account()));
    return ctx.redirect(`/invoices/${invoice.id}`, 'Draft saved. Check it, then issue it to get an invoice number.');
  });

  router.get('/invoices/:id', (ctx) => show(ctx, ctx.find('invoices')));

  router.get('/invoices/:id/edit', (ctx) => {
    const draft = findDraft(ctx);
    if (!draft) return ctx.redirect(`/invoices/${ctx.params.id}`, 'An issued invoice cannot be edited.');
    return showForm(ctx, 'Edit draft', { values: draft });
  });

  router.post('/invoices/:id/edit', (ctx) => {
    const draft = findDraft(ctx);
    if (!draft) return ctx.redirect(`/invoices/${ctx.params.id}`, 'An issued invoice cannot be edited.');
    const { form, values } = readInvoice(ctx);
    if (!form.ok) return showForm(ctx, 'Edit draft', { values: { ...values, id: draft.id }, errors: form.errors }, 422);
    ctx.repo.update('invoices', draft.id, prepareDraft(values, ctx.repo.account()));
    return ctx.redirect(`/invoices/${draft.id}`, 'Draft saved.');
  });

  router.post('/invoices/:id/issue', (ctx) => {
    const draft = findDraft(ctx);
    if (!draft) return ctx.redirect(`/invoices/${ctx.params.id}`);
    const invoice = issueInvoice(ctx.repo, draft);
    return ctx.redirect(`/invoices/${invoice.id}`, `Invoice ${invoice.number} was issued.`);
  });

  router.post('/invoices/:id/delete', (ctx) => {
    const draft = findDraft(ctx);
    if (!draft) return ctx.redirect(`/invoices/${ctx.params.id}`, 'An issued invoice cannot be deleted.');
    ctx.repo.remove('invoices', draft.id);
    return ctx.redirect('/invoices', 'Draft deleted.');
  });

  router.post('/invoices/:id/payments', (ctx) => {
    const invoice = ctx.find('invoices');
    const form = new Form(ctx.form);
    const payment = {
      date: form.date('date', 'Payment date'),
      amount: form.decimal('amount', 'Amount', { places: 2, min: 1, max: balanceOf(invoice) }),
      method: form.choice('method', 'Method', PAYMENT_METHODS),
      reference: form.text('reference', 'Reference', { max: 40 }),
    };
    if (invoice.status !== 'issued') form.fail('amount', 'Only an issued invoice can be paid.');
    if (!form.ok) return show(ctx, invoice, { errors: form.errors }, 422);
    recordPayment(ctx.repo, invoice, payment);
    return ctx.redirect(`/invoices/${invoice.id}`, 'Payment recorded.');
  });

  router.post('/invoices/:id/cancel', (ctx) => {
    const invoice = ctx.find('invoices');
    const form = new Form(ctx.form);
    const reason = form.text('reason', 'Reason', { required: true, max: 160 });
    if (invoice.status !== 'issued' || invoice.payments.length > 0) form.fail('reason', 'This invoice cannot be cancelled.');
    if (!form.ok) return show(ctx, invoice, { errors: form.errors }, 422);
    cancelInvoice(ctx.repo, invoice, reason);
    return ctx.redirect(`/invoices/${invoice.id}`, 'Invoice cancelled. Its number stays in the series.');
  });
}
