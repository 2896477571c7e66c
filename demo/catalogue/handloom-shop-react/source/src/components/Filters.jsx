import { SAREES } from '../data/sarees.js';
import { PLACES_TO_WEAR, WEAVES } from '../data/weaves.js';
import { countsFor, toggle } from '../filters.js';
import { price } from '../format.js';

const COLOURS = { Red: '#a81c1c', Pink: '#c0246d', Yellow: '#dc9a12', Green: '#0f6a48', Blue: '#1f4f86', Purple: '#4d2470', White: '#f6f0df', Grey: '#86919a', Black: '#232127' };
const FABRICS = ['Silk', 'Silk cotton', 'Cotton'];
const DEAREST = Math.max(...SAREES.map((saree) => saree.price));

function Group({ title, name, options, filters, onChange, valuesOf }) {
  const counts = countsFor(SAREES, filters, name, valuesOf);
  return (
    <fieldset>
      <legend>{title}</legend>
      {options.map(([value, label]) => (
        <label key={value} className={counts.get(value) ? '' : 'none'}>
          <input type="checkbox" checked={filters[name].includes(value)} onChange={() => onChange({ [name]: toggle(filters[name], value) })} />
          {label}<span>{counts.get(value) ?? 0}</span>
        </label>
      ))}
    </fieldset>
  );
}

export default function Filters({ filters, onChange }) {
  const same = (values) => values.map((value) => [value, value]);
  return (
    <aside className="filters" aria-label="Filters">
      <fieldset>
        <legend>Colour</legend>
        <div className="dots">
          {Object.entries(COLOURS).map(([name, hex]) => (
            <button key={name} type="button" style={{ background: hex }} title={name} aria-label={name} aria-pressed={filters.colour.includes(name)} onClick={() => onChange({ colour: toggle(filters.colour, name) })} />
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>Price up to {price(filters.max ?? DEAREST)}</legend>
        <input type="range" min="2500" max={DEAREST} step="500" value={filters.max ?? DEAREST} aria-label="Highest price"
          onChange={(event) => onChange({ max: Number(event.target.value) >= DEAREST ? null : Number(event.target.value) })} />
      </fieldset>
      <Group title="Fabric" name="fabric" options={same(FABRICS)} filters={filters} onChange={onChange} valuesOf={(saree) => [saree.fabric]} />
      <Group title="To wear for" name="occasion" options={same(PLACES_TO_WEAR)} filters={filters} onChange={onChange} valuesOf={(saree) => saree.occasions} />
      <Group title="Weave" name="weave" options={Object.entries(WEAVES).map(([id, weave]) => [id, weave.name])} filters={filters} onChange={onChange} valuesOf={(saree) => [saree.weave]} />
    </aside>
  );
}
