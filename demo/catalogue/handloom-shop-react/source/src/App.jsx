import { useEffect } from 'react';
import Header from './components/Header.jsx';
import { findSaree } from './data/sarees.js';
import Cart from './pages/Cart.jsx';
import Order from './pages/Order.jsx';
import Product from './pages/Product.jsx';
import Shop from './pages/Shop.jsx';
import Weaves from './pages/Weaves.jsx';
import Wishlist from './pages/Wishlist.jsx';
import { useRoute } from './router.js';

function Page({ path, query }) {
  const [, section, id] = path.split('/');
  const saree = section === 'saree' && findSaree(id);
  if (saree) return <Product key={id} saree={saree} />;
  if (section === 'weaves') return <Weaves />;
  if (section === 'wishlist') return <Wishlist />;
  if (section === 'cart') return <Cart />;
  if (section === 'order') return <Order id={id} />;
  return <Shop query={query} />;
}

export default function App() {
  const { path, query } = useRoute();
  useEffect(() => window.scrollTo(0, 0), [path]);
  return (
    <>
      <Header path={path} query={query} />
      <main><Page path={path} query={query} /></main>
      <footer><p>Reshmi Dor, MG Road, Pune. Each saree is woven by hand, so small differences in colour and motif are natural.</p></footer>
    </>
  );
}
