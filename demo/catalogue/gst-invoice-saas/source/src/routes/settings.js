import { gstinProblem } from '../gst/gstin.js';
import { STATES } from '../gst/states.js';
import { Form } from '../lib/form.js';
import { settingsPage } from '../views/settings.js';

export function settingsRoutes(router) {
  router.get('/settings', (ctx) => ctx.render('Settings', settingsPage({ csrf: ctx.session.csrf, values: ctx.repo.account() })));

  router.post('/settings', (ctx) => {
    const form = new Form(ctx.form);
    const values = {
      name: form.text('name', 'Business name', { required: true }),
      gstin: form.text('gstin', 'GSTIN').toUpperCase(),
      email: form.text('email', 'Email'),
      phone: form.text('phone', 'Phone', { pattern: /^[6-9]\d{9}$/, hint: 'Phone must be a 10 digit mobile number.' }),
      address: form.text('address', 'Address', { max: 200 }),
      city: form.text('city', 'City', { required: true }),
      pincode: form.text('pincode', 'PIN code', { pattern: /^[1-9]\d{5}$/, hint: 'PIN code must have 6 digits.' }),
      stateCode: form.choice('stateCode', 'State', Object.keys(STATES)),
      // Rule 46 allows 16 characters in an invoice number: 4 + "/26-27/0001" is 15.
      prefix: form.text('prefix', 'Invoice prefix', { required: true, pattern: /^[A-Z0-9]{1,4}$/, hint: 'Use 1 to 4 capital letters or digits.' }),
      terms: form.text('terms', 'Terms', { max: 200 }),
      bank: {
        name: form.text('bankName', 'Bank name'),
        number: form.text('bankNumber', 'Account number', { pattern: /^\d{9,18}$/, hint: 'Account number must have 9 to 18 digits.' }),
        ifsc: form.text('bankIfsc', 'IFSC', { pattern: /^[A-Z]{4}0[A-Z0-9]{6}$/, hint: 'IFSC must look like SBIN0001234.' }),
      },
    };
    const problem = values.gstin && gstinProblem(values.gstin, values.stateCode);
    if (problem) form.fail('gstin', problem);
    if (!form.ok) return ctx.render('Settings', settingsPage({ csrf: ctx.session.csrf, values, errors: form.errors }), { status: 422 });
    ctx.repo.saveAccount(values);
    return ctx.redirect('/settings', 'Settings were saved. They apply to invoices issued from now on.');
  });
}
