const $ = (id) => document.getElementById(id);

function h(tag, props = {}, ...children) {
  const element = Object.assign(document.createElement(tag), props);
  element.append(...children.flat());
  return element;
}

const percent = (x, digits = 1) => `${(100 * x).toFixed(digits)}%`;

/** Paints a square of values from 0 to 255 onto a canvas of the same size. */
function paint(canvas, values, [r, g, b] = [241, 239, 230]) {
  const size = Math.sqrt(values.length);
  canvas.width = canvas.height = size;
  const context = canvas.getContext('2d');
  const data = context.createImageData(size, size);
  values.forEach((value, i) => data.data.set([r, g, b, value], 4 * i));
  context.putImageData(data, 0, 0);
}

// ---- Drawing ------------------------------------------------------------

const slate = $('slate');
const pen = slate.getContext('2d');
const small = Object.assign(document.createElement('canvas'), { width: 84, height: 84 });
const smallPen = small.getContext('2d', { willReadFrequently: true });
let strokes = []; // lists of [x, y]
let writing = 0; // counts up to stop an example that is being written

function redraw() {
  pen.clearRect(0, 0, slate.width, slate.height);
  pen.strokeStyle = '#f4f2ea';
  pen.lineWidth = 27;
  pen.lineCap = pen.lineJoin = 'round';
  for (const points of strokes) {
    pen.beginPath();
    pen.moveTo(...points[0]);
    for (const point of points.slice(1)) pen.lineTo(...point);
    if (points.length === 1) pen.lineTo(points[0][0] + 0.1, points[0][1]);
    pen.stroke();
  }
  $('invite').hidden = strokes.length > 0;
}

function place(event) {
  const box = slate.getBoundingClientRect();
  return [(event.clientX - box.left) * slate.width / box.width, (event.clientY - box.top) * slate.height / box.height];
}

slate.addEventListener('pointerdown', (event) => {
  writing += 1;
  slate.setPointerCapture(event.pointerId);
  strokes.push([place(event)]);
  redraw();
  recogniseSoon();
});
slate.addEventListener('pointermove', (event) => {
  if (!slate.hasPointerCapture(event.pointerId)) return;
  for (const part of event.getCoalescedEvents?.() ?? [event]) strokes.at(-1).push(place(part));
  redraw();
  recogniseSoon();
});
$('undo').addEventListener('click', () => { writing += 1; strokes.pop(); redraw(); recogniseSoon(); });
$('clear').addEventListener('click', () => { writing += 1; strokes = []; redraw(); recogniseSoon(); });

/** Lets the generator of the training data write a digit, stroke by stroke. */
async function writeExample(digit) {
  const turn = ++writing;
  const example = await (await fetch(`/api/example/${digit}`)).json();
  strokes = [];
  for (const points of example) {
    strokes.push([]);
    for (const [x, y] of points) {
      if (turn !== writing) return;
      strokes.at(-1).push([x * 15, y * 15]);
      redraw();
      recogniseSoon();
      await new Promise(requestAnimationFrame);
    }
  }
}

// ---- Recognising --------------------------------------------------------

let busy = false;
let waiting = false;

/** At most one request is on its way; the newest drawing is always sent last. */
async function recogniseSoon() {
  waiting = true;
  if (busy) return;
  busy = true;
  while (waiting) {
    waiting = false;
    smallPen.clearRect(0, 0, 84, 84);
    smallPen.drawImage(slate, 0, 0, 84, 84);
    const pixels = smallPen.getImageData(0, 0, 84, 84).data;
    const ink = Uint8Array.from({ length: 84 * 84 }, (_, i) => pixels[4 * i + 3]);
    try {
      const response = await fetch('/api/recognise', { method: 'POST', body: ink });
      showAnswer(await response.json());
    } catch {
      showAnswer(null);
    }
  }
  busy = false;
}

const bars = Array.from({ length: 10 }, (_, digit) => h('li', {}, String(digit), h('i'), h('span', {}, '–')));
$('bars').append(...bars);
const mapCanvases = [8, 16].map((count, layer) => {
  const canvases = Array.from({ length: count }, () => h('canvas', { width: 1, height: 1 }));
  $(`maps-${layer}`).append(...canvases);
  return canvases;
});

