import { SAREES } from '../data/sarees.js';
import { WEAVES } from '../data/weaves.js';
import { plural } from '../format.js';
import { Swatch } from '../textile/SareeArt.jsx';

export default function Weaves() {
  return (
    <>
      <h1>Twelve traditions, twelve towns</h1>
      <div className="weaves">
        {Object.entries(WEAVES).map(([id, weave]) => {
          const sarees = SAREES.filter((saree) => saree.weave === id);
          return (
            <a key={id} href={`#/?weave=${id}`}>
              <Swatch design={sarees[0].design} part="field" zoom={1.15} title={`${weave.name} pattern`} />
              <div><h2>{weave.name}</h2><p className="place">{weave.place}</p><p>{weave.about}</p><span>See {plural(sarees.length, 'saree')}</span></div>
            </a>
          );
        })}
      </div>
    </>
  );
}
