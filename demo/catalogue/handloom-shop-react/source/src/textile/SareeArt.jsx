import { useId } from 'react';
import { EDGES, FIELDS, PALLUS } from './motifs.jsx';

const FOLDS = [[0, '#000', 0.3], [0.05, '#fff', 0.1], [0.13, '#000', 0.12], [0.2, '#fff', 0.12], [0.29, '#000', 0.16], [0.36, '#fff', 0.06], [0.48, '#000', 0.1],
  [0.58, '#fff', 0.1], [0.68, '#000', 0.14], [0.77, '#fff', 0.1], [0.86, '#000', 0.12], [0.94, '#fff', 0.12], [1, '#000', 0.32]];

const Pattern = ({ id, width, height, x = 0, y = 0, scale = 1, children }) => (
  <pattern id={id} width={width} height={height} patternUnits="userSpaceOnUse" patternTransform={`translate(${x} ${y}) scale(${scale})`}>{children}</pattern>
);

/** Names of all patterns of one picture. React's id keeps two pictures on a page apart. */
function useThreads(colours) {
  const id = useId().replace(/[^a-zA-Z0-9]/g, '');
  return { name: (part) => `${part}${id}`, fill: (part) => `url(#${part}${id})`, colours };
}

/** A saree on a brass rod: the body behind, the pallu falling in front. */
export default function SareeArt({ saree, title = saree.name }) {
  const { design } = saree;
  const { name, fill, colours: c } = useThreads(design);
  const field = FIELDS[design.field];
  const edge = EDGES[design.edge];
  const pallu = PALLUS[design.pallu];
  const palluGround = design.palluGround ?? c.border;
  // Stretch the pallu motif a little, so that only whole motifs fill its 92 x 130 frame.
  const fitX = 92 / (Math.max(1, Math.round(92 / pallu.width)) * pallu.width);
  const fitY = 130 / (Math.max(1, Math.round(130 / pallu.height)) * pallu.height);

  return (
    <svg className="saree-art" viewBox="0 0 300 400" preserveAspectRatio="xMidYMin slice" role="img" aria-label={title}>
      <defs>
        <Pattern id={name('field')} width={field.width} height={field.height} x={62}>{field.draw(c)}</Pattern>
        <Pattern id={name('left')} width={34} height={edge.height} x={26} y={20}>{edge.draw(c)}</Pattern>
        <Pattern id={name('hem')} width={34} height={edge.height} x={122} y={20} scale={0.55}>{edge.draw(c)}</Pattern>
        <Pattern id={name('pallu')} width={pallu.width} height={pallu.height} x={140} y={162} scale={`${fitX} ${fitY}`}>{pallu.draw({ ...c, border: c.ground })}</Pattern>
        <linearGradient id={name('folds')}>{FOLDS.map(([at, colour, alpha]) => <stop key={at} offset={at} stopColor={colour} stopOpacity={alpha} />)}</linearGradient>
        <linearGradient id={name('shade')}><stop offset="0" stopOpacity="0" /><stop offset="1" stopOpacity=".42" /></linearGradient>
        <linearGradient id={name('top')} x2="0" y2="1"><stop offset="0" stopOpacity=".38" /><stop offset=".16" stopOpacity="0" /></linearGradient>
        <linearGradient id={name('brass')} x2="0" y2="1"><stop offset="0" stopColor="#f6e3a8" /><stop offset=".5" stopColor="#b98a2f" /><stop offset="1" stopColor="#6e4c12" /></linearGradient>
      </defs>
      <rect width="300" height="400" fill={design.wall ?? '#efe9ee'} />

      <g>
        <rect x="26" y="20" width="248" height="380" fill={c.ground} />
        <rect x="60" y="20" width="180" height="380" fill={fill('field')} />
        <rect x="26" y="20" width="34" height="380" fill={c.border} />
        <rect x="26" y="20" width="34" height="380" fill={fill('left')} />
        <g transform="translate(300 0) scale(-1 1)">
          <rect x="26" y="20" width="34" height="380" fill={c.border} />
          <rect x="26" y="20" width="34" height="380" fill={fill('left')} />
        </g>
        <rect x="26" y="20" width="248" height="380" fill={fill('folds')} />
      </g>

      <path d="M98 20H122L118 338H98Z" fill={fill('shade')} />
      <path d="M248 20H268L252 338Z" opacity=".25" />
      <g>
        <path d="M122 20H248L252 332H118Z" fill={palluGround} />
        <g clipPath={`url(#${name('clip')})`}>
          <rect x="118" y="20" width="136" height="130" fill={c.ground} />
          <rect x="140" y="20" width="92" height="124" fill={fill('field')} />
          <rect x="118" y="146" width="136" height="6" fill={c.zari} />
          <rect x="118" y="156" width="136" height="2.5" fill={c.zari} />
          <rect x="140" y="162" width="92" height="130" fill={fill('pallu')} />
          <rect x="118" y="296" width="136" height="2.5" fill={c.zari} />
          <rect x="118" y="302" width="136" height="16" fill={c.zari} />
          <path d="M118 310H254" stroke={palluGround} strokeWidth="5" strokeDasharray="5 5" />
          <rect x="118" y="322" width="136" height="3" fill={c.zari} />
          <rect x="118" y="20" width="21" height="276" fill={c.border} />
          <rect x="118" y="20" width="21" height="276" fill={fill('hem')} />
          <rect x="232" y="20" width="22" height="276" fill={c.border} />
          <g transform="translate(370 0) scale(-1 1)"><rect x="116" y="20" width="22" height="276" fill={fill('hem')} /></g>
        </g>
        <clipPath id={name('clip')}><path d="M122 20H248L252 332H118Z" /></clipPath>
        <path d={Array.from({ length: 17 }, (_, i) => `M${121 + i * 8} 331l${(i % 3) - 1} 17`).join('')} stroke={c.zari} strokeWidth="3" strokeLinecap="round" />
        <path d={Array.from({ length: 17 }, (_, i) => `M${121 + i * 8} 336h.1`).join('')} stroke={palluGround} strokeWidth="5" strokeLinecap="round" />
        <path d="M122 20H248L252 332H118Z" fill={fill('folds')} opacity=".8" />
      </g>

      <rect x="26" y="20" width="248" height="380" fill={fill('top')} />
      <rect x="8" y="10" width="284" height="13" rx="6.5" fill={fill('brass')} />
    </svg>
  );
}

