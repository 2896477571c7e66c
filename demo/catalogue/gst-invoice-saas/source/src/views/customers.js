import { formatPaise } from '../gst/money.js';
import { STATES, STATE_OPTIONS } from '../gst/states.js';
import { html } from '../lib/html.js';
import { csrfField, field, heading, select } from './layout.js';

export const customersPage = ({ customers, search }) => html`
${heading('Customers', `${customers.length} in your book`, html`
  <form class="search"><input type="search" name="q" value="${search}" placeholder="Name, city or GSTIN" aria-label="Search customers"></form>
  <a class="button primary" href="/customers/new">Add customer</a>`)}
<section class="card"><table class="ledger">
  <thead><tr><th>Name</th><th>GSTIN</th><th>Place</th><th>Phone</th><th class="number">Invoices</th><th class="number">Balance (₹)</th><th></th></tr></thead>
  <tbody>${customers.map((customer) => html`<tr>
    <td><a href="/customers/${customer.id}">${customer.name}</a></td>
    <td>${customer.gstin ? html`<code>${customer.gstin}</code>` : html`<span class="muted">Unregistered</span>`}</td>
    <td>${customer.city}, ${STATES[customer.stateCode]}</td><td>${customer.phone}</td>
    <td class="number">${customer.invoices}</td><td class="number">${formatPaise(customer.balance)}</td>
    <td><a href="/invoices/new?customer=${customer.id}">Bill</a></td></tr>`)}
  ${customers.length === 0 && html`<tr><td colspan="7" class="empty">No customers found.</td></tr>`}</tbody>
</table></section>`;

export const customerForm = ({ values = {}, errors = {}, csrf }) => html`
${heading(values.id ? 'Edit customer' : 'New customer')}
<form method="post" class="card form-grid">
  ${csrfField(csrf)}
  ${field('name', 'Name', { values, errors })}
  ${field('gstin', 'GSTIN', { values, errors, hint: 'Leave empty for an unregistered buyer', attrs: html`maxlength="15"` })}
  ${select('stateCode', 'State (place of supply)', STATE_OPTIONS, { values, errors })}
  ${field('city', 'City', { values, errors })}
  ${field('address', 'Address', { values, errors })}
  ${field('pincode', 'PIN code', { values, errors })}
  ${field('email', 'Email', { values, errors, type: 'email' })}
  ${field('phone', 'Mobile', { values, errors })}
  <div class="form-end"><button class="primary">Save customer</button><a href="/customers">Back</a></div>
</form>`;
