import { useState } from 'react';
import SareeCard from '../components/SareeCard.jsx';
import WishButton from '../components/WishButton.jsx';
import { SAREES } from '../data/sarees.js';
import { WEAVES } from '../data/weaves.js';
import { plural, price } from '../format.js';
import { useStore } from '../store.jsx';
import SareeArt, { Swatch } from '../textile/SareeArt.jsx';

const VIEWS = [['whole', 'Whole saree'], ['field', 'Body'], ['edge', 'Border'], ['pallu', 'Pallu']];
const CARE = { Silk: 'Dry clean only. Fold along a new line every few months.', 'Silk cotton': 'Dry clean the first time, then wash gently in cold water.', Cotton: 'Wash separately in cold water and dry in the shade.' };

export default function Product({ saree }) {
  const { cart, dispatch } = useStore();
  const [view, setView] = useState('whole');
  const weave = WEAVES[saree.weave];
  const inCart = cart.find((line) => line.id === saree.id)?.quantity ?? 0;
  const similar = SAREES.filter((other) => other.id !== saree.id && (other.weave === saree.weave || other.colour === saree.colour)).slice(0, 4);

  return (
    <>
      <div className="product">
        <div className="views">
          <div className="thumbs" role="group" aria-label="Views">
            {VIEWS.map(([part, label]) => (
              <button key={part} type="button" aria-pressed={view === part} onClick={() => setView(part)}>
                {part === 'whole' ? <SareeArt saree={saree} title="" /> : <Swatch design={saree.design} part={part} title="" />}<span>{label}</span>
              </button>
            ))}
          </div>
          <div className="stage">{view === 'whole' ? <SareeArt saree={saree} /> : <Swatch design={saree.design} part={view} zoom={1} title={`${saree.name}, ${view}`} />}</div>
        </div>
        <div className="about">
          <p className="place"><a href={`#/?weave=${saree.weave}`}>{weave.name}</a> from {weave.place}</p>
          <h1>{saree.name}</h1>
          <p className="amount">{price(saree.price)} <span>with blouse piece, taxes included</span></p>
          <div className="buttons">
            <button type="button" className="primary" disabled={inCart >= saree.stock} onClick={() => dispatch({ type: 'add', saree })}>{inCart >= saree.stock ? 'All pieces are in your cart' : inCart ? 'Add one more' : 'Add to cart'}</button>
            <WishButton saree={saree} labelled />
          </div>
          {inCart > 0 && <p className="note">{inCart} in your cart. <a href="#/cart">Go to cart</a></p>}
          <p>{weave.about}</p>
          <dl>
            <dt>Fabric</dt><dd>{saree.fabric}, handloom</dd>
            <dt>Length</dt><dd>5.5 m, and 0.8 m for the blouse</dd>
            <dt>To wear for</dt><dd>{saree.occasions.join(', ')}</dd>
            <dt>Care</dt><dd>{CARE[saree.fabric]}</dd>
            <dt>In stock</dt><dd>{plural(saree.stock, 'piece')}</dd>
          </dl>
        </div>
      </div>
      <h2>You may also like</h2>
      <div className="grid four">{similar.map((other) => <SareeCard key={other.id} saree={other} />)}</div>
    </>
  );
}
