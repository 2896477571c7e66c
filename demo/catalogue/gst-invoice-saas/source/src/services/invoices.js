import { computeTotals } from '../gst/tax.js';
import { financialYear, today } from '../lib/dates.js';

const paidSoFar = (invoice) => invoice.payments.reduce((sum, payment) => sum + payment.amount, 0);

export const balanceOf = (invoice) => invoice.totals.grandTotal - paidSoFar(invoice);

/** Draft and cancelled are stored; paid, overdue and due follow from payments and dates. */
export function statusOf(invoice, day = today()) {
  if (invoice.status !== 'issued') return invoice.status;
  if (balanceOf(invoice) === 0) return 'paid';
  return invoice.dueDate < day ? 'overdue' : 'due';
}

const party = ({ name, address, city, pincode, stateCode, gstin, email, phone }) =>
  ({ name, address, city, pincode, stateCode, gstin, email, phone });

/** Works out the place of supply and every total for a draft. */
export function prepareDraft({ customer, date, dueDate, lines, notes }, account) {
  const interState = customer.stateCode !== account.stateCode;
  return {
    status: 'draft', number: null, date, dueDate, notes, lines, interState, payments: [],
    customerId: customer.id, buyer: party(customer), placeOfSupply: customer.stateCode,
    totals: computeTotals(lines, interState),
  };
}

/**
 * Gives a draft its number and freezes it. Numbers run 0001, 0002, … within a financial
 * year without gaps, because the number is taken and saved in the same transaction.
 * Customer and tax are read again, in case an address or state changed since the draft.
 */
export function issueInvoice(repo, invoice) {
  if (invoice.status !== 'draft') throw new Error('Only a draft can be issued.');
  return repo.transaction(() => {
    const account = repo.account();
    const year = financialYear(invoice.date);
    const serial = (account.counters[year] ?? 0) + 1;
    repo.saveAccount({ counters: { ...account.counters, [year]: serial } });
    const customer = repo.get('customers', invoice.customerId);
    return repo.update('invoices', invoice.id, {
      ...prepareDraft({ ...invoice, customer }, account),
      status: 'issued',
      number: `${account.prefix}/${year}/${String(serial).padStart(4, '0')}`,
      seller: { ...party(account), bank: account.bank },
    });
  });
}

export function recordPayment(repo, invoice, payment) {
  if (invoice.status !== 'issued') throw new Error('Payments can only be recorded on an issued invoice.');
  if (payment.amount <= 0 || payment.amount > balanceOf(invoice)) throw new Error('Payment is more than the balance due.');
  return repo.update('invoices', invoice.id, { payments: [...invoice.payments, payment] });
}

/** A cancelled invoice keeps its number, so the series stays complete. */
export function cancelInvoice(repo, invoice, reason) {
  if (invoice.status !== 'issued') throw new Error('Only an issued invoice can be cancelled.');
  if (invoice.payments.length > 0) throw new Error('An invoice with payments cannot be cancelled.');
  return repo.update('invoices', invoice.id, { status: 'cancelled', cancelReason: reason });
}
