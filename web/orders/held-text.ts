/** The notice to the writer of a text that waits for staff. */
export const heldText = (what: 'review' | 'reply' | 'message') =>
  `Our staff read your ${what} first, because it has a link, an email, a UPI address or a phone number.`
