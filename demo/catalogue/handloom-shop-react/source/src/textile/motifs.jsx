// Every motif is one repeat of a woven pattern: its size in SVG units and how to draw it.
// `c` holds the thread colours: ground, border, zari (the gold or silver thread) and second.

/** Weaving is done on a grid, so many motifs are drawn as small squares, row by row. */
function Grid({ rows, cell, x = 0, y = 0, colours }) {
  const squares = rows.flatMap((row, line) => [...row.matchAll(/([^.])\1*/g)].map((run) => (
    <rect key={`${line}-${run.index}`} x={x + run.index * cell} y={y + line * cell}
      width={run[0].length * cell + 0.15} height={cell + 0.15} fill={colours[run[1]]} />
  )));
  return <g shapeRendering="crispEdges">{squares}</g>;
}

/** A diamond with the soft, feathered edge of ikat: thin threads whose ends do not line up. */
function FeatheredDiamond({ cx, cy, width, height, colour, thread = 2 }) {
  const threads = [];
  for (let x = -width; x <= width; x += thread) {
    const slip = ((Math.abs(x * 7 + cy * 3) % 5) - 2) * 0.9;
    const reach = height * (1 - Math.abs(x) / width) + 1.2;
    threads.push(`M${cx + x} ${(cy - reach + slip).toFixed(1)}V${(cy + reach + slip).toFixed(1)}`);
  }
  return <path d={threads.join('')} stroke={colour} strokeWidth={thread + 0.2} />;
}

const Paisley = ({ colour, fill, transform }) => (
  <g transform={transform}>
    <path d="M0 13C-8 11-10 2-5-4-1-9 4-9 5-14 9-8 10 2 8 7 6 12 3 14 0 13Z" fill={fill} stroke={colour} strokeWidth="1.4" />
    <path d="M0 9C-4 7-5 2-2-2 0-4 2-5 3-7" fill="none" stroke={colour} strokeWidth="1.1" />
    <circle cx="1" cy="5" r="1.8" fill={colour} />
  </g>
);

const Lotus = ({ cx, cy, size, petal, line }) => (
  <g transform={`translate(${cx} ${cy}) scale(${size})`} stroke={line} strokeWidth="0.8" fill={petal}>
    {[-62, 62, -34, 34, 0].map((turn) => <path key={turn} transform={`rotate(${turn})`} d="M0 2C-6-3-5-11 0-17 5-11 6-3 0 2Z" />)}
    <path d="M-11 3Q0 9 11 3" fill="none" strokeWidth="1.6" />
  </g>
);

