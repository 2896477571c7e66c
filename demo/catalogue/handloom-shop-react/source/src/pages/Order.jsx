import { findSaree } from '../data/sarees.js';
import { price } from '../format.js';
import { findOrder, whatsAppLink } from '../orders.js';
import SareeArt from '../textile/SareeArt.jsx';

export default function Order({ id }) {
  const order = findOrder(id);
  if (!order) return <><h1>Order not found</h1><p className="empty">Orders are kept in the browser in which they were placed.</p></>;
  return (
    <section className="order">
      <h1>Thank you, {order.customer.name.split(' ')[0]}</h1>
      <p>Order {order.id} is noted. Send it to the shop on WhatsApp and we will confirm the delivery day. You pay when the parcel arrives.</p>
      <ul className="lines">
        {order.lines.map((line) => (
          <li key={line.id}>{findSaree(line.id) && <SareeArt saree={findSaree(line.id)} />}<div><h3>{line.name}</h3><p>{line.quantity} piece{line.quantity > 1 && 's'}{line.finishing && ', with fall and edging'}</p></div><strong>{price(line.amount)}</strong></li>
        ))}
      </ul>
      <p className="amount">{price(order.total)} <span>{order.shipping ? `with delivery ${price(order.shipping)}` : 'delivery is free'}</span></p>
      <p><a className="primary" href={whatsAppLink(order)} target="_blank" rel="noreferrer">Send on WhatsApp</a></p>
      <p className="note">Delivery to {order.customer.address}, {order.customer.pincode}</p>
    </section>
  );
}
