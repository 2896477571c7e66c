import { price } from './format.js';
import { readSaved, save } from './store.jsx';

const KEY = 'reshmi-dor-orders';
export const SHOP_PHONE = '919800000000'; // with country code, used for the WhatsApp link

/** There is no server, so an order is kept in this browser and can be sent to the shop on WhatsApp. */
export function placeOrder(bill, customer) {
  const order = {
    id: Date.now().toString(36).toUpperCase(),
    date: new Date().toISOString(),
    customer,
    lines: bill.lines.map(({ saree, quantity, finishing, amount }) => ({ id: saree.id, name: saree.name, quantity, finishing, amount })),
    shipping: bill.shipping,
    total: bill.total,
  };
  save(KEY, [order, ...readSaved(KEY)]);
  return order;
}

export const findOrder = (id) => readSaved(KEY).find((order) => order.id === id);

export function whatsAppLink(order) {
  const lines = order.lines.map((line) => `${line.quantity} x ${line.name}${line.finishing ? ' (fall and edging)' : ''}: ${price(line.amount)}`);
  const text = [`Order ${order.id}`, ...lines, `Total: ${price(order.total)}`, '', order.customer.name, order.customer.address, order.customer.pincode, order.customer.phone].join('\n');
  return `https://wa.me/${SHOP_PHONE}?text=${encodeURIComponent(text)}`;
}
