import { useStore } from '../store.jsx';

export default function WishButton({ saree, labelled = false }) {
  const { wishes, toggleWish } = useStore();
  const wished = wishes.includes(saree.id);
  const label = wished ? 'In your wishlist' : 'Add to wishlist';
  return (
    <button type="button" className={`wish ${labelled ? 'labelled' : ''}`} aria-pressed={wished} aria-label={`${label}: ${saree.name}`} onClick={() => toggleWish(saree.id)}>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 20.5S3.5 15.3 3.5 9.3A4.7 4.7 0 0 1 12 6.6a4.7 4.7 0 0 1 8.5 2.7c0 6-8.5 11.2-8.5 11.2z" /></svg>
      {labelled && label}
    </button>
  );
}
