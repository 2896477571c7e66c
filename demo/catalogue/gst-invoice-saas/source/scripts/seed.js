// Fills data/db.json with a sample business, so there is something to look at.
import { rmSync } from 'node:fs';
import { checkDigit } from '../src/gst/gstin.js';
import { addDays, today } from '../src/lib/dates.js';
import { Store } from '../src/lib/store.js';
import { createAccount } from '../src/routes/auth.js';
import { issueInvoice, prepareDraft, recordPayment, cancelInvoice, balanceOf } from '../src/services/invoices.js';

const file = process.env.DATA_FILE ?? 'data/db.json';
rmSync(file, { force: true });
const store = new Store(file);

// A fixed sequence instead of Math.random, so everyone gets the same sample data.
let state = 20260401;
const random = () => { state = (state * 1103515245 + 12345) % 2147483648; return state / 2147483648; };
const pick = (list) => list[Math.floor(random() * list.length)];
const gstin = (stateCode, pan) => { const first = `${stateCode}${pan}1Z`; return first + checkDigit(first); };

const CUSTOMERS = [
  ['Desert Rose Boutique Hotel', '08', 'AAFCD4471K', 'Jodhpur', '342001', '9876501211', '14 Mehrangarh Road'],
  ['Kalamandir Home Stores', '27', 'AACCK8810M', 'Pune', '411004', '9876501322', '221 FC Road, Deccan'],
  ['Bengaluru Living Co.', '29', 'AADCB2290P', 'Bengaluru', '560038', '9876501433', '7 CMH Road, Indiranagar'],
  ['Anokhi Threads Export House', '08', 'AAEFA6621Q', 'Jaipur', '302012', '9876501544', 'Plot 48, Jhotwara Industrial Area'],
  ['Saffron Events and Decor', '07', 'ABCFS1187R', 'New Delhi', '110024', '9876501655', 'C-19 Lajpat Nagar II'],
  ['Navrang Gift Emporium', '24', 'AAHFN3394L', 'Ahmedabad', '380009', '9876501766', 'Law Garden Road, Ellisbridge'],
  ['Marina Crafts Gallery', '33', 'AAKFM5502C', 'Chennai', '600004', '9876501877', '32 Kutchery Road, Mylapore'],
  ['Mrs. Shalini Rathore', '08', null, 'Udaipur', '313001', '9876501988', 'Fateh Sagar Lake View'],
];
const ITEMS = [
  ['Block print cotton bedsheet, double', '6304', 'Set', 185000, 500],
  ['Blue pottery vase, 12 inch', '691390', 'Nos', 142500, 500],
  ['Brass hanging diya, pair', '7419', 'Pair', 96050, 500],
  ['Sheesham wood side table', '940360', 'Nos', 685000, 1800],
  ['Leather mojari, embroidered', '6405', 'Pair', 119900, 500],
  ['Lac bangles with mirror work', '7117', 'Box', 45000, 300],
  ['Jaipuri cotton quilt (razai)', '9404', 'Nos', 249900, 500],
  ['Carved jharokha wall frame', '441400', 'Nos', 327500, 1800],
  ['Store display styling', '998391', 'Hrs', 120000, 1800],
];

const user = createAccount(store, {
  business: 'Gulmohar Handicrafts', name: 'Meera Sharma', email: 'meera@gulmohar.example', stateCode: '08', password: 'khata@123',
});
const repo = store.forAccount(user.accountId);

store.transaction(() => {
  repo.saveAccount({
    gstin: gstin('08', 'AAKFG4821H'), address: '27 Johari Bazar, near Hawa Mahal', city: 'Jaipur', pincode: '302003', phone: '9876502099',
    prefix: 'GH', bank: { name: 'State Bank of India, Johari Bazar', number: '38211004567', ifsc: 'SBIN0031027' },
  });
  const customers = CUSTOMERS.map(([name, stateCode, pan, city, pincode, phone, address]) => repo.insert('customers', {
    name, stateCode, city, pincode, phone, address, gstin: pan ? gstin(stateCode, pan) : '', email: '',
  }));
  const items = ITEMS.map(([name, hsn, unit, pricePaise, taxBps]) => repo.insert('items', { name, hsn, unit, pricePaise, taxBps }));

  // Oldest first, so that the invoice numbers follow the dates.
  for (let daysAgo = 350; daysAgo >= 0; daysAgo -= 2 + Math.floor(random() * 5)) {
    const date = addDays(today(), -daysAgo);
    const lines = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(items))
      .filter((item, i, all) => all.indexOf(item) === i)
      .map((item) => ({
        description: item.name, hsn: item.hsn, unit: item.unit, pricePaise: item.pricePaise, taxBps: item.taxBps,
        qtyMilli: item.unit === 'Hrs' ? 2500 : (1 + Math.floor(random() * 12)) * 1000, discountBps: pick([0, 0, 0, 500, 750]),
      }));
    const draft = repo.insert('invoices', prepareDraft(
      { customer: pick(customers), date, dueDate: addDays(date, 15), lines, notes: '' }, repo.account()));
    if (daysAgo < 3) continue; // the newest stay drafts
    const invoice = issueInvoice(repo, draft);
    const balance = balanceOf(invoice);
    const pay = (amount, days, method) => recordPayment(repo, invoice, { date: addDays(date, days), amount, method, reference: '' });
    if (daysAgo > 40 && random() < 0.04) cancelInvoice(repo, invoice, 'Order withdrawn by the customer');
    else if (daysAgo > 34 || random() < 0.3) pay(balance, 8, pick(['UPI', 'Bank transfer', 'Cheque']));
    else if (random() < 0.35) pay(Math.floor(balance / 200) * 100, 4, 'UPI');
  }
});

console.log(`Sample data written to ${file}. Sign in as ${user.email} with the password khata@123`);
