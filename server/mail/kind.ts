/** An email that is sent whatever its reader has switched off: about what they paid, a sign-in or their account. */
export interface NecessaryKind {
  name: string
  /** Ends the sentence 'You get this because …'. */
  why: string
  /** Tried even for an address whose mail came back: it is the only way in, and its reader waits for it. */
  isSignIn?: true
}

/** An email that a member may switch off. */
export interface OptionalKind {
  name: string
  why: string
  /** The name of the member's switch. On unless it is set to false. */
  preference: string
  /** It tells of money, so only the settings switch it off: one click in a mail program must not. */
  isMoney?: true
}

/** What an email is about. Each is declared once, beside the noun that writes it. */
export type MailKind = NecessaryKind | OptionalKind
