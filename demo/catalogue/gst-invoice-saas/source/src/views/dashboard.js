import { formatPaise, formatPercent, formatRupees } from '../gst/money.js';
import { addDays, showDate, showMonth } from '../lib/dates.js';
import { html } from '../lib/html.js';
import { statusOf } from '../services/invoices.js';
import { badge, heading } from './layout.js';

/** Stacked bars (taxable value and tax) for twelve months, drawn as plain SVG. */
function salesChart(months) {
  const width = 660, height = 268, base = 238, top = 10;
  const highest = Math.max(1, ...months.map((m) => m.taxable + m.tax));
  const step = 10 ** Math.floor(Math.log10(highest));
  const unit = highest > step * 5 ? step * 2 : highest > step * 2 ? step : step / 2;
  const ceiling = Math.ceil(highest / unit) * unit;
  const ticks = Array.from({ length: ceiling / unit + 1 }, (_, i) => i * unit);
  const y = (paise) => (paise / ceiling) * (base - top);
  const slot = (width - 56) / months.length;
  const lakh = (paise) => (paise >= 1e7 ? `${(paise / 1e7).toFixed(1)} L` : `${Math.round(paise / 1e5)}k`);
  return html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="Sales and tax for the last twelve months">
    ${ticks.map((tick) => html`
      <line class="grid" x1="48" x2="${width}" y1="${base - y(tick)}" y2="${base - y(tick)}"/>
      <text x="40" y="${base - y(tick) + 4}" text-anchor="end">${tick === 0 ? '0' : lakh(tick)}</text>`)}
    ${months.map((m, i) => {
      const x = 56 + i * slot + slot * 0.16;
      return html`<g><title>${showMonth(m.month)}: ${formatRupees(m.taxable)} + tax ${formatRupees(m.tax)}</title>
        <rect class="bar-sales" x="${x.toFixed(1)}" width="${(slot * 0.62).toFixed(1)}" y="${(base - y(m.taxable)).toFixed(1)}" height="${y(m.taxable).toFixed(1)}"/>
        <rect class="bar-tax" x="${x.toFixed(1)}" width="${(slot * 0.62).toFixed(1)}" y="${(base - y(m.taxable + m.tax)).toFixed(1)}" height="${y(m.tax).toFixed(1)}"/>
        <text x="${(x + slot * 0.31).toFixed(1)}" y="${base + 20}" text-anchor="middle">${showMonth(m.month).slice(0, 3)}</text></g>`;
    })}
  </svg>`;
}

export const dashboardPage = (data, user) => html`
${heading(`Namaste, ${user.name.split(' ')[0]}`, `Figures for ${showMonth(data.months.at(-1).month)}`,
  html`<a class="button" href="/customers/new">Add customer</a><a class="button primary" href="/invoices/new">New invoice</a>`)}
<section class="figures">
  <div><span>Sales before tax</span><strong>${formatRupees(data.sales)}</strong><small>${data.count} invoices this month</small></div>
  <div><span>GST collected</span><strong>${formatRupees(data.tax.cgst + data.tax.sgst + data.tax.igst)}</strong>
    <small>of which IGST is ${formatRupees(data.tax.igst)}</small></div>
  <div><span>To be received</span><strong>${formatRupees(data.outstanding)}</strong><small>${data.openCount} unpaid invoices</small></div>
  <div class="late"><span>Overdue</span><strong>${formatRupees(data.overdue)}</strong><small>${data.overdueCount} past the due date</small></div>
</section>
<div class="two-columns">
  <section class="card">
    <h2>Last twelve months <span class="legend"><i class="sales"></i>Taxable value <i class="tax"></i>GST</span></h2>
    ${data.topCustomers.length ? salesChart(data.months) : html`<p class="empty">Issue your first invoice to see sales here.</p>`}
  </section>
  <section class="card">
    <h2>Top customers</h2>
    <ol class="ranking">${data.topCustomers.map((customer) => html`<li><div><strong>${customer.name}</strong><small>${customer.count} invoices</small></div>
      <b>${formatRupees(customer.total)}</b>
      <svg class="track" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect width="${(customer.total / data.topCustomers[0].total) * 100}" height="4"/></svg></li>`)}</ol>
    ${data.topCustomers.length === 0 && html`<p class="empty">No sales yet.</p>`}
  </section>
</div>
<section class="card">
  <h2>Recent invoices <a href="/invoices">See all</a></h2>
  ${invoiceTable(data.recent)}
</section>`;

export const invoiceTable = (invoices) => html`<table class="ledger">
  <thead><tr><th>Number</th><th>Customer</th><th>Date</th><th>Due</th><th>Tax</th><th class="number">Amount (₹)</th><th>Status</th></tr></thead>
  <tbody>${invoices.map((invoice) => html`<tr>
    <td><a href="/invoices/${invoice.id}">${invoice.number ?? 'Draft'}</a></td><td>${invoice.buyer.name}</td>
    <td>${showDate(invoice.date)}</td><td>${showDate(invoice.dueDate)}</td>
    <td>${invoice.interState ? 'IGST' : 'CGST + SGST'}</td>
    <td class="number">${formatPaise(invoice.totals.grandTotal)}</td><td>${badge(statusOf(invoice))}</td></tr>`)}
  ${invoices.length === 0 && html`<tr><td colspan="7" class="empty">No invoices here yet.</td></tr>`}</tbody>
</table>`;

const taxTable = (caption, label, rows, first, totals) => html`<section class="card"><h2>${caption}</h2>
  <table class="ledger"><thead><tr><th>${label}</th><th class="number">Taxable value</th><th class="number">CGST</th><th class="number">SGST</th><th class="number">IGST</th></tr></thead>
  <tbody>${rows.map((row) => html`<tr><td>${first(row)}</td>${['taxable', 'cgst', 'sgst', 'igst'].map((part) => html`<td class="number">${formatPaise(row[part])}</td>`)}</tr>`)}
  ${rows.length === 0 && html`<tr><td colspan="5" class="empty">Nothing was billed in this month.</td></tr>`}</tbody>
  <tfoot><tr><th>Total</th>${['taxable', 'cgst', 'sgst', 'igst'].map((part) => html`<th class="number">${formatPaise(totals[part])}</th>`)}</tr></tfoot></table></section>`;

export function summaryPage(data) {
  const previous = addDays(`${data.month}-01`, -1).slice(0, 7);
  const next = addDays(`${data.month}-01`, 31).slice(0, 7);
  return html`
${heading('GST summary', `${showMonth(data.month)}: ${data.b2bCount} invoices to registered buyers, ${data.b2cCount} to consumers`, html`
  <a class="button" href="?month=${previous}">Previous month</a><a class="button" href="?month=${next}">Next month</a>
  <a class="button primary" href="/gst-summary.csv?month=${data.month}">Download CSV</a>`)}
${taxTable('By rate', 'GST rate', data.rates, (row) => formatPercent(row.taxBps), data.totals)}
${taxTable('By HSN/SAC', 'HSN/SAC', data.hsn, (row) => row.hsn, data.totals)}
<section class="card"><h2>Invoices of the month</h2>${invoiceTable(data.invoices)}</section>`;
}
