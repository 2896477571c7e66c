/** What a buyer has to have before a project runs. */
export const needs = ['XAMPP', 'Node.js', 'Python', 'Java', 'Android', 'Browser'] as const
export type Need = (typeof needs)[number]

/** Names what a project needs, for people. */
export const needText = (need: Need): string => (need === 'Browser' ? 'Nothing but a browser' : need)
