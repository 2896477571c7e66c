import { formatDecimal } from '../gst/money.js';
import { STATES } from '../gst/states.js';
import { computeLine, summariseByHsn } from '../gst/tax.js';
import { lastMonths, today } from '../lib/dates.js';
import { balanceOf, statusOf } from './invoices.js';

const sum = (list, pick) => list.reduce((total, entry) => total + pick(entry), 0);

export function dashboard(repo, day = today()) {
  const issued = repo.list('invoices', (invoice) => invoice.status === 'issued');
  const thisMonth = issued.filter((invoice) => invoice.date.startsWith(day.slice(0, 7)));
  const open = issued.filter((invoice) => balanceOf(invoice) > 0);
  const overdue = open.filter((invoice) => statusOf(invoice, day) === 'overdue');

  const topCustomers = [...groupByBuyer(issued)]
    .map(([name, list]) => ({ name, count: list.length, total: sum(list, (invoice) => invoice.totals.grandTotal) }))
    .sort((a, b) => b.total - a.total)
    .slice(0, 5);

  return {
    sales: sum(thisMonth, (invoice) => invoice.totals.taxable),
    count: thisMonth.length,
    tax: {
      cgst: sum(thisMonth, (invoice) => invoice.totals.cgst),
      sgst: sum(thisMonth, (invoice) => invoice.totals.sgst),
      igst: sum(thisMonth, (invoice) => invoice.totals.igst),
    },
    outstanding: sum(open, balanceOf),
    openCount: open.length,
    overdue: sum(overdue, balanceOf),
    overdueCount: overdue.length,
    months: lastMonths(day, 12).map((month) => {
      const list = issued.filter((invoice) => invoice.date.startsWith(month));
      return { month, taxable: sum(list, (i) => i.totals.taxable), tax: sum(list, (i) => i.totals.tax) };
    }),
    topCustomers,
    recent: repo.list('invoices').sort((a, b) => b.date.localeCompare(a.date) || b.createdAt.localeCompare(a.createdAt)).slice(0, 6),
  };
}

function groupByBuyer(invoices) {
  const groups = new Map();
  for (const invoice of invoices) groups.set(invoice.buyer.name, [...(groups.get(invoice.buyer.name) ?? []), invoice]);
  return groups;
}

/** Figures for one month in the shape an accountant needs for GSTR-1. */
export function gstSummary(repo, month) {
  const invoices = repo.list('invoices', (invoice) => invoice.status === 'issued' && invoice.date.startsWith(month))
    .sort((a, b) => a.number.localeCompare(b.number));

  const rates = new Map();
  const hsn = new Map();
  for (const invoice of invoices) {
    for (const row of summariseByHsn(invoice.lines, invoice.interState)) {
      addInto(rates, row.taxBps, row);
      addInto(hsn, row.hsn, row);
    }
  }
  const registered = invoices.filter((invoice) => invoice.buyer.gstin);
  const totals = Object.fromEntries(['taxable', 'cgst', 'sgst', 'igst', 'grandTotal']
    .map((part) => [part, sum(invoices, (invoice) => invoice.totals[part])]));
  return {
    month, invoices, totals,
    b2bCount: registered.length,
    b2cCount: invoices.length - registered.length,
    rates: [...rates.values()].sort((a, b) => a.taxBps - b.taxBps),
    hsn: [...hsn.values()].sort((a, b) => b.taxable - a.taxable),
  };
}

function addInto(map, key, row) {
  const into = map.get(key) ?? { hsn: row.hsn, taxBps: row.taxBps, taxable: 0, cgst: 0, sgst: 0, igst: 0 };
  for (const part of ['taxable', 'cgst', 'sgst', 'igst']) into[part] += row[part];
  map.set(key, into);
}

// A cell starting with = + - or @ would run as a formula when the file is opened in a spreadsheet.
const csvCell = (value) => {
  const text = /^[=+\-@]/.test(value) && Number.isNaN(Number(value)) ? `'${value}` : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One CSV row per invoice and tax rate. */
export function gstCsv({ invoices }) {
  const rows = [['Invoice number', 'Invoice date', 'Customer', 'GSTIN', 'Type', 'Place of supply', 'Rate %',
    'Taxable value', 'CGST', 'SGST', 'IGST', 'Invoice value']];
  const money = (paise) => (paise / 100).toFixed(2);
  for (const invoice of invoices) {
    const byRate = new Map();
    for (const line of invoice.lines) addInto(byRate, line.taxBps, { ...line, ...computeLine(line, invoice.interState) });
    for (const row of byRate.values()) {
      rows.push([invoice.number, invoice.date, invoice.buyer.name, invoice.buyer.gstin || '', invoice.buyer.gstin ? 'B2B' : 'B2C',
        `${invoice.placeOfSupply}-${STATES[invoice.placeOfSupply]}`, formatDecimal(row.taxBps, 2),
        money(row.taxable), money(row.cgst), money(row.sgst), money(row.igst), money(invoice.totals.grandTotal)]);
    }
  }
  return `${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
}
