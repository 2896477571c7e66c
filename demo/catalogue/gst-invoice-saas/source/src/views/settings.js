import { STATE_OPTIONS } from '../gst/states.js';
import { html } from '../lib/html.js';
import { csrfField, field, heading, select } from './layout.js';

export const settingsPage = ({ values, errors = {}, csrf }) => html`
${heading('Settings', 'These details are printed on every invoice.')}
<form method="post" class="card form-grid">
  ${csrfField(csrf)}
  <h2>Business</h2>
  ${field('name', 'Business name', { values, errors })}
  ${field('gstin', 'GSTIN', { values, errors, attrs: html`maxlength="15"` })}
  ${field('address', 'Address', { values, errors })}
  ${field('city', 'City', { values, errors })}
  ${select('stateCode', 'State', STATE_OPTIONS, { values, errors })}
  ${field('pincode', 'PIN code', { values, errors })}
  ${field('email', 'Email', { values, errors, type: 'email' })}
  ${field('phone', 'Mobile', { values, errors })}
  <h2>Invoice</h2>
  ${field('prefix', 'Number prefix', { values, errors, hint: `Numbers look like ${values.prefix}/26-27/0001` })}
  ${field('terms', 'Terms', { values, errors })}
  <h2>Bank account</h2>
  ${field('bankName', 'Bank and branch', { errors, value: values.bank.name })}
  ${field('bankNumber', 'Account number', { errors, value: values.bank.number })}
  ${field('bankIfsc', 'IFSC', { errors, value: values.bank.ifsc })}
  <div class="form-end"><button class="primary">Save settings</button></div>
</form>`;
