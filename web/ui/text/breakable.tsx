import { InParts } from './in-parts.tsx'

/** A title in which long joined words break at their joints (a_b, a/b, a-b, a.b) instead of inside a name. */
export const Breakable = ({ text }: { text: string }) => <InParts of={text.split(joints)} />

const joints = /(?<=\w{3}[-_/.])(?=\w{3})/
