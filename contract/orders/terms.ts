/** What whoever presses Pay agrees to, as the note below the button says it; it is kept with the payment. */
export const checkoutTerms =
  'With this you accept our terms and the licence that comes with the files: use them, change them and learn from them, but do not sell or publish them.'