function showAnswer(result) {
  const probabilities = result?.probabilities ?? Array(10).fill(0);
  const best = probabilities.indexOf(Math.max(...probabilities));
  $('digit').textContent = result ? best : '?';
  $('digit').classList.toggle('unsure', !result || probabilities[best] < 0.6);
  bars.forEach((bar, digit) => {
    bar.classList.toggle('top', Boolean(result) && digit === best);
    bar.children[0].style.setProperty('--p', percent(probabilities[digit]));
    bar.children[1].textContent = result ? percent(probabilities[digit]) : '–';
  });
  paint($('input'), (result?.image ?? [[0]]).flat());
  mapCanvases.forEach((canvases, layer) => canvases.forEach((canvas, i) =>
    paint(canvas, (result?.maps[layer][i] ?? [[0]]).flat(), layer === 0 ? [244, 185, 66] : [130, 196, 190])));
}

$('examples').append(...bars.map((_, digit) => h('button', { type: 'button', title: `Write a ${digit}`, onclick: () => writeExample(digit) }, String(digit))));
showAnswer(null);

// ---- Tests --------------------------------------------------------------

const evaluation = await (await fetch('/api/evaluation')).json();
let chosen = 2;

function showStrength() {
  $('strengths').replaceChildren(...evaluation.strength.map(({ strength }, i) => {
    const button = h('button', { type: 'button', onclick: () => { chosen = i; showStrength(); } }, `× ${strength}`);
    button.setAttribute('aria-pressed', String(i === chosen));
    return button;
  }));

  const { strength, accuracy, confusion, mistakes } = evaluation.strength[chosen];
  const head = h('tr', {}, h('th'), confusion.map((_, digit) => h('th', {}, String(digit))));
  const rows = confusion.map((row, digit) => {
    const total = row.reduce((a, b) => a + b);
    return h('tr', {}, h('th', {}, String(digit)), row.map((count, other) => {
      const cell = h('td', { className: digit === other ? 'hit' : '' }, count ? String(count) : '');
      const share = count / total;
      if (digit === other) cell.style.background = `rgb(244 185 66 / ${0.1 + 0.75 * share ** 3})`;
      else if (count) cell.style.background = `rgb(226 96 72 / ${Math.min(0.85, 0.12 + 5 * share)})`;
      if (digit === other && share > 0.85) cell.style.color = '#15181b';
      return cell;
    }));
  });
  $('confusion').replaceChildren(head, ...rows);
  const words = { 1: 'everyday writing', 1.5: 'hasty writing, as in training', 2: 'a scrawl', 2.5: 'hardly legible' };
  $('confusion-note').textContent = `Rows: what was written. Columns: what was read. Distortion × ${strength} (${words[strength]}): `
    + `${percent(accuracy, 2)} of ${evaluation.samples} digits right.`;

  $('mistakes').replaceChildren(...mistakes.map(({ label, answer, probability, image }) => {
    const canvas = h('canvas');
    paint(canvas, image);
    return h('figure', { title: `${percent(probability)} sure` }, canvas, h('figcaption', {}, `${label} read as `, h('b', {}, String(answer))));
  }));
}

function showTraining() {
  const { history } = evaluation;
  const largest = Math.max(...history.map(({ loss }) => loss));
  const x = (i) => 36 + i * (330 / Math.max(1, history.length - 1));
  const y = (loss) => 92 - 76 * (loss / largest);
  const points = history.map(({ loss }, i) => `${x(i)},${y(loss).toFixed(1)}`).join(' ');
  // Only numbers go into this markup.
  $('curve').innerHTML = `<svg viewBox="0 0 400 122" role="img" aria-label="Loss by epoch">
    <line x1="26" x2="386" y1="92" y2="92" stroke="#30373d"/>
    <polyline points="${points}" fill="none" stroke="#82c4be" stroke-width="2.5"/>
    ${history.map(({ loss, accuracy }, i) => `<circle cx="${x(i)}" cy="${y(loss)}" r="3.5" fill="#82c4be"/>
      <text x="${x(i) + 7}" y="${y(loss) - 6}">${loss.toFixed(2)}</text>
      <text x="${x(i)}" y="112" text-anchor="middle">${percent(accuracy)}</text>`).join('')}</svg>
    <p class="note">Loss on the training digits; below, accuracy on test digits after each epoch.</p>`;

  const rows = [
    ...evaluation.comparison.map(([name, weights, accuracy]) => [`${name}, ${weights.toLocaleString('en-IN')} weights, 4,000 digits`, accuracy]),
    ...evaluation.unseen.map((accuracy, i) => [`Writing style ${i + 1} never seen in training`, accuracy]),
  ];
  $('figures').replaceChildren(...rows.flatMap(([label, value]) => [h('dt', {}, label), h('dd', {}, percent(value))]));
}

showStrength();
showTraining();

for (const button of document.querySelectorAll('nav button')) {
  button.addEventListener('click', () => {
    for (const other of document.querySelectorAll('nav button')) {
      other.setAttribute('aria-pressed', String(other === button));
      $(other.dataset.page).hidden = other !== button;
    }
  });
}
