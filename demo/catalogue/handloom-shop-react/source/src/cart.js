// The rules of the cart, without React, so they can be tested alone.
// A cart is a list of { id, quantity, finishing }.

export const FINISHING_PRICE = 250; // fall and edging stitched by the shop
export const FREE_SHIPPING_FROM = 5000;
export const SHIPPING = 150;

const sameLine = (line, id) => line.id === id;

export function cartReducer(cart, action) {
  switch (action.type) {
    case 'add': {
      const { saree } = action;
      const existing = cart.find((line) => sameLine(line, saree.id));
      if (!existing) return [...cart, { id: saree.id, quantity: 1, finishing: false }];
      return cart.map((line) => (sameLine(line, saree.id) ? { ...line, quantity: Math.min(line.quantity + 1, saree.stock) } : line));
    }
    case 'quantity': {
      const quantity = Math.min(action.quantity, action.saree.stock);
      if (quantity < 1) return cart.filter((line) => !sameLine(line, action.saree.id));
      return cart.map((line) => (sameLine(line, action.saree.id) ? { ...line, quantity } : line));
    }
    case 'finishing':
      return cart.map((line) => (sameLine(line, action.id) ? { ...line, finishing: action.value } : line));
    case 'remove':
      return cart.filter((line) => !sameLine(line, action.id));
    case 'clear':
      return [];
    case 'replace':
      return action.cart;
    default:
      throw new Error(`Unknown action: ${action.type}`);
  }
}

/** Joins the cart with the catalogue and adds everything up. Sarees no longer sold are left out. */
export function billOf(cart, findSaree) {
  const lines = cart.flatMap((line) => {
    const saree = findSaree(line.id);
    if (!saree) return [];
    const each = saree.price + (line.finishing ? FINISHING_PRICE : 0);
    return [{ ...line, saree, amount: each * line.quantity }];
  });
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const shipping = subtotal === 0 || subtotal >= FREE_SHIPPING_FROM ? 0 : SHIPPING;
  return { lines, count: lines.reduce((sum, line) => sum + line.quantity, 0), subtotal, shipping, total: subtotal + shipping };
}
