// [id, name, weave, fabric, colour family, price, stock, occasions, design]
// A design names its motifs (see textile/motifs.jsx) and its thread colours.
const GOLD = '#e0b040';
const SILVER = '#d9d6cf';

const ROWS = [
  ['rani-banarasi', 'Rani pink kadhwa buti', 'banarasi', 'Silk', 'Pink', 14800, 3, ['Wedding'], { ground: '#b3145f', border: '#6a0f4a', zari: GOLD, second: '#e4679f', field: 'buti', edge: 'vine', pallu: 'kalga' }],
  ['peacock-kanjivaram', 'Peacock blue korvai checks', 'kanjivaram', 'Silk', 'Blue', 18500, 2, ['Wedding', 'Festival'], { ground: '#0c5a74', border: '#a3123c', zari: GOLD, second: '#f0cf6e', field: 'checks', edge: 'temple', pallu: 'temple' }],
  ['indigo-pochampally', 'Indigo diamond ikat', 'pochampally', 'Cotton', 'Blue', 3650, 8, ['Office', 'Everyday'], { ground: '#1d2b5c', border: '#7c1f2d', zari: '#f1ead8', second: '#c8423a', field: 'ikat', edge: 'diamonds', pallu: 'ikat' }],
  ['vermilion-patola', 'Vermilion double ikat', 'patola', 'Silk', 'Red', 42000, 1, ['Wedding'], { ground: '#a81c1c', border: '#17402e', zari: '#f3d27a', second: '#f6efe0', field: 'patola', edge: 'steps', pallu: 'ikat' }],
  ['ivory-kasavu', 'Ivory kasavu with gold border', 'kasavu', 'Cotton', 'White', 2900, 12, ['Festival', 'Everyday'], { ground: '#f6f0df', border: '#f1e6c6', zari: '#c9952c', second: '#c9952c', field: 'tissue', edge: 'zari', pallu: 'bands', wall: '#dfe3e6' }],
  ['bottle-paithani', 'Bottle green lotus pallu', 'paithani', 'Silk', 'Green', 23500, 2, ['Wedding', 'Festival'], { ground: '#0f5a3c', border: '#8a1250', zari: GOLD, second: '#f08fb3', field: 'coin', edge: 'vine', pallu: 'lotus' }],
  ['maroon-bandhani', 'Maroon ringed gharchola', 'bandhani', 'Silk', 'Red', 7900, 5, ['Wedding', 'Festival'], { ground: '#8c1027', border: '#5f0a22', zari: '#f4d35e', second: '#ffffff', field: 'bandhani', edge: 'zari', pallu: 'kalga' }],
  ['mint-chanderi', 'Mint ashrafi buti', 'chanderi', 'Silk cotton', 'Green', 5400, 6, ['Festival', 'Office'], { ground: '#a9d3bf', border: '#d98ca3', zari: '#c1912e', second: '#fff6e2', field: 'coin', edge: 'vine', pallu: 'lotus' }],
  ['black-jamdani', 'Black muslin star jamdani', 'jamdani', 'Cotton', 'Black', 6800, 4, ['Office', 'Festival'], { ground: '#1f1d24', border: '#31202b', zari: '#ece4d2', second: '#d94f54', field: 'jamdani', edge: 'steps', pallu: 'bands' }],
  ['plum-ilkal', 'Plum kasuti with comb pallu', 'ilkal', 'Silk cotton', 'Purple', 3200, 7, ['Everyday', 'Office'], { ground: '#4d1f52', border: '#a51c30', zari: '#f4e4b8', second: '#f2b233', field: 'kasuti', edge: 'steps', pallu: 'comb', palluGround: '#a51c30' }],
  ['sun-sambalpuri', 'Turmeric chakra bandha', 'sambalpuri', 'Cotton', 'Yellow', 4300, 6, ['Everyday', 'Festival'], { ground: '#dc9a12', border: '#8b1a1a', zari: '#fff3d6', second: '#5d1420', field: 'chakra', edge: 'diamonds', pallu: 'ikat' }],
  ['grey-maheshwari', 'River grey with brick border', 'maheshwari', 'Silk cotton', 'Grey', 4100, 9, ['Office', 'Everyday'], { ground: '#7b8791', border: '#2d3b54', zari: SILVER, second: '#c8d0d4', field: 'stripes', edge: 'brick', pallu: 'bands' }],
  ['wine-banarasi', 'Wine jangla with emerald border', 'banarasi', 'Silk', 'Purple', 16900, 2, ['Wedding'], { ground: '#5a0e34', border: '#0b5a45', zari: GOLD, second: '#0f8a66', field: 'buti', edge: 'vine', pallu: 'kalga' }],
  ['mustard-kanjivaram', 'Mustard with temple points', 'kanjivaram', 'Silk', 'Yellow', 17200, 3, ['Wedding', 'Festival'], { ground: '#d39a1c', border: '#6d1032', zari: '#fbe7a5', second: '#8e1740', field: 'checks', edge: 'temple', pallu: 'temple' }],
  ['teal-pochampally', 'Teal and coral ikat silk', 'pochampally', 'Silk', 'Green', 8700, 4, ['Festival', 'Office'], { ground: '#0e6a6b', border: '#2a1f4e', zari: '#ffe2c0', second: '#f0795b', field: 'ikat', edge: 'diamonds', pallu: 'ikat' }],
  ['violet-paithani', 'Violet brocade with magenta border', 'paithani', 'Silk', 'Purple', 21800, 2, ['Wedding'], { ground: '#46247c', border: '#b0175e', zari: GOLD, second: '#ffd9e6', field: 'buti', edge: 'vine', pallu: 'lotus' }],
  ['rose-chanderi', 'Rose dust with silver coins', 'chanderi', 'Silk cotton', 'Pink', 5150, 6, ['Office', 'Festival'], { ground: '#dba3ac', border: '#7d3350', zari: '#f4f1ec', second: '#7d3350', field: 'coin', edge: 'zari', pallu: 'kalga' }],
  ['leaf-bandhani', 'Leaf green with yellow rings', 'bandhani', 'Cotton', 'Green', 2750, 10, ['Everyday', 'Festival'], { ground: '#1f7a3f', border: '#b52636', zari: '#ffe27a', second: '#ffffff', field: 'bandhani', edge: 'brick', pallu: 'bands' }],
  ['white-jamdani', 'White on white with red star', 'jamdani', 'Cotton', 'White', 5900, 5, ['Festival', 'Office'], { ground: '#f4f0e8', border: '#b3162c', zari: '#b3162c', second: '#c99a3a', field: 'jamdani', edge: 'temple', pallu: 'bands', palluGround: '#f4f0e8', wall: '#dfe3e6' }],
  ['rust-sambalpuri', 'Rust pasapalli border', 'sambalpuri', 'Silk', 'Red', 9400, 3, ['Festival', 'Wedding'], { ground: '#9a3a1a', border: '#1c1b22', zari: '#f7ecd4', second: '#f0b43a', field: 'chakra', edge: 'steps', pallu: 'ikat' }],
  ['sky-maheshwari', 'Sky stripes with gold brick', 'maheshwari', 'Silk cotton', 'Blue', 3950, 8, ['Office', 'Everyday'], { ground: '#79b3cf', border: '#1f4a6e', zari: '#f2dca0', second: '#f4fafc', field: 'stripes', edge: 'brick', pallu: 'comb' }],
  ['charcoal-ilkal', 'Charcoal with green comb pallu', 'ilkal', 'Cotton', 'Black', 2450, 11, ['Everyday'], { ground: '#2c2b31', border: '#17643f', zari: '#efe6cb', second: '#e2b13c', field: 'kasuti', edge: 'brick', pallu: 'comb', palluGround: '#17643f' }],
];

export const SAREES = ROWS.map(([id, name, weave, fabric, colour, price, stock, occasions, design]) =>
  ({ id, name, weave, fabric, colour, price, stock, occasions, design }));

export const findSaree = (id) => SAREES.find((saree) => saree.id === id);
