const ONES = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve',
  'Thirteen', 'Fourteen', 'Fifteen', 'Sixteen', 'Seventeen', 'Eighteen', 'Nineteen'];
const TENS = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'];
const GROUPS = [[10000000, 'Crore'], [100000, 'Lakh'], [1000, 'Thousand'], [100, 'Hundred']];

/** Whole numbers in the Indian system: 1250000 is "Twelve Lakh Fifty Thousand". */
export function numberInWords(number) {
  if (number === 0) return 'Zero';
  const words = [];
  let rest = number;
  for (const [size, name] of GROUPS) {
    if (rest >= size) words.push(numberInWords(Math.floor(rest / size)), name);
    rest %= size;
  }
  if (rest >= 20) words.push(TENS[Math.floor(rest / 10)]);
  if (rest > 0) words.push(ONES[rest < 20 ? rest : rest % 10]);
  return words.filter(Boolean).join(' ');
}

export function amountInWords(paise) {
  const rest = paise % 100;
  const tail = rest ? ` and ${numberInWords(rest)} Paise` : '';
  return `Rupees ${numberInWords(Math.floor(paise / 100))}${tail} Only`;
}
