import { WEAVES } from '../data/weaves.js';
import { price } from '../format.js';
import SareeArt from '../textile/SareeArt.jsx';
import WishButton from './WishButton.jsx';

export default function SareeCard({ saree }) {
  return (
    <article className="card">
      <a href={`#/saree/${saree.id}`}>
        <SareeArt saree={saree} />
        <h3>{saree.name}</h3>
        <p>{WEAVES[saree.weave].name}, {saree.fabric.toLowerCase()}</p>
        <strong>{price(saree.price)}</strong>
        {saree.stock <= 2 && <em>{saree.stock === 1 ? 'Only one woven' : 'Last two'}</em>}
      </a>
      <WishButton saree={saree} />
    </article>
  );
}
