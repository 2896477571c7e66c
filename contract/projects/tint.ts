/** Which of six tints of equal lightness stands behind a category, from 1; categories beyond the public six share them. */
export const tintOf = (category: string): Tint => tints[category] ?? 1

export type Tint = 1 | 2 | 3 | 4 | 5 | 6

const tints: Record<string, Tint> = {
  'Mobile Development': 2,
  'Game Development': 2,
  'AI/ML': 3,
  Database: 4,
  'Security Tools': 4,
  SaaS: 5,
  'E-commerce': 6,
}
