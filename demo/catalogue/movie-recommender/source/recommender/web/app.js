import { poster } from '/poster.js';

const $ = (id) => document.getElementById(id);

function h(tag, props = {}, ...children) {
  const element = Object.assign(document.createElement(tag), props);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const getJson = async (url, options) => (await fetch(url, options)).json();

const STARTERS = {
  'Thriller fan': { Kahaani: 5, Drishyam: 5, Andhadhun: 4.5, Satya: 4.5, 'Hum Aapke Hain Koun..!': 2, 'Koi... Mil Gaya': 2.5 },
  'Family evening': { 'Chupke Chupke': 5, 'Munna Bhai M.B.B.S.': 4.5, 'English Vinglish': 4.5, 'Taare Zameen Par': 4.5, Maqbool: 2, 'Gangs of Wasseypur': 1.5 },
  'Big screen': { 'Baahubali: The Beginning': 5, RRR: 5, Enthiran: 4.5, Eega: 4, Masaan: 2.5, 'The Lunchbox': 2 },
  'Quiet dramas': { 'Pather Panchali': 5, Masaan: 4.5, Swades: 4.5, 'Kumbalangi Nights': 4.5, Krrish: 2, Dhoom: 1.5 },
};

const list = await getJson('/api/movies');
const movies = new Map(list.map((movie) => [movie.id, movie]));
const byTitle = new Map(list.map((movie) => [movie.title, movie.id]));
let ratings = load(); // film -> stars, in the order of rating
let predictions = new Map();
let automatic = true;

function load() {
  try {
    return new Map(JSON.parse(localStorage.getItem('ratings') ?? '[]').filter(([id]) => movies.has(id)));
  } catch {
    return new Map();
  }
}

function rate(id, stars) {
  if (ratings.get(id) === stars) ratings.delete(id); // the same star again takes it back
  else ratings.set(id, stars);
  changed();
}

function changed() {
  localStorage.setItem('ratings', JSON.stringify([...ratings]));
  showRatings();
  recommend();
}

// ---- Pieces -------------------------------------------------------------

/** Five stars to click; a star counts half or whole, by the half that is clicked. */
function starsInput(id) {
  const value = ratings.get(id) ?? 0;
  return h('span', { className: 'stars', role: 'group', ariaLabel: `Rate ${movies.get(id).title}` }, [1, 2, 3, 4, 5].map((star) => {
    const button = h('button', { type: 'button', ariaLabel: `${star} stars`, title: `${star} stars`, textContent: '★' });
    button.style.setProperty('--fill', `${100 * Math.min(1, Math.max(0, value - star + 1))}%`);
    button.addEventListener('click', (event) => {
      event.stopPropagation();
      const left = event.detail > 0 && event.offsetX < button.clientWidth / 2;
      rate(id, left ? star - 0.5 : star);
    });
    return button;
  }));
}

function card(movie, { stars, reason } = {}) {
  const open = h('button', { type: 'button', className: 'poster', onclick: () => showFilm(movie.id) },
    poster(movie),
    h('span', { className: 'poster-text' }, h('b', {}, movie.title), h('small', {}, `${movie.year} · ${movie.language}`)));
  if (stars !== undefined) open.append(h('span', { className: 'badge' }, '★ ', stars.toFixed(1)));
  return h('article', { className: 'card' }, open, reason && h('p', {}, reason));
}

function because({ reasons }) {
  const liked = reasons.filter(([id, share]) => share > 0.02 && ratings.get(id) >= 3.5).map(([id]) => movies.get(id).title);
  if (liked.length > 0) return `Because you liked ${liked.slice(0, 2).join(' and ')}`;
  return ratings.size === 0 ? 'Liked by most viewers' : 'Liked in general';
}

// ---- Your ratings -------------------------------------------------------

function row(id, extra) {
  const { title, year } = movies.get(id);
  return h('li', {}, h('button', { type: 'button', className: 'name', onclick: () => showFilm(id) }, title, h('small', {}, ` ${year}`)), starsInput(id), extra);
}

function showRatings() {
  $('rated').replaceChildren(...[...ratings.keys()].reverse().map((id) => row(id)));
  $('nothing').hidden = ratings.size > 0;
  $('forget').hidden = ratings.size === 0;
  search();
}

function search() {
  const wanted = $('search').value.trim().toLowerCase();
  const hits = wanted ? list.filter(({ id, title, director }) => !ratings.has(id) && `${title} ${director}`.toLowerCase().includes(wanted)) : [];
  $('found').replaceChildren(...hits.slice(0, 5).map(({ id }) => row(id)));
}

$('search').addEventListener('input', search);
$('forget').addEventListener('click', () => { ratings = new Map(); changed(); });
$('starters').append(...Object.entries(STARTERS).map(([name, films]) => h('button', {
  type: 'button', textContent: name,
  onclick: () => { ratings = new Map(Object.entries(films).map(([title, stars]) => [byTitle.get(title), stars])); changed(); },
})));

// ---- For you ------------------------------------------------------------

let turn = 0;

async function recommend() {
  const mine = ++turn;
  const weight = automatic ? null : Number($('blend').value);
  const body = JSON.stringify({ ratings: Object.fromEntries(ratings), weight });
  const answer = await getJson('/api/recommend', { method: 'POST', body });
  if (mine !== turn || !Array.isArray(answer)) return;
  predictions = new Map(answer.map((prediction) => [prediction.movie, prediction]));
  showRecommended();
}

function showRecommended() {
  const language = $('language').value;
  const chosen = [...predictions.values()].filter(({ movie }) => !language || movies.get(movie).language === language).slice(0, 10);
  $('recommended').replaceChildren(...chosen.map((prediction) =>
    card(movies.get(prediction.movie), { stars: prediction.stars, reason: because(prediction) })));
}

$('language').append(...[...new Set(list.map(({ language }) => language))].sort().map((language) => h('option', {}, language)));
$('language').addEventListener('change', showRecommended);
$('blend').addEventListener('input', () => setAutomatic(false));
$('automatic').addEventListener('click', () => setAutomatic(true));

function setAutomatic(on) {
  automatic = on;
  $('automatic').setAttribute('aria-pressed', String(on));
  $('blend').classList.toggle('resting', on);
  recommend();
}

// ---- One film -----------------------------------------------------------

async function showFilm(id) {
  const movie = movies.get(id);
  const similar = await getJson(`/api/similar/${id}`);
  const prediction = predictions.get(id);
  const dialog = $('film');
  const reasons = prediction?.reasons.filter(([, share]) => Math.abs(share) >= 0.02) ?? [];
  dialog.replaceChildren(
    h('div', { className: 'film-head' },
      h('div', { className: 'poster' }, poster(movie)),
      h('div', {},
        h('h2', {}, movie.title),
        h('p', { className: 'note' }, `${movie.year} · ${movie.language} · directed by ${movie.director}`),
        h('p', {}, movie.genres.map((genre) => h('span', { className: 'tag' }, genre))),
        h('p', { className: 'rate' }, 'Your rating ', starsInput(id)),
        prediction && h('p', {}, 'Predicted for you: ', h('b', {}, `${prediction.stars.toFixed(1)} stars`), ` (${prediction.expected.toFixed(1)} without looking at your taste)`),
        reasons.length > 0 && h('ul', { className: 'reasons' }, reasons.map(([other, share]) => h('li', { className: share > 0 ? 'up' : 'down' },
          `${share > 0 ? '+' : '−'}${Math.abs(share).toFixed(2)}`, h('span', {}, `your ${ratings.get(other)} stars for ${movies.get(other).title}`)))))),
    h('h3', {}, 'Similar films'),
    h('div', { className: 'wall small' }, similar.map(([other]) => card(movies.get(other)))),
    h('button', { type: 'button', className: 'close', ariaLabel: 'Close', textContent: '×', onclick: () => dialog.close() }));
  // A new rating inside the dialog redraws its stars.
  dialog.querySelector('.rate').addEventListener('click', () => setTimeout(() => {
    dialog.querySelector('.rate .stars').replaceWith(starsInput(id));
  }));
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

$('film').addEventListener('click', (event) => { if (event.target === $('film')) $('film').close(); });

// ---- All films ----------------------------------------------------------

let genre = '';

function showAll() {
  const genres = ['', ...new Set(list.flatMap((movie) => movie.genres))].sort();
  $('genres').replaceChildren(...genres.map((name) => {
    const button = h('button', { type: 'button', onclick: () => { genre = name; showAll(); } }, name || 'All');
    button.setAttribute('aria-pressed', String(name === genre));
    return button;
  }));
  const shown = list.filter((movie) => !genre || movie.genres.includes(genre)).sort((a, b) => a.year - b.year);
  $('films').replaceChildren(...shown.map((movie) => card(movie)));
}

// ---- How good is it? ----------------------------------------------------

function table(rows, columns) {
  const best = columns.map(({ key, low }) => (low ? Math.min : Math.max)(...Object.values(rows).map((row) => row[key])));
  return h('table', {},
    h('thead', {}, h('tr', {}, h('th', {}, 'Method'), columns.map(({ label }) => h('th', {}, label)))),
    h('tbody', {}, Object.entries(rows).map(([name, row]) => h('tr', {}, h('td', {}, name), columns.map(({ key, share }, i) => {
      const cell = h('td', {}, share ? `${(100 * row[key]).toFixed(1)}%` : row[key].toFixed(3));
      const text = (value) => (share ? (100 * value).toFixed(1) : value.toFixed(3));
      if (text(row[key]) === text(best[i])) cell.className = 'best';
      return cell;
    })))));
}

async function showTests() {
  const result = await getJson('/api/evaluation');
  const gaps = [{ key: 'rmse', label: 'RMSE', low: true }, { key: 'mae', label: 'MAE', low: true }];
  $('known').append(table(result.known, [...gaps,
    { key: 'precision', label: 'Precision@10', share: true }, { key: 'recall', label: 'Recall@10', share: true },
    { key: 'ndcg', label: 'NDCG@10' }, { key: 'coverage', label: 'Coverage', share: true }]));
  $('new').append(table(result.new, gaps));
  $('about').textContent = `${result.ratings.toLocaleString('en-IN')} invented ratings of ${result.movies} films by ${result.users} invented viewers; `
    + `mean of ${result.rounds} rounds. A recommended film nobody knows the viewer's opinion of counts as a miss, so precision is a lower bound. `
    + 'The films are real, the ratings are not: they say nothing about how good a film is.';
}

for (const button of document.querySelectorAll('nav button')) {
  button.addEventListener('click', () => {
    for (const other of document.querySelectorAll('nav button')) {
      other.setAttribute('aria-pressed', String(other === button));
      $(other.dataset.page).hidden = other !== button;
    }
  });
}

showRatings();
setAutomatic(true);
showAll();
showTests();
