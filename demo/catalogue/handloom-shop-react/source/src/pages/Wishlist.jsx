import SareeCard from '../components/SareeCard.jsx';
import { findSaree } from '../data/sarees.js';
import { useStore } from '../store.jsx';

export default function Wishlist() {
  const { wishes } = useStore();
  const sarees = wishes.map(findSaree).filter(Boolean);
  return (
    <>
      <h1>Your wishlist</h1>
      {sarees.length === 0 && <p className="empty">Nothing saved yet. Press the heart on any saree to keep it here.</p>}
      <div className="grid four">{sarees.map((saree) => <SareeCard key={saree.id} saree={saree} />)}</div>
    </>
  );
}
