/** What the server asks of a new password. */
export const passwordHint =
  '12 characters or more, such as four words that have nothing to do with each other'
