import { formatDecimal, formatPaise, formatPercent, formatRupees } from '../gst/money.js';
import { STATES } from '../gst/states.js';
import { GST_RATES } from '../gst/tax.js';
import { showDate, today } from '../lib/dates.js';
import { html } from '../lib/html.js';
import { balanceOf, statusOf } from '../services/invoices.js';
import { invoiceTable } from './dashboard.js';
import { badge, csrfField, field, heading, select } from './layout.js';
import { invoiceSheet } from './sheet.js';

export function invoicesPage({ invoices, counts, total, status, search }) {
  const tab = (value, label, count) => html`<a href="?status=${value}&amp;q=${encodeURIComponent(search)}" ${status === value && html`aria-current="true"`}>${label} <b>${count}</b></a>`;
  return html`
${heading('Invoices', `${invoices.length} shown`, html`
  <form class="search"><input type="hidden" name="status" value="${status}"><input type="search" name="q" value="${search}" placeholder="Number or customer" aria-label="Search invoices"></form>
  <a class="button primary" href="/invoices/new">New invoice</a>`)}
<nav class="tabs" aria-label="Status">
  ${tab('', 'All', total)}${tab('draft', 'Drafts', counts.draft)}${tab('due', 'Unpaid', counts.due)}${tab('overdue', 'Overdue', counts.overdue)}
  ${tab('paid', 'Paid', counts.paid)}${tab('cancelled', 'Cancelled', counts.cancelled)}
</nav>
<section class="card">${invoiceTable(invoices)}</section>`;
}

const lineRow = (line, items) => html`<tr class="line">
  <td><div class="item-cell"><select class="pick" aria-label="Pick an item"><option value="">Pick…</option>${items.map((item) => html`
    <option data-hsn="${item.hsn}" data-unit="${item.unit}" data-price="${formatDecimal(item.pricePaise, 2)}" data-tax="${item.taxBps}">${item.name}</option>`)}</select>
    <input name="description" value="${line.description}" placeholder="Description" aria-label="Description"></div></td>
  <td><input name="hsn" value="${line.hsn}" aria-label="HSN or SAC" inputmode="numeric"></td>
  <td><input name="qty" value="${line.qtyMilli === undefined ? '1' : formatDecimal(line.qtyMilli, 3)}" aria-label="Quantity" inputmode="decimal">
    <input name="unit" value="${line.unit ?? 'Nos'}" aria-label="Unit" maxlength="8"></td>
  <td><input name="price" value="${line.pricePaise === undefined ? '' : formatDecimal(line.pricePaise, 2)}" aria-label="Price" inputmode="decimal"></td>
  <td><input name="discount" value="${formatDecimal(line.discountBps ?? 0, 2)}" aria-label="Discount percent" inputmode="decimal"></td>
  <td><select name="taxBps" aria-label="GST rate">${GST_RATES.map((rate) => html`<option value="${rate}" ${rate === (line.taxBps ?? 1800) && 'selected'}>${formatPercent(rate)}</option>`)}</select></td>
  <td class="number"><output>0.00</output></td>
  <td><button type="button" class="remove" aria-label="Remove this line">×</button></td>
</tr>`;

export function invoiceForm({ values, errors = {}, customers, items, account, csrf }) {
  const lines = values.lines.length ? values.lines : [{}];
  return html`
${heading(values.id ? 'Edit draft' : 'New invoice', 'Saved as a draft first. The number is given when you issue it.')}
<form method="post" class="invoice-form" id="invoice-form" data-state="${account.stateCode}">
  ${csrfField(csrf)}
  <section class="card form-grid three">
    <label class="field ${errors.customerId && 'wrong'}"><span>Customer</span>
      <select name="customerId" id="customer"><option value="">Choose a customer</option>
        ${customers.map((customer) => html`<option value="${customer.id}" data-state="${customer.stateCode}" ${customer.id === values.customerId && 'selected'}>${customer.name}, ${STATES[customer.stateCode]}</option>`)}
      </select>${errors.customerId && html`<em>${errors.customerId}</em>`}</label>
    ${field('date', 'Invoice date', { values, errors, type: 'date' })}
    ${field('dueDate', 'Due date', { values, errors, type: 'date' })}
  </section>
  <section class="card">
    ${errors.lines && html`<p class="problem" role="alert">${errors.lines}</p>`}
    <table class="lines"><thead><tr><th>Item</th><th>HSN/SAC</th><th>Quantity</th><th>Price ₹</th><th>Disc. %</th><th>GST</th><th class="number">Taxable ₹</th><th></th></tr></thead>
      <tbody id="lines">${lines.map((line) => lineRow(line, items))}</tbody></table>
    <button type="button" id="add-line">Add a line</button>
  </section>
  <div class="two-columns even">
    <section class="card">${field('notes', 'Notes printed on the invoice', { values, errors })}
      <p class="muted" id="supply">Choose a customer to see which taxes apply.</p></section>
    <section class="card"><dl class="totals" id="totals"></dl>
      <button class="primary wide">Save draft</button></section>
  </div>
</form>
<script type="module" src="/public/invoice-form.js"></script>`;
}

export function invoicePage({ invoice, account, csrf, methods, errors = {} }) {
  const status = statusOf(invoice);
  const balance = balanceOf(invoice);
  const action = (path, label, className) => html`<form method="post" action="/invoices/${invoice.id}/${path}">${csrfField(csrf)}<button class="${className}">${label}</button></form>`;
  return html`
${heading(html`${invoice.number ?? 'Draft invoice'} ${badge(status)}`, invoice.buyer.name, status === 'draft'
    ? html`${action('delete', 'Delete draft', 'plain')}<a class="button" href="/invoices/${invoice.id}/edit">Edit</a>${action('issue', 'Issue invoice', 'primary')}`
    : html`<button class="primary" id="print">Print or save as PDF</button>`)}
<div class="invoice-columns">
  ${invoiceSheet(invoice, invoice.seller ?? account, account.terms)}
  <aside class="no-print">
    <section class="card balance"><span>Balance</span><strong>${formatRupees(status === 'cancelled' ? 0 : balance)}</strong>
      <small>${status === 'cancelled' ? `Cancelled: ${invoice.cancelReason}` : `Due ${showDate(invoice.dueDate)}`}</small></section>
    ${invoice.payments.length > 0 && html`<section class="card"><h2>Payments</h2><ul class="payments">${invoice.payments.map((payment) => html`
      <li><b>₹${formatPaise(payment.amount)}</b><span>${showDate(payment.date)}, ${payment.method}${payment.reference && ` · ${payment.reference}`}</span></li>`)}</ul></section>`}
    ${(status === 'due' || status === 'overdue') && html`
    <form method="post" action="/invoices/${invoice.id}/payments" class="card stack"><h2>Record a payment</h2>${csrfField(csrf)}
      ${field('amount', 'Amount (₹)', { errors, value: formatDecimal(balance, 2) })}
      ${field('date', 'Received on', { errors, type: 'date', value: today() })}
      ${select('method', 'Method', methods.map((method) => [method, method]), { errors })}
      ${field('reference', 'Reference', { errors, hint: 'UTR or cheque number' })}
      <button class="primary">Save payment</button></form>
    ${invoice.payments.length === 0 && html`<details class="card" ${errors.reason && 'open'}><summary>Cancel this invoice</summary>
      <form method="post" action="/invoices/${invoice.id}/cancel" class="stack">${csrfField(csrf)}
        ${field('reason', 'Reason', { errors })}<button class="plain">Cancel invoice</button></form></details>`}`}
  </aside>
</div>
<script type="module" src="/public/print.js"></script>`;
}