/** Patterns for the body of the saree. */
export const FIELDS = {
  buti: { width: 44, height: 60, draw: (c) => (
    <>
      <Paisley colour={c.zari} fill={c.second} transform="translate(11 16) scale(.8)" />
      <Paisley colour={c.zari} fill={c.second} transform="translate(33 46) scale(-.8 .8)" />
    </>
  ) },
  checks: { width: 30, height: 30, draw: (c) => (
    <>
      <path d="M0 3H30M0 6H30M3 0V30M6 0V30" stroke={c.zari} strokeWidth="1" opacity=".85" />
      <Grid rows={['..z..', '.zsz.', 'zs.sz', '.zsz.', '..z..']} cell={1.8} x={13.5} y={13.5} colours={{ z: c.zari, s: c.second }} />
    </>
  ) },
  ikat: { width: 60, height: 84, draw: (c) => (
    <>
      <FeatheredDiamond cx={30} cy={42} width={28} height={38} colour={c.second} />
      <FeatheredDiamond cx={30} cy={42} width={20} height={27} colour={c.ground} />
      <FeatheredDiamond cx={30} cy={42} width={14} height={19} colour={c.zari} />
      <FeatheredDiamond cx={30} cy={42} width={6} height={8} colour={c.border} />
      {[[0, 0], [60, 0], [0, 84], [60, 84]].map(([x, y]) => <FeatheredDiamond key={`${x}${y}`} cx={x} cy={y} width={10} height={13} colour={c.zari} />)}
    </>
  ) },
  patola: { width: 64, height: 64, draw: (c) => (
    <Grid cell={4} colours={{ z: c.zari, s: c.second, b: c.border }} rows={[
      'z......zz......z', '......zssz......', '.....zs..sz.....', '....zs.bb.sz....', '...zs.b..b.sz...', '..zs.b.zz.b.sz..', '.zs.b.zssz.b.sz.', 'zs.b.zsbbsz.b.sz',
      'zs.b.zsbbsz.b.sz', '.zs.b.zssz.b.sz.', '..zs.b.zz.b.sz..', '...zs.b..b.sz...', '....zs.bb.sz....', '.....zs..sz.....', '......zssz......', 'z......zz......z',
    ]} />
  ) },
  bandhani: { width: 56, height: 56, draw: (c) => {
    const ring = (count, radius, colour, size) => Array.from({ length: count }, (_, i) => {
      const turn = (i / count) * 2 * Math.PI;
      return <circle key={`${radius}-${i}`} cx={28 + radius * Math.cos(turn)} cy={28 + radius * Math.sin(turn)} r={size} fill={c.ground} stroke={colour} strokeWidth="1.3" />;
    });
    return (
      <>
        {ring(1, 0, c.zari, 2.6)}{ring(8, 9, c.second, 1.7)}{ring(16, 18, c.zari, 1.7)}
        {[[0, 0], [56, 0], [0, 56], [56, 56], [28, 0], [28, 56], [0, 28], [56, 28]].map(([x, y]) => <circle key={`${x}-${y}`} cx={x} cy={y} r="1.8" fill={c.ground} stroke={c.second} strokeWidth="1.3" />)}
      </>
    );
  } },
  jamdani: { width: 54, height: 54, draw: (c) => {
    const rows = ['....z....', '..z.z.z..', '...zsz...', '.zzsszzz.', 'z.zs.sz.z', '.zzsszzz.', '...zsz...', '..z.z.z..', '....z....'];
    return (
      <>
        <path d="M0 9H54M0 27H54M0 45H54M9 0V54M27 0V54M45 0V54" stroke={c.zari} strokeWidth=".4" opacity=".35" />
        <Grid rows={rows} cell={2.4} x={3} y={3} colours={{ z: c.zari, s: c.second }} />
        <Grid rows={rows} cell={2.4} x={30} y={30} colours={{ z: c.second, s: c.zari }} />
      </>
    );
  } },
  coin: { width: 46, height: 56, draw: (c) => (
    <>
      {[[11, 14], [34, 42]].map(([x, y]) => (
        <g key={x} fill={c.zari}>
          <circle cx={x} cy={y} r="7.5" />
          <circle cx={x} cy={y} r="5.2" fill="none" stroke={c.ground} strokeWidth="1" strokeDasharray="1.4 1.3" />
          <circle cx={x} cy={y} r="2" fill={c.second} />
        </g>
      ))}
    </>
  ) },
  stripes: { width: 40, height: 20, draw: (c) => (
    <>
      <path d="M4 0V20M10 0V20" stroke={c.second} strokeWidth="1.2" />
      <path d="M7 0V20" stroke={c.zari} strokeWidth="1.8" />
      <path d="M27 0V20" stroke={c.zari} strokeWidth=".7" opacity=".6" />
    </>
  ) },
  tissue: { width: 8, height: 6, draw: (c) => <path d="M0 2H8M0 5H8" stroke={c.zari} strokeWidth=".7" opacity=".4" /> },
  kasuti: { width: 50, height: 50, draw: (c) => {
    const rows = ['s...z...s', '.s.z.z.s.', '..z.s.z..', '.z.s.s.z.', 'z.s.z.s.z', '.z.s.s.z.', '..z.s.z..', '.s.z.z.s.', 's...z...s'];
    return <Grid rows={rows} cell={2.2} x={15} y={15} colours={{ z: c.zari, s: c.second }} />;
  } },
  chakra: { width: 66, height: 66, draw: (c) => (
    <>
      <FeatheredDiamond cx={33} cy={33} width={26} height={26} colour={c.zari} />
      <FeatheredDiamond cx={33} cy={33} width={20} height={20} colour={c.ground} />
      {[[33, 24], [33, 42], [24, 33], [42, 33]].map(([x, y]) => <FeatheredDiamond key={`${x}-${y}`} cx={x} cy={y} width={6} height={6} colour={c.second} />)}
      <path d="M0 0h66" stroke={c.second} strokeWidth="3" strokeDasharray="5 3" />
    </>
  ) },
};