/** A close look at one part of the cloth. `part` is "field", "edge" or "pallu". */
export function Swatch({ design, part, zoom = 1.6, title }) {
  const { name, fill, colours: c } = useThreads(design);
  const motif = { field: FIELDS, edge: EDGES, pallu: PALLUS }[part][design[part]];
  const ground = { field: c.ground, edge: c.border, pallu: design.palluGround ?? c.border }[part];
  const threads = part === 'pallu' ? { ...c, border: c.ground } : c;
  return (
    <svg className="swatch" viewBox="0 0 120 120" preserveAspectRatio="xMidYMid slice" role="img" aria-label={title}>
      <defs>
        <Pattern id={name('part')} width={motif.width ?? 34} height={motif.height} x={part === 'edge' ? 33 : 8} y={6} scale={zoom}>{motif.draw(threads)}</Pattern>
        <Pattern id={name('weave')} width={1.2} height={1.2}><path d="M0 .2H1.2M.2 0V1.2" stroke="#fff" strokeWidth=".3" opacity=".12" /></Pattern>
      </defs>
      <rect width="120" height="120" fill={part === 'edge' ? c.ground : ground} />
      {part === 'edge' ? <><rect x="33" width={34 * zoom} height="120" fill={ground} /><rect x="33" width={34 * zoom} height="120" fill={fill('part')} /></> : <rect width="120" height="120" fill={fill('part')} />}
      <rect width="120" height="120" fill={fill('weave')} />
    </svg>
  );
}

/** A row of hanging cloths, used at the top of the shop. */
export function ClothRow({ designs }) {
  return (
    <div className="cloth-row" aria-hidden="true">
      {designs.map((design, index) => <Cloth key={index} design={design} index={index} />)}
    </div>
  );
}

function Cloth({ design, index }) {
  const { name, fill, colours: c } = useThreads(design);
  const field = FIELDS[design.field];
  const edge = EDGES[design.edge];
  const length = 250 - [0, 26, 10, 40, 4, 30, 16][index % 7];
  return (
    <svg viewBox="0 0 110 280" preserveAspectRatio="xMidYMin slice">
      <defs>
        <Pattern id={name('field')} width={field.width} height={field.height} x={4}>{field.draw(c)}</Pattern>
        <Pattern id={name('edge')} width={34} height={edge.height} x={76}>{edge.draw(c)}</Pattern>
        <linearGradient id={name('folds')}>{FOLDS.map(([at, colour, alpha]) => <stop key={at} offset={at} stopColor={colour} stopOpacity={alpha} />)}</linearGradient>
      </defs>
      <rect width="110" height={length} fill={c.ground} />
      <rect width="76" height={length} fill={fill('field')} />
      <rect x="76" width="34" height={length} fill={c.border} />
      <rect x="76" width="34" height={length} fill={fill('edge')} />
      <rect y={length - 30} width="110" height="5" fill={c.zari} /><rect y={length - 21} width="110" height="13" fill={c.zari} /><rect y={length - 4} width="110" height="4" fill={c.zari} />
      <path d={Array.from({ length: 14 }, (_, i) => `M${4 + i * 8} ${length}v14`).join('')} stroke={c.zari} strokeWidth="2.6" strokeLinecap="round" />
      <rect width="110" height={length} fill={fill('folds')} />
    </svg>
  );
}
