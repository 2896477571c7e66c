import { go } from '../router.js';
import { useStore } from '../store.jsx';

export default function Header({ path, query }) {
  const { bill, wishes } = useStore();
  const search = (event) => {
    event.preventDefault();
    go('/', { q: new FormData(event.target).get('q').trim() });
  };
  const current = (section) => (path === section ? 'page' : undefined);
  return (
    <header className="top">
      <a className="mark" href="#/">Reshmi Dor</a>
      <nav aria-label="Main">
        <a href="#/" aria-current={current('/')}>Sarees</a>
        <a href="#/weaves" aria-current={current('/weaves')}>Twelve traditions</a>
      </nav>
      <form role="search" onSubmit={search}>
        <input key={query.q} type="search" name="q" defaultValue={query.q} placeholder="Search silk, indigo, patola" aria-label="Search sarees" />
      </form>
      <nav aria-label="Yours">
        <a href="#/wishlist" aria-current={current('/wishlist')}>Wishlist{wishes.length > 0 && <b>{wishes.length}</b>}</a>
        <a href="#/cart" aria-current={current('/cart')}>Cart{bill.count > 0 && <b>{bill.count}</b>}</a>
      </nav>
    </header>
  );
}
