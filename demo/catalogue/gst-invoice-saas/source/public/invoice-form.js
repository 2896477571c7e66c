// Live totals for the invoice form. The arithmetic is the server's own module,
// so what is shown here is always what will be saved.
import { formatPaise, parseDecimal } from '/gst/money.js';
import { computeLine, computeTotals } from '/gst/tax.js';

const form = document.querySelector('#invoice-form');
const body = document.querySelector('#lines');
const customer = document.querySelector('#customer');

const cell = (row, name) => row.querySelector(`[name="${name}"]`);
const isInterState = () => {
  const state = customer.selectedOptions[0]?.dataset.state;
  return Boolean(state) && state !== form.dataset.state;
};

function readLine(row) {
  return {
    qtyMilli: parseDecimal(cell(row, 'qty').value, 3) ?? 0,
    pricePaise: parseDecimal(cell(row, 'price').value, 2) ?? 0,
    discountBps: parseDecimal(cell(row, 'discount').value || '0', 2) ?? 0,
    taxBps: Number(cell(row, 'taxBps').value),
  };
}

function refresh() {
  const interState = isInterState();
  const rows = [...body.querySelectorAll('.line')];
  for (const row of rows) {
    row.querySelector('output').value = formatPaise(computeLine(readLine(row), interState).taxable);
  }
  const totals = computeTotals(rows.map(readLine), interState);
  const taxes = interState ? [['IGST', totals.igst]] : [['CGST', totals.cgst], ['SGST', totals.sgst]];
  const entries = [['Taxable value', totals.taxable], ...taxes, ['Round off', totals.roundOff], ['Total', totals.grandTotal]];
  document.querySelector('#totals').replaceChildren(...entries.flatMap(([label, amount]) => {
    const [dt, dd] = [document.createElement('dt'), document.createElement('dd')];
    dt.textContent = label;
    dd.textContent = `₹${formatPaise(amount)}`;
    if (label === 'Total') { dt.className = 'grand'; dd.className = 'grand'; }
    return [dt, dd];
  }));
  if (customer.value) {
    document.querySelector('#supply').textContent = interState
      ? 'The customer is in another state, so IGST applies.'
      : 'The customer is in your state, so CGST and SGST apply.';
  }
}

form.addEventListener('input', refresh);

body.addEventListener('change', (event) => {
  if (!event.target.matches('.pick')) return;
  const row = event.target.closest('.line');
  const option = event.target.selectedOptions[0];
  if (!option.dataset.hsn) return;
  cell(row, 'description').value = option.textContent.trim();
  cell(row, 'hsn').value = option.dataset.hsn;
  cell(row, 'unit').value = option.dataset.unit;
  cell(row, 'price').value = option.dataset.price;
  cell(row, 'taxBps').value = option.dataset.tax;
  event.target.selectedIndex = 0;
  refresh();
});

body.addEventListener('click', (event) => {
  if (!event.target.matches('.remove') || body.children.length === 1) return;
  event.target.closest('.line').remove();
  refresh();
});

document.querySelector('#add-line').addEventListener('click', () => {
  const row = body.querySelector('.line').cloneNode(true);
  for (const input of row.querySelectorAll('input')) input.value = { qty: '1', discount: '0', unit: 'Nos' }[input.name] ?? '';
  for (const list of row.querySelectorAll('select')) list.selectedIndex = list.matches('.pick') ? 0 : list.selectedIndex;
  body.append(row);
  row.querySelector('.pick').focus();
  refresh();
});

refresh();
