// Sample data: the IT desk of a food company with offices in Pune, Nashik and Ratnagiri.
// Times are relative to now, so the SLA clocks look alive whenever the sample is loaded.
import { pathToFileURL } from 'node:url';
import { hashPassword } from './auth.js';
import { DEFAULT_POLICY } from './sla.js';
import { Store } from './store.js';
import { addComment, changeTicket, createTicket } from './tickets.js';

const MINUTE = 60_000;
const PASSWORD = 'helpdesk1';

const PEOPLE = [
  ['farida', 'Farida Shaikh', 'admin', 'IT, Pune'],
  ['rohit', 'Rohit Kulkarni', 'agent', 'IT, Pune'],
  ['ananya', 'Ananya Iyer', 'agent', 'IT, Pune'],
  ['imran', 'Imran Qureshi', 'agent', 'IT, Nashik'],
  ['sneha', 'Sneha Patil', 'requester', 'Accounts, Pune'],
  ['vikram', 'Vikram Desai', 'requester', 'Plant, Ratnagiri'],
  ['lakshmi', 'Lakshmi Nair', 'requester', 'HR, Pune'],
  ['gurpreet', 'Gurpreet Singh', 'requester', 'Dispatch, Nashik'],
  ['pooja', 'Pooja Yadav', 'requester', 'Sales, Pune'],
];

// [minutes ago, requester, priority, category, title, body, steps]; a step is [minutes after creation, who, what, value].
const ACTIVE = [
  [228, 'gurpreet', 'urgent', 'Network', 'Dispatch office has no internet, e-way bills are stuck',
    'The whole dispatch office in Nashik is offline. Four trucks are loaded and we cannot generate e-way bills.', [
      [9, 'imran', 'assigneeId', 'imran'], [11, 'imran', 'comment', 'On my way to the rack room. Please use the mobile hotspot for the first two trucks.'],
      [12, 'imran', 'status', 'in_progress'], [48, 'gurpreet', 'comment', 'Two trucks have left with the hotspot. Two are still waiting, the signal is weak near the gate.'],
      [70, 'imran', 'note', 'Media converter has no link light. ISP docket NSK-88213 raised, engineer is on the way.'],
      [176, 'imran', 'comment', 'The ISP engineer has replaced the media converter and is testing the line now.']]],
  [95, 'sneha', 'urgent', 'Software', 'Payroll export fails with "GST ledger locked"',
    'The salary file has to reach the bank today. The export stops at 80% with the message "GST ledger locked by user TALLY02".', [
      [14, 'ananya', 'assigneeId', 'ananya'], [16, 'ananya', 'comment', 'I can see the lock. Please ask everyone to save and close the ledger, I will clear it in ten minutes.'], [17, 'ananya', 'status', 'in_progress']]],
  [415, 'vikram', 'high', 'Hardware', 'Weighbridge PC restarts by itself',
    'The PC at the weighbridge restarts every half an hour. We are writing weights by hand.', [
      [60, 'imran', 'assigneeId', 'imran'], [66, 'imran', 'comment', 'Looks like overheating. I am sending a cabinet fan with the next vehicle.'], [67, 'imran', 'status', 'in_progress']]],
  [560, 'pooja', 'high', 'Email', 'Customer mails are going to spam',
    'Quotations sent to three customers landed in their spam folder this week.', [
      [90, 'rohit', 'assigneeId', 'rohit'], [95, 'rohit', 'comment', 'The DKIM key had expired. I have published a new one, it needs some hours to spread.'], [96, 'rohit', 'status', 'in_progress']]],
  [310, 'lakshmi', 'high', 'Access', 'New joiner has no access to the HR portal',
    'Tejaswini Rao joined today as HR executive, employee code KF-2291. She cannot open the HR portal.', [
      [40, 'ananya', 'assigneeId', 'ananya'], [45, 'ananya', 'comment', 'Please share the approval mail from her reporting manager.'], [46, 'ananya', 'status', 'waiting']]],
  [22, 'vikram', 'medium', 'Network', 'Wi-Fi is weak in the cold storage area', 'Scanners lose connection between racks C and F.', []],
  [48, 'sneha', 'medium', 'Printer', 'Cheque printer prints 4 mm too low', 'Date and amount are below their boxes since the new toner was fitted.', []],
  [640, 'gurpreet', 'medium', 'Hardware', 'Barcode scanner 3 does not charge', 'The cradle light is off. Scanner 3 is the one used for the night shift.', [
    [200, 'imran', 'assigneeId', 'imran'], [204, 'imran', 'comment', 'I will bring a spare cradle tomorrow morning.']]],
  [1180, 'pooja', 'medium', 'Software', 'CRM report shows last year\'s targets', 'The region-wise report for this quarter still has the old targets.', [
    [300, 'rohit', 'assigneeId', 'rohit'], [310, 'rohit', 'comment', 'The target sheet was not imported in April. I am importing it now.'], [311, 'rohit', 'status', 'in_progress']]],
  [1900, 'lakshmi', 'low', 'Software', 'Please install the Marathi font pack on 4 PCs', 'Needed for the statutory notice boards. PC names HR-01 to HR-04.', [
    [420, 'ananya', 'assigneeId', 'ananya'], [430, 'ananya', 'comment', 'Noted. I will do it after office hours on Friday.']]],
  [130, 'sneha', 'low', 'Hardware', 'Second monitor for the accounts desk', 'Approved by Mr. Joshi in the budget meeting.', []],
];

