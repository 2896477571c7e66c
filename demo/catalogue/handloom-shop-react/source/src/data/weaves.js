/** The traditions sold in the shop. Bandhani is dyed after weaving; the others are made on the loom. */
export const WEAVES = {
  banarasi: { name: 'Banarasi', place: 'Varanasi, Uttar Pradesh', about: 'Silk brocade with zari paisleys and flowers, woven on jacquard pit looms. One saree takes two weavers two to five weeks.' },
  kanjivaram: { name: 'Kanjivaram', place: 'Kanchipuram, Tamil Nadu', about: 'Heavy mulberry silk. Body and border are woven separately and locked together with the korvai technique, often with temple points.' },
  paithani: { name: 'Paithani', place: 'Yeola, Maharashtra', about: 'Tapestry-woven pallu with lotus and parrot motifs, the same on both sides. The small motifs are made by hand without any jacquard.' },
  pochampally: { name: 'Pochampally ikat', place: 'Bhoodan Pochampally, Telangana', about: 'Yarn is tied and dyed before weaving, so the diamonds have a soft, feathered edge.' },
  patola: { name: 'Patola', place: 'Patan, Gujarat', about: 'Double ikat. Warp and weft are both dyed first and must meet exactly on the loom.' },
  bandhani: { name: 'Bandhani', place: 'Bhuj, Gujarat', about: 'Thousands of tiny knots are tied in the woven cloth before it is dyed. Each knot leaves one small ring.' },
  chanderi: { name: 'Chanderi', place: 'Chanderi, Madhya Pradesh', about: 'Sheer silk and cotton with gold coins called ashrafi buti, woven in by hand.' },
  jamdani: { name: 'Jamdani', place: 'Phulia, West Bengal', about: 'Muslin with motifs added by hand with small bamboo sticks while the cloth is on the loom.' },
  kasavu: { name: 'Kasavu', place: 'Balaramapuram, Kerala', about: 'Unbleached cotton with a gold zari border, worn for Onam and weddings.' },
  ilkal: { name: 'Ilkal', place: 'Ilkal, Karnataka', about: 'Cotton body joined to a silk pallu with loops, finished with kasuti embroidery.' },
  sambalpuri: { name: 'Sambalpuri', place: 'Bargarh, Odisha', about: 'Bandha ikat with wheels and shells, in strong colours that stand out on both sides.' },
  maheshwari: { name: 'Maheshwari', place: 'Maheshwar, Madhya Pradesh', about: 'Light silk and cotton with a brick or zari border taken from the carvings of the Maheshwar fort.' },
};

export const PLACES_TO_WEAR = ['Wedding', 'Festival', 'Office', 'Everyday'];
