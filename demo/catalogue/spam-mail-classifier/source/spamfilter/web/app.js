const $ = (id) => document.getElementById(id);

function h(tag, props = {}, ...children) {
  const element = Object.assign(document.createElement(tag), props);
  element.append(...children.flat());
  return element;
}

const percent = (x, digits = 1) => `${(100 * x).toFixed(digits)}%`;

// ---- Try a mail ---------------------------------------------------------

const SAMPLES = [
  ['Prize', 'Congratulations dear winner', 'Your mobile number won Rs 25 lakh in the Diwali lucky draw! To claim the cash prize pay the processing fee of Rs 4,999 and send your bank account number. Call our agent on 90000 00321 immediately. Offer valid for 24 hours only.'],
  ['Exam notice', 'Practical exam of Computer Networks', 'Dear students, the Computer Networks practical is on 18 October at 10 am in lab 2. Batch B reports at 1 pm. Bring your certified journal and ID card. No entry without the journal.\n\nProf. Kulkarni'],
  ['Internship', 'Summer internship at our Pune office', 'Dear Ishita, you are selected for the summer internship after your interview on Monday. The offer letter is attached. Joining date is 2 May, stipend Rs 15,000 per month. Please confirm by Friday. There is no fee at any stage.'],
  ['Fake internship', 'Internship letter ready', 'Dear candidate, your resume is shortlisted in a leading MNC without interview. Kindly deposit a refundable training charge of Rs 1,499 by UPI within 24 hours to receive the joining letter and certificate.'],
  ['OTP', 'OTP for your purchase', '718204 is the OTP for your payment of Rs 1,240 to Indian Railways. It is valid for 10 minutes. The bank never asks for it on phone. Do not share it with anyone.'],
];

let results = [];
let chosenModel = 1;
let request = 0;

async function classify() {
  const turn = ++request;
  const mail = { subject: $('subject').value, body: $('body').value };
  const response = await fetch('/api/classify', { method: 'POST', body: JSON.stringify(mail) });
  if (turn !== request || !response.ok) return; // a newer request is on its way
  results = await response.json();
  showResults(mail.body);
}

function showResults(body) {
  $('verdicts').replaceChildren(...results.map(({ name, probability, known }) => {
    const kind = known === 0 ? 'unsure' : probability >= 0.5 ? 'spam' : 'ham';
    const meter = h('div', { className: 'meter' }, h('i'));
    meter.firstChild.style.width = percent(probability);
    return h('div', { className: 'verdict' },
      h('h3', {}, name),
      h('div', { className: `stamp ${kind}` }, { spam: 'Spam', ham: 'Inbox', unsure: 'Empty' }[kind]),
      meter,
      h('p', {}, `${percent(probability)} likely to be spam`));
  }));

  $('switch').replaceChildren(...results.map(({ name }, index) => {
    const button = h('button', { type: 'button', onclick: () => { chosenModel = index; showResults(body); } }, name);
    button.setAttribute('aria-pressed', String(index === chosenModel));
    return button;
  }));

  const { terms, marks } = results[chosenModel];
  $('reading').replaceChildren(...highlighted(body, marks));
  $('terms').replaceChildren(...terms.map(([term, weight]) =>
    h('li', { className: weight > 0 ? 'spam' : 'ham' }, term, h('b', {}, (weight > 0 ? '+' : '−') + Math.abs(weight).toFixed(2)))));
}

/** The text with every known word tinted by its weight. */
function highlighted(text, marks) {
  // The server counts whole characters, so the text is cut the same way.
  const characters = [...text];
  const largest = Math.max(0.2, ...marks.map(([, , weight]) => Math.abs(weight)));
  const parts = [];
  let at = 0;
  for (const [start, end, weight] of marks) {
    parts.push(characters.slice(at, start).join(''));
    const mark = h('mark', { title: weight.toFixed(2) }, characters.slice(start, end).join(''));
    const strength = Math.round(55 * Math.min(1, Math.abs(weight) / largest));
    mark.style.setProperty('--tint', `color-mix(in srgb, var(${weight > 0 ? '--red' : '--blue'}) ${strength}%, transparent)`);
    parts.push(mark);
    at = end;
  }
  parts.push(characters.slice(at).join(''));
  return parts;
}

function useSample([, subject, body]) {
  $('subject').value = subject;
  $('body').value = body;
  classify();
}

let typing;
$('mail').addEventListener('input', () => { clearTimeout(typing); typing = setTimeout(classify, 150); });
$('mail').addEventListener('submit', (event) => event.preventDefault());
$('samples').append(...SAMPLES.map((sample) => h('button', { type: 'button', onclick: () => useSample(sample) }, sample[0])));
useSample(SAMPLES[0]);

