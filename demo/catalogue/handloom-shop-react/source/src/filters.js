/** Filters as they stand in the address: weave=banarasi,patola&fabric=Silk&max=10000&sort=low */
const LISTS = ['weave', 'fabric', 'colour', 'occasion'];

export function readFilters(query) {
  const lists = Object.fromEntries(LISTS.map((name) => [name, query[name] ? query[name].split(',') : []]));
  return { ...lists, max: Number(query.max) || null, sort: query.sort ?? '', q: query.q ?? '' };
}

export function writeFilters(filters) {
  const query = {};
  for (const name of LISTS) if (filters[name].length > 0) query[name] = filters[name].join(',');
  for (const name of ['max', 'sort', 'q']) if (filters[name]) query[name] = String(filters[name]);
  return query;
}

export const toggle = (list, value) => (list.includes(value) ? list.filter((entry) => entry !== value) : [...list, value]);

const tests = {
  weave: (saree, chosen) => chosen.includes(saree.weave),
  fabric: (saree, chosen) => chosen.includes(saree.fabric),
  colour: (saree, chosen) => chosen.includes(saree.colour),
  occasion: (saree, chosen) => saree.occasions.some((occasion) => chosen.includes(occasion)),
};

/** `skip` leaves one filter out, which is how the count beside each checkbox is worked out. */
export function applyFilters(sarees, filters, skip) {
  const words = filters.q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = sarees.filter((saree) => LISTS.every((name) => name === skip || filters[name].length === 0 || tests[name](saree, filters[name]))
    && (!filters.max || saree.price <= filters.max)
    && words.every((word) => `${saree.name} ${saree.weave} ${saree.fabric} ${saree.colour}`.toLowerCase().includes(word)));
  if (filters.sort === 'low') return found.toSorted((a, b) => a.price - b.price);
  if (filters.sort === 'high') return found.toSorted((a, b) => b.price - a.price);
  return found;
}

export function countsFor(sarees, filters, name, valuesOf) {
  const counts = new Map();
  for (const saree of applyFilters(sarees, filters, name)) for (const value of valuesOf(saree)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
