import { formatDecimal, formatPaise, formatPercent } from '../gst/money.js';
import { STATES } from '../gst/states.js';
import { computeLine, summariseByHsn } from '../gst/tax.js';
import { amountInWords } from '../gst/words.js';
import { showDate } from '../lib/dates.js';
import { html } from '../lib/html.js';

const address = (party) => html`${party.address && html`${party.address}<br>`}${party.city}${party.pincode && ` ${party.pincode}`}, ${STATES[party.stateCode]} (${party.stateCode})`;

/** The A4 tax invoice itself. It is shown on the invoice page and is the only thing printed. */
export function invoiceSheet(invoice, seller, terms) {
  const { totals, interState } = invoice;
  const taxHeads = interState ? [['igst', 'IGST']] : [['cgst', 'CGST'], ['sgst', 'SGST']];
  const money = (paise) => html`<td class="number">${formatPaise(paise)}</td>`;
  return html`<article class="sheet ${invoice.status}">
  <header><div><h2>${seller.name}</h2><p>${address(seller)}<br>${seller.phone && `Ph ${seller.phone}`}${seller.email && ` · ${seller.email}`}</p>
      ${seller.gstin && html`<p>GSTIN <code>${seller.gstin}</code></p>`}</div>
    <div class="right"><h3>${seller.gstin ? 'Tax Invoice' : 'Bill'}</h3><p>Original for recipient</p></div></header>
  <section class="parties">
    <div><h4>Billed to</h4><strong>${invoice.buyer.name}</strong><p>${address(invoice.buyer)}<br>${invoice.buyer.gstin ? html`GSTIN <code>${invoice.buyer.gstin}</code>` : 'Unregistered buyer'}</p></div>
    <dl><dt>Invoice no.</dt><dd>${invoice.number ?? 'Draft'}</dd><dt>Date</dt><dd>${showDate(invoice.date)}</dd><dt>Due date</dt><dd>${showDate(invoice.dueDate)}</dd>
      <dt>Place of supply</dt><dd>${STATES[invoice.placeOfSupply]} (${invoice.placeOfSupply})</dd></dl>
  </section>
  <table>
    <thead><tr><th>#</th><th>Description</th><th>HSN/SAC</th><th class="number">Qty</th><th class="number">Rate</th><th class="number">Disc.</th><th class="number">GST</th><th class="number">Taxable ₹</th></tr></thead>
    <tbody>${invoice.lines.map((line, i) => html`<tr><td>${i + 1}</td><td>${line.description}</td><td>${line.hsn}</td>
      <td class="number">${formatDecimal(line.qtyMilli, 3)} ${line.unit}</td>${money(line.pricePaise)}
      <td class="number">${line.discountBps ? formatPercent(line.discountBps) : '–'}</td><td class="number">${formatPercent(line.taxBps)}</td>
      ${money(computeLine(line, interState).taxable)}</tr>`)}</tbody>
  </table>
  <section class="foot">
    <div><h4>Amount in words</h4><p>${amountInWords(totals.grandTotal)}</p>
      <table class="hsn"><thead><tr><th>HSN/SAC</th><th class="number">Taxable</th><th class="number">Rate</th>${taxHeads.map(([, label]) => html`<th class="number">${label}</th>`)}</tr></thead>
      <tbody>${summariseByHsn(invoice.lines, interState).map((row) => html`<tr><td>${row.hsn}</td>${money(row.taxable)}<td class="number">${formatPercent(row.taxBps)}</td>${taxHeads.map(([key]) => money(row[key]))}</tr>`)}</tbody></table>
    </div>
    <dl class="totals">
      ${totals.discount > 0 && html`<dt>Discount given</dt><dd>${formatPaise(totals.discount)}</dd>`}
      <dt>Taxable value</dt><dd>${formatPaise(totals.taxable)}</dd>
      ${taxHeads.map(([key, label]) => html`<dt>${label}</dt><dd>${formatPaise(totals[key])}</dd>`)}
      <dt>Round off</dt><dd>${formatPaise(totals.roundOff)}</dd>
      <dt class="grand">Total</dt><dd class="grand">₹${formatPaise(totals.grandTotal)}</dd>
    </dl>
  </section>
  <footer><div>${seller.bank?.number && html`<h4>Bank details</h4><p>${seller.bank.name}<br>A/c ${seller.bank.number} · IFSC ${seller.bank.ifsc}</p>`}
      <p>${invoice.notes || terms}</p></div>
    <div class="sign"><span>For ${seller.name}</span><i></i><span>Authorised signatory</span></div></footer>
</article>`;
}