// Finished tickets: [days ago, requester, agent, priority, category, title, minutes to first reply, minutes to solution].
const FINISHED = [
  [0, 'sneha', 'rohit', 'high', 'Access', 'Locked out of the bank token portal', 18, 85], [0, 'vikram', 'imran', 'medium', 'Printer', 'Label printer skips every second label', 55, 170],
  [1, 'pooja', 'ananya', 'medium', 'Email', 'Shared mailbox is full', 35, 240], [1, 'lakshmi', 'rohit', 'low', 'Access', 'Door card for the new trainee', 200, 900],
  [1, 'gurpreet', 'imran', 'urgent', 'Network', 'VPN down for the night shift', 12, 150], [2, 'vikram', 'imran', 'high', 'Hardware', 'UPS alarm in the boiler room', 25, 610],
  [3, 'sneha', 'ananya', 'medium', 'Software', 'TDS utility asks for an update', 90, 400], [3, 'pooja', 'rohit', 'low', 'Hardware', 'Keyboard with broken space bar', 60, 300],
  [4, 'lakshmi', 'ananya', 'medium', 'Software', 'Attendance import misses the second shift', 130, 700], [4, 'gurpreet', 'imran', 'high', 'Printer', 'E-way bill printer jams', 20, 120],
  [4, 'vikram', 'rohit', 'medium', 'Access', 'Reset the SCADA viewer password', 15, 45], [5, 'sneha', 'rohit', 'high', 'Software', 'Invoice PDF has a blank second page', 140, 460],
  [6, 'pooja', 'ananya', 'low', 'Email', 'Signature with the new office address', 400, 1500], [7, 'lakshmi', 'ananya', 'medium', 'Hardware', 'Projector in the training room is blurred', 80, 520],
  [7, 'gurpreet', 'imran', 'medium', 'Network', 'Slow upload from the Nashik office', 60, 1900], [8, 'vikram', 'imran', 'urgent', 'Hardware', 'Server room AC has tripped', 8, 95],
  [8, 'sneha', 'rohit', 'medium', 'Printer', 'Scan to mail does not work', 45, 210], [9, 'pooja', 'rohit', 'high', 'Software', 'Price list shows the old GST rate', 30, 260],
  [10, 'lakshmi', 'ananya', 'medium', 'Access', 'Remove access for two leavers', 20, 60], [11, 'gurpreet', 'imran', 'medium', 'Hardware', 'Handheld terminal screen is cracked', 240, 1300],
  [11, 'vikram', 'imran', 'low', 'Software', 'Old version of the recipe viewer', 500, 2400], [12, 'sneha', 'ananya', 'high', 'Email', 'Vendor mails are bouncing', 25, 190],
];

export function seed(store) {
  store.write((data) => {
    data.policy = structuredClone(DEFAULT_POLICY);
    data.people = PEOPLE.map(([id, name, role, place]) => ({ id, name, role, place, email: `${id}@konkanfoods.example`, passwordHash: hashPassword(PASSWORD) }));
    const person = (id) => data.people.find((entry) => entry.id === id);
    const act = (ticket, who, what, value, at) => (['comment', 'note'].includes(what)
      ? addComment(ticket, person(who), { text: value, internal: what === 'note' }, at)
      : changeTicket(ticket, person(who), { [what]: value }, at));

    const planned = [
      ...FINISHED.map(([days, requester, agent, priority, category, title, reply, solution], i) => ({
        start: Math.min(Date.now() - days * 1440 * MINUTE - ((i * 37) % 300) * MINUTE, Date.now() - (solution + 30) * MINUTE),
        requester, priority, category, title, body: 'Reported by phone and noted by the desk.',
        steps: [[reply - 5, agent, 'assigneeId', agent], [reply, agent, 'comment', 'Thank you for reporting this. I am looking into it.'],
          [solution - 1, agent, 'comment', 'This is fixed. Please check and reply here if anything is still wrong.'],
          [solution, agent, 'status', days > 5 ? 'closed' : 'resolved']],
      })),
      ...ACTIVE.map(([ago, requester, priority, category, title, body, steps]) =>
        ({ start: Date.now() - ago * MINUTE, requester, priority, category, title, body, steps })),
    ].sort((a, b) => a.start - b.start);

    for (const { start, requester, steps, ...fields } of planned) {
      const ticket = createTicket(data, { ...fields, requesterId: requester }, start);
      for (const [after, who, what, value] of steps) act(ticket, who, what, value, start + after * MINUTE);
    }
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const store = new Store(process.env.DATA_FILE ?? 'data/helpdesk.json');
  store.reset();
  seed(store);
  console.log(`Sample data written. Everybody's password is ${PASSWORD}`);
}