/** Patterns for the long border. They repeat downwards inside a band 34 wide. */
export const EDGES = {
  temple: { height: 22, draw: (c) => (
    <>
      <path d="M34 0L30 0 30 3 25 3 25 6 20 6 20 9 15 9 15 13 20 13 20 16 25 16 25 19 30 19 30 22 34 22Z" fill={c.zari} />
      <path d="M3 0V22M7 0V22" stroke={c.zari} strokeWidth="1.6" />
    </>
  ) },
  vine: { height: 44, draw: (c) => (
    <>
      <path d="M17 0C26 8 26 14 17 22S8 36 17 44" fill="none" stroke={c.zari} strokeWidth="1.8" />
      <g fill={c.zari}>
        <path d="M21 9c7-5 10-3 9-9-6 0-9 3-9 9zM13 31c-7-5-10-3-9-9 6 0 9 3 9 9z" />
        <circle cx="10" cy="9" r="3.2" fill={c.second} /><circle cx="24" cy="33" r="3.2" fill={c.second} />
      </g>
      <path d="M1.5 0V44M32.5 0V44" stroke={c.zari} strokeWidth="1.4" />
    </>
  ) },
  diamonds: { height: 30, draw: (c) => (
    <>
      <FeatheredDiamond cx={17} cy={15} width={11} height={14} colour={c.zari} />
      <FeatheredDiamond cx={17} cy={15} width={5} height={6} colour={c.second} />
      <path d="M3 0V30M31 0V30" stroke={c.zari} strokeWidth="2" />
    </>
  ) },
  steps: { height: 24, draw: (c) => (
    <>
      <Grid cell={3} x={5} colours={{ z: c.zari, s: c.second }} rows={['z......z', 'zz....zz', '.zz..zz.', '..zzzz..', '..zssz..', '.zz..zz.', 'zz....zz', 'z......z']} />
      <path d="M2 0V24M32 0V24" stroke={c.zari} strokeWidth="2" />
    </>
  ) },
  zari: { height: 8, draw: (c) => (
    <>
      <path d="M4 0V8M30 0V8" stroke={c.zari} strokeWidth="3" />
      <rect x="10" width="14" height="8" fill={c.zari} />
      <path d="M10 2H24M10 6H24" stroke={c.ground} strokeWidth=".6" opacity=".5" />
    </>
  ) },
  brick: { height: 14, draw: (c) => (
    <>
      <path d="M9 2h7v4H9zM18 2h7v4h-7zM5 9h7v4H5zM14 9h7v4h-7zM23 9h7v4h-7z" fill={c.zari} />
      <path d="M2 0V14M32 0V14" stroke={c.zari} strokeWidth="1.6" />
    </>
  ) },
};

/** Large motifs for the pallu, the end piece that falls over the shoulder. */
export const PALLUS = {
  kalga: { width: 38, height: 64, draw: (c) => <Paisley colour={c.zari} fill={c.second} transform="translate(17 34) scale(1.75)" /> },
  lotus: { width: 56, height: 50, draw: (c) => (
    <>
      <Lotus cx={28} cy={34} size={1.25} petal={c.second} line={c.zari} />
      <Lotus cx={0} cy={14} size={0.6} petal={c.zari} line={c.second} /><Lotus cx={56} cy={14} size={0.6} petal={c.zari} line={c.second} />
    </>
  ) },
  temple: { width: 32, height: 40, draw: (c) => (
    <Grid cell={2} x={0} y={4} colours={{ z: c.zari, s: c.second }} rows={[
      '.......zz.......', '.......zz.......', '......zzzz......', '......zssz......', '.....zzsszz.....', '.....zssssz.....', '....zzsssszz....', '....zssssssz....',
      '...zzsszzsszz...', '...zssszzsssz...', '..zzssszzssszz..', '..zsssszzssssz..', '.zzsssszzsssszz.', 'zzzzzzzzzzzzzzzz', 'zzzzzzzzzzzzzzzz',
    ]} />
  ) },
  ikat: { width: 36, height: 56, draw: (c) => (
    <>
      <FeatheredDiamond cx={18} cy={28} width={17} height={27} colour={c.zari} />
      <FeatheredDiamond cx={18} cy={28} width={11} height={17} colour={c.border} />
      <FeatheredDiamond cx={18} cy={28} width={6} height={9} colour={c.second} />
    </>
  ) },
  bands: { width: 20, height: 34, draw: (c) => (
    <>
      <path d="M0 5H20M0 30H20" stroke={c.zari} strokeWidth="3" /><path d="M0 11H20" stroke={c.second} strokeWidth="4" />
      <path d="M0 22L5 16 10 22 15 16 20 22" fill="none" stroke={c.zari} strokeWidth="2" />
    </>
  ) },
  comb: { width: 18, height: 60, draw: (c) => (
    <>
      <path d="M3 8V40M9 2V46M15 8V40" stroke={c.second} strokeWidth="3.4" /><path d="M0 52H18" stroke={c.zari} strokeWidth="5" />
    </>
  ) },
};
