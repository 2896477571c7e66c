import type { CategoryText } from '#contract/content.ts'

/** What is written about each category until staff write something else into the settings. */
export const categoryTexts: readonly CategoryText[] = [
  {
    name: 'Web Development',
    icon: 'globe',
    description:
      'Sites and portals with a front end, a server and usually a database: the classic course project.',
    features: ['Runs in any browser', 'Sign-in and roles', 'Forms and reports', 'Easy to show in a viva'],
  },
  {
    name: 'Mobile Development',
    icon: 'smartphone',
    description: 'Apps for Android and iOS, native, cross-platform or installable from the browser.',
    features: ['Works on a real phone', 'Keeps data offline', 'Touch-first screens', 'One code base'],
  },
  {
    name: 'AI/ML',
    icon: 'brain',
    description:
      'Classifiers, recommenders and vision, with the training code and the data they learned from.',
    features: [
      'Training code included',
      'Measured accuracy',
      'A page to try the model',
      'Explained in the README',
    ],
  },
  {
    name: 'Database',
    icon: 'database',
    description: 'Projects where the schema is the point: normal forms, queries, triggers and reports.',
    features: ['Schema with sample data', 'Queries worth explaining', 'Constraints and triggers', 'Reports'],
  },
  {
    name: 'SaaS',
    icon: 'cloud',
    description: 'Business software for many customers: accounts, teams, invoices, tickets.',
    features: ['Accounts and roles', 'A working dashboard', 'Billing or ticket flow', 'Tests to learn from'],
  },
  {
    name: 'E-commerce',
    icon: 'shopping-cart',
    description: 'Shops with a catalogue, a cart, checkout and the screen where orders are handled.',
    features: ['Catalogue and search', 'Cart and checkout', 'Order handling', 'Stock and prices'],
  },
  {
    name: 'Desktop App',
    icon: 'monitor',
    description: 'Programs with windows of their own, for Windows, Linux or macOS.',
    features: ['Runs without a server', 'Files and printing', 'Local storage', 'Installation steps'],
  },
  {
    name: 'Game Development',
    icon: 'gamepad-2',
    description: 'Small complete games: input, rules, levels, score.',
    features: ['Playable from start to end', 'Clear game loop', 'Own or free artwork', 'Easy to extend'],
  },
  {
    name: 'Security Tools',
    icon: 'shield',
    description: 'Scanners, analysers and cryptography projects for defence and for learning.',
    features: ['For systems you own', 'Documented method', 'Readable output', 'Safe defaults'],
  },
]
