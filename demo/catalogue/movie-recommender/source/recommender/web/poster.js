// Posters drawn from the data: colours by genre, a motif by the first genre,
// small variations by the number of the film. No picture files are needed.

const COLOURS = {
  Action: ['#c8321f', '#3a0d12'], Adventure: ['#d07a1f', '#3c2413'], Comedy: ['#f0b127', '#b2451d'], Crime: ['#43485c', '#14151d'],
  Drama: ['#2f6690', '#10273c'], Family: ['#e8916a', '#8d3b3f'], Fantasy: ['#6a45b5', '#1f1347'], Historical: ['#a5682a', '#3b1f10'],
  Horror: ['#3e5a4b', '#0a110e'], Musical: ['#c5357f', '#4b0f3a'], Mystery: ['#2d4d86', '#0d1530'], Romance: ['#dd5f7f', '#77203f'],
  'Sci-Fi': ['#118a97', '#06303d'], Sports: ['#2f9253', '#0d3a26'], Thriller: ['#7d2440', '#1b0a16'], War: ['#75783f', '#272914'],
};

const spread = (count, draw) => Array.from({ length: count }, (_, i) => draw(i)).join('');
const circle = (x, y, r, more = '') => `<circle cx="${x}" cy="${y}" r="${r}" ${more}/>`;
const outline = 'fill="none" stroke="#fff" stroke-width="1.6"';

const MOTIFS = {
  rays: (n) => spread(18, (i) => `<path d="M${60 + (n % 5) * 20} 78 l200 0 l0 18z" transform="rotate(${20 * i} ${60 + (n % 5) * 20} 78)"/>`),
  rings: (n) => spread(8, (i) => circle(40 + (n % 7) * 22, 40 + (n % 4) * 18, 14 + i * 16, outline)),
  waves: (n) => spread(6, (i) => `<path d="M-60 ${62 + i * 26} q${40 + (n % 4) * 12} ${-34 - (n % 3) * 8} 110 0 t110 0 t110 0 v240 h-330z" opacity="0.45"/>`),
  dots: (n) => spread(99, (i) => circle(-20 + (i % 11) * 25, -10 + Math.floor(i / 11) * 25, 2 + ((i * 7 + n) % 9))),
  bars: (n) => spread(13, (i) => `<rect x="${i * 24 - 50}" y="${(i * 37 + n * 13) % 90}" width="13" height="300"/>`),
  petals: (n) => spread(9, (i) => `<ellipse cx="100" cy="50" rx="17" ry="46" ${outline} transform="rotate(${40 * i + n * 5} 100 86)"/>`),
  peaks: (n) => spread(5, (i) => `<path d="M${i * 52 - 50} 190 l${48 + (n % 3) * 9} ${-110 + ((i * 29 + n * 11) % 60)} l62 130z" opacity="0.6"/>`),
  moon: (n) => circle(128, 62, 40) + spread(14, (i) => circle((i * 67 + n * 17) % 200, (i * 41 + n * 7) % 150, 1.4)),
  lanes: (n) => spread(7, (i) => `<path d="M${-60 + i * 44 + (n % 5) * 6} 310 L${60 + i * 20} -10 h9 L${-34 + i * 44 + (n % 5) * 6} 310z"/>`),
};

const MOTIF_OF = {
  Action: 'rays', Adventure: 'peaks', Comedy: 'dots', Crime: 'bars', Drama: 'waves', Family: 'petals', Fantasy: 'moon', Historical: 'peaks',
  Horror: 'moon', Musical: 'petals', Mystery: 'rings', Romance: 'petals', 'Sci-Fi': 'rings', Sports: 'lanes', Thriller: 'rings', War: 'lanes',
};

let drawn = 0; // gradients need ids that occur once in the page

/** The background of a poster as an SVG element. */
export function poster({ id, genres: [first, second = first] }) {
  const [light] = COLOURS[first];
  const [accent, dark] = COLOURS[second];
  const motif = MOTIFS[MOTIF_OF[id % 3 === 0 ? second : first]];
  const hue = ((id * 47) % 37) - 18;
  const turn = ((id * 31) % 25) - 12;
  const name = `art${drawn += 1}`;
  const holder = document.createElement('div');
  // Built from fixed strings and numbers only.
  holder.innerHTML = `<svg class="art" viewBox="0 0 200 300" preserveAspectRatio="xMidYMid slice" aria-hidden="true" style="filter:hue-rotate(${hue}deg)">
    <defs>
      <linearGradient id="${name}" x2="0.4" y2="1"><stop stop-color="${light}"/><stop offset="0.55" stop-color="${accent}"/><stop offset="1" stop-color="${dark}"/></linearGradient>
      <linearGradient id="${name}s" x2="0" y2="1"><stop offset="0.35" stop-color="${dark}" stop-opacity="0"/><stop offset="0.8" stop-color="${dark}" stop-opacity="0.85"/></linearGradient>
    </defs>
    <rect width="200" height="300" fill="url(#${name})"/>
    <g fill="#fff" opacity="0.22" transform="rotate(${turn} 100 90)">${motif(id)}</g>
    <rect width="200" height="300" fill="url(#${name}s)"/></svg>`;
  return holder.firstElementChild;
}
