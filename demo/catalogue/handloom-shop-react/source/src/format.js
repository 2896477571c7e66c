const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 });

export const price = (amount) => rupees.format(amount);
export const plural = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`;
