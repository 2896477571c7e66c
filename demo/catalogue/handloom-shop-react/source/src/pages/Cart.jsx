import { FINISHING_PRICE, FREE_SHIPPING_FROM } from '../cart.js';
import { price } from '../format.js';
import { placeOrder } from '../orders.js';
import { go } from '../router.js';
import { useStore } from '../store.jsx';
import SareeArt from '../textile/SareeArt.jsx';
import { WEAVES } from '../data/weaves.js';

function Line({ line: { saree, quantity, finishing, amount } }) {
  const { dispatch } = useStore();
  const set = (value) => dispatch({ type: 'quantity', saree, quantity: value });
  return (
    <li>
      <a href={`#/saree/${saree.id}`}><SareeArt saree={saree} /></a>
      <div>
        <h3><a href={`#/saree/${saree.id}`}>{saree.name}</a></h3>
        <p>{WEAVES[saree.weave].name}, {price(saree.price)}</p>
        <label><input type="checkbox" checked={finishing} onChange={(event) => dispatch({ type: 'finishing', id: saree.id, value: event.target.checked })} />Fall and edging, {price(FINISHING_PRICE)} each</label>
      </div>
      <div className="quantity">
        <button type="button" aria-label={`One less ${saree.name}`} onClick={() => set(quantity - 1)}>−</button><b>{quantity}</b>
        <button type="button" aria-label={`One more ${saree.name}`} disabled={quantity >= saree.stock} onClick={() => set(quantity + 1)}>+</button>
      </div>
      <strong>{price(amount)}</strong>
      <button type="button" className="link" onClick={() => dispatch({ type: 'remove', id: saree.id })}>Remove</button>
    </li>
  );
}

export default function Cart() {
  const { bill, dispatch } = useStore();
  if (bill.lines.length === 0) return <><h1>Your cart</h1><p className="empty">Your cart is empty. <a href="#/">Look at the sarees</a></p></>;

  const submit = (event) => {
    event.preventDefault();
    const order = placeOrder(bill, Object.fromEntries(new FormData(event.target)));
    dispatch({ type: 'clear' });
    go(`/order/${order.id}`);
  };

  return (
    <>
      <h1>Your cart</h1>
      <div className="cart">
        <ul className="lines">{bill.lines.map((line) => <Line key={line.id} line={line} />)}</ul>
        <form onSubmit={submit}>
          <dl>
            <dt>Sarees</dt><dd>{price(bill.subtotal)}</dd>
            <dt>Delivery</dt><dd>{bill.shipping ? price(bill.shipping) : 'Free'}</dd>
            <dt className="sum">Total</dt><dd className="sum">{price(bill.total)}</dd>
          </dl>
          {bill.shipping > 0 && <p className="note">Free delivery from {price(FREE_SHIPPING_FROM)}</p>}
          <label>Name<input name="name" required maxLength="60" autoComplete="name" /></label>
          <label>Mobile number<input name="phone" required pattern="[6-9][0-9]{9}" title="10 digit mobile number" inputMode="numeric" autoComplete="tel-national" /></label>
          <label>Address<textarea name="address" rows="2" required maxLength="200" autoComplete="street-address" /></label>
          <label>PIN code<input name="pincode" required pattern="[1-9][0-9]{5}" title="6 digit PIN code" inputMode="numeric" autoComplete="postal-code" /></label>
          <button className="primary">Place order</button>
        </form>
      </div>
    </>
  );
}
