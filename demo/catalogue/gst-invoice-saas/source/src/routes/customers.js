import { gstinProblem } from '../gst/gstin.js';
import { STATES } from '../gst/states.js';
import { Form } from '../lib/form.js';
import { balanceOf } from '../services/invoices.js';
import { customerForm, customersPage } from '../views/customers.js';

function readCustomer(params) {
  const form = new Form(params);
  const values = {
    name: form.text('name', 'Name', { required: true }),
    gstin: form.text('gstin', 'GSTIN').toUpperCase(),
    email: form.text('email', 'Email', { pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/ }),
    phone: form.text('phone', 'Phone', { pattern: /^[6-9]\d{9}$/, hint: 'Phone must be a 10 digit mobile number.' }),
    address: form.text('address', 'Address', { max: 200 }),
    city: form.text('city', 'City', { required: true }),
    pincode: form.text('pincode', 'PIN code', { pattern: /^[1-9]\d{5}$/, hint: 'PIN code must have 6 digits.' }),
    stateCode: form.choice('stateCode', 'State', Object.keys(STATES)),
  };
  const problem = values.gstin && gstinProblem(values.gstin, values.stateCode);
  if (problem) form.fail('gstin', problem);
  return { form, values };
}

export function customerRoutes(router) {
  router.get('/customers', (ctx) => {
    const search = (ctx.query.get('q') ?? '').trim().toLowerCase();
    const customers = ctx.repo.list('customers', ({ name, city, gstin }) => `${name} ${city} ${gstin}`.toLowerCase().includes(search))
      .sort((a, b) => a.name.localeCompare(b.name))
      .map((customer) => {
        const invoices = ctx.repo.list('invoices', (invoice) => invoice.customerId === customer.id && invoice.status === 'issued');
        return { ...customer, invoices: invoices.length, balance: invoices.reduce((sum, invoice) => sum + balanceOf(invoice), 0) };
      });
    ctx.render('Customers', customersPage({ customers, search }));
  });

  router.get('/customers/new', (ctx) =>
    ctx.render('New customer', customerForm({ csrf: ctx.session.csrf, values: { stateCode: ctx.repo.account().stateCode } })));

  router.post('/customers/new', (ctx) => {
    const { form, values } = readCustomer(ctx.form);
    if (!form.ok) return ctx.render('New customer', customerForm({ csrf: ctx.session.csrf, values, errors: form.errors }), { status: 422 });
    ctx.repo.insert('customers', values);
    return ctx.redirect('/customers', `${values.name} was added.`);
  });

  router.get('/customers/:id', (ctx) =>
    ctx.render('Edit customer', customerForm({ csrf: ctx.session.csrf, values: ctx.find('customers') })));

  router.post('/customers/:id', (ctx) => {
    const customer = ctx.find('customers');
    const { form, values } = readCustomer(ctx.form);
    if (!form.ok) {
      return ctx.render('Edit customer', customerForm({ csrf: ctx.session.csrf, values: { ...values, id: customer.id }, errors: form.errors }), { status: 422 });
    }
    ctx.repo.update('customers', customer.id, values);
    return ctx.redirect('/customers', `${values.name} was saved.`);
  });
}
