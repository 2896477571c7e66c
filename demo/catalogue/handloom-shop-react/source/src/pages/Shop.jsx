import Filters from '../components/Filters.jsx';
import SareeCard from '../components/SareeCard.jsx';
import { SAREES, findSaree } from '../data/sarees.js';
import { applyFilters, readFilters, writeFilters } from '../filters.js';
import { plural } from '../format.js';
import { go } from '../router.js';
import { ClothRow } from '../textile/SareeArt.jsx';

const IN_THE_WINDOW = ['rani-banarasi', 'indigo-pochampally', 'mint-chanderi', 'vermilion-patola', 'bottle-paithani', 'sun-sambalpuri', 'peacock-kanjivaram', 'plum-ilkal']
  .map((id) => findSaree(id).design);

export default function Shop({ query }) {
  const filters = readFilters(query);
  const found = applyFilters(SAREES, filters);
  const change = (changes) => go('/', writeFilters({ ...filters, ...changes }));
  const filtered = Object.keys(writeFilters({ ...filters, sort: '' })).length > 0;

  return (
    <>
      {!filtered && (
        <section className="hero">
          <div><h1>Straight from the loom</h1><p>Handwoven sarees from twelve weaving towns, with the name of the weave and the place on every piece.</p></div>
          <ClothRow designs={IN_THE_WINDOW} />
        </section>
      )}
      <div className="shop">
        <Filters filters={filters} onChange={change} />
        <section>
          <div className="bar">
            <p role="status">{plural(found.length, 'saree')}{filters.q && ` for "${filters.q}"`}</p>
            {filtered && <button type="button" className="link" onClick={() => go('/')}>Clear filters</button>}
            <select aria-label="Sort" value={filters.sort} onChange={(event) => change({ sort: event.target.value })}>
              <option value="">Our order</option><option value="low">Price, low to high</option><option value="high">Price, high to low</option>
            </select>
          </div>
          {found.length === 0 && <p className="empty">Nothing on the loom matches that. Please remove a filter.</p>}
          <div className="grid">{found.map((saree) => <SareeCard key={saree.id} saree={saree} />)}</div>
        </section>
      </div>
    </>
  );
}
