import { formatDecimal, formatPaise, formatPercent } from '../gst/money.js';
import { GST_RATES } from '../gst/tax.js';
import { html } from '../lib/html.js';
import { csrfField, field, heading, select } from './layout.js';

export const UNITS = ['Nos', 'Pcs', 'Set', 'Pair', 'Kg', 'Mtr', 'Box', 'Hrs', 'Job'];

export const itemsPage = ({ items }) => html`
${heading('Items', 'Goods and services you sell', html`<a class="button primary" href="/items/new">Add item</a>`)}
<section class="card"><table class="ledger">
  <thead><tr><th>Name</th><th>HSN/SAC</th><th>Unit</th><th class="number">GST</th><th class="number">Price before tax (₹)</th></tr></thead>
  <tbody>${items.map((item) => html`<tr><td><a href="/items/${item.id}">${item.name}</a></td><td><code>${item.hsn}</code></td><td>${item.unit}</td>
    <td class="number">${formatPercent(item.taxBps)}</td><td class="number">${formatPaise(item.pricePaise)}</td></tr>`)}
  ${items.length === 0 && html`<tr><td colspan="5" class="empty">Add what you sell, then pick it while making an invoice.</td></tr>`}</tbody>
</table></section>`;

export const itemForm = ({ values = {}, errors = {}, csrf }) => html`
${heading(values.id ? 'Edit item' : 'New item', 'Changing an item does not change invoices already made.')}
<form method="post" class="card form-grid">
  ${csrfField(csrf)}
  ${field('name', 'Name', { values, errors })}
  ${field('hsn', 'HSN/SAC code', { values, errors, hint: '4, 6 or 8 digits' })}
  ${select('unit', 'Unit', UNITS.map((unit) => [unit, unit]), { values, errors })}
  ${field('price', 'Price before tax (₹)', { errors, value: values.pricePaise === undefined ? '' : formatDecimal(values.pricePaise, 2) })}
  ${select('taxBps', 'GST rate', GST_RATES.map((rate) => [rate, formatPercent(rate)]), { values, errors })}
  <div class="form-end"><button class="primary">Save item</button><a href="/items">Back</a></div>
</form>`;