// ---- How it was tested --------------------------------------------------

let experiments = [];
let chosenExperiment = 2;

function outcome(scores, threshold) {
  const count = (said, really) => scores.filter(([p, label]) => (p >= threshold) === said && label === really).length;
  const [tp, fn, fp, tn] = [count(true, 1), count(false, 1), count(true, 0), count(false, 0)];
  return {
    tp, fn, fp, tn,
    accuracy: (tp + tn) / scores.length,
    precision: tp + fp ? tp / (tp + fp) : 0,
    recall: tp / (tp + fn),
    fallout: fp / (fp + tn),
  };
}

function showTests() {
  const threshold = $('threshold').value / 100;
  $('threshold-value').textContent = percent(threshold, 0);
  $('experiments').replaceChildren(...experiments.map(({ title }, index) => {
    const button = h('button', { type: 'button', onclick: () => { chosenExperiment = index; showTests(); } }, title);
    button.setAttribute('aria-pressed', String(index === chosenExperiment));
    return button;
  }));
  const { note, models } = experiments[chosenExperiment];
  $('note').textContent = note;
  $('models').replaceChildren(...Object.entries(models).map(([name, model]) => modelPanel(name, model, threshold)));
}

function modelPanel(name, { scores, auc, mistakes }, threshold) {
  const result = outcome(scores, threshold);
  const cell = (value, label, good) => h('td', { className: value === 0 && !good ? 'none' : good ? 'right' : 'wrong' }, String(value), h('small', {}, label));
  const matrix = h('table', { className: 'matrix' },
    h('thead', {}, h('tr', {}, h('th'), h('th', {}, 'said spam'), h('th', {}, 'said inbox'))),
    h('tbody', {},
      h('tr', {}, h('th', {}, 'really spam'), cell(result.tp, 'caught', true), cell(result.fn, 'missed', false)),
      h('tr', {}, h('th', {}, 'really good'), cell(result.fp, 'lost', false), cell(result.tn, 'delivered', true))));
  const figure = (value, label) => h('div', {}, h('strong', {}, value), label);
  const panel = h('section', { className: 'model' },
    h('h2', {}, name),
    h('div', { className: 'model-body' }, matrix, rocCurve(scores, result)),
    h('div', { className: 'figures' },
      figure(percent(result.accuracy), 'accuracy'), figure(percent(result.precision), 'precision'),
      figure(percent(result.recall), 'recall'), figure(auc.toFixed(3), 'AUC')));
  if (mistakes.length > 0) {
    panel.append(h('p', { className: 'mistakes-title' }, 'Wrong at the 50% threshold'),
      h('ul', { className: 'mistakes' }, mistakes.map(({ subject, label, probability }) =>
        h('li', {}, h('span', {}, subject), h('span', {}, `${label === 'spam' ? 'spam' : 'good mail'} given ${percent(probability, 0)}`)))));
  }
  return panel;
}

function rocCurve(scores, { recall, fallout }) {
  const thresholds = [...new Set(scores.map(([p]) => p)), 1.1].sort((a, b) => b - a);
  const points = thresholds.map((t) => { const o = outcome(scores, t); return [o.fallout, o.recall]; });
  const x = (v) => 14 + 100 * v;
  const y = (v) => 104 - 100 * v;
  const line = points.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join(' ');
  const holder = h('div');
  // Only numbers go into this markup.
  holder.innerHTML = `<svg class="roc" viewBox="0 0 118 120" role="img" aria-label="ROC curve">
    <rect class="axis" x="14" y="4" width="100" height="100"/>
    <line class="chance" x1="14" y1="104" x2="114" y2="4"/>
    <polyline class="curve" points="${line}"/>
    <circle class="point" cx="${x(fallout)}" cy="${y(recall)}" r="4.5"/>
    <text x="64" y="116" text-anchor="middle">good mail lost</text>
    <text x="-54" y="9" text-anchor="middle" transform="rotate(-90)">spam caught</text></svg>`;
  return holder;
}

$('threshold').addEventListener('input', showTests);
fetch('/api/evaluation').then((response) => response.json()).then((data) => {
  // The file holds log odds, which do not run together near 0% and 100%.
  for (const { models } of data) {
    for (const model of Object.values(models)) model.scores = model.scores.map(([score, label]) => [1 / (1 + Math.exp(-score)), label]);
  }
  experiments = data;
  showTests();
});

for (const button of document.querySelectorAll('nav button')) {
  button.addEventListener('click', () => {
    for (const other of document.querySelectorAll('nav button')) {
      other.setAttribute('aria-pressed', String(other === button));
      $(other.dataset.page).hidden = other !== button;
    }
  });
}
