/** The owner of each project of demo/catalogue, by folder name. */
export const owners: Record<string, string> = {
  'hospital-management-system': 'ananya',
  'online-exam-portal': 'sneha',
  'student-result-database': 'lakshmi',
  'library-management-jdbc': 'lakshmi',
  'smart-parking-dashboard': 'harpreet',
  'campus-attendance-pwa': 'ananya',
  'expense-splitter-flutter': 'harpreet',
  'spam-mail-classifier': 'imran',
  'handwritten-digit-recogniser': 'imran',
  'movie-recommender': 'sneha',
  'gst-invoice-saas': 'imran',
  'helpdesk-ticketing': 'harpreet',
  'kirana-store': 'ananya',
  'handloom-shop-react': 'lakshmi',
  'hostel-mess-feedback': 'sneha',
}

/** Owners with a public profile. */
export const withProfile = new Set(['ananya', 'imran', 'lakshmi', 'sneha'])

/** Projects that still wait for verification when the demo opens. */
export const pending = new Set(['hostel-mess-feedback'])
export const featured = new Set([
  'hospital-management-system',
  'gst-invoice-saas',
  'handwritten-digit-recogniser',
  'handloom-shop-react',
  'campus-attendance-pwa',
  'library-management-jdbc',
  'kirana-store',
])

export interface Purchase {
  buyer: string
  project: string
  report?: true
  /** Downloads the source once after the purchase. */
  download?: true
  review?: { rating: number; text: string }
}

export const purchases: Purchase[] = [
  bought(
    'rohit',
    'hospital-management-system',
    5,
    'Ran with php -S in two minutes, exactly as the README says. The role based login was what my guide asked for.',
    true,
  ),
  bought(
    'fathima',
    'hospital-management-system',
    4,
    'Good code and a clear schema. I changed the billing screen for my own needs.',
  ),
  bought(
    'arjun',
    'gst-invoice-saas',
    5,
    'The tax rounding tests alone taught me a lot. Clean structure.',
    true,
  ),
  bought(
    'meghna',
    'campus-attendance-pwa',
    5,
    'Works offline on my phone. IndexedDB part is well explained.',
  ),
  bought(
    'vikram',
    'handwritten-digit-recogniser',
    5,
    'Trains in under a minute and the web canvas made a good demo in my viva.',
  ),
  bought('nidhi', 'online-exam-portal', 4, 'Simple and neat. I would like more question types.'),
  bought(
    'joseph',
    'student-result-database',
    5,
    'The twenty queries are all explained. Best for DBMS lab.',
    true,
  ),
  bought('rohit', 'spam-mail-classifier', 4, 'Naive Bayes from scratch without libraries, easy to follow.'),
  bought('arjun', 'kirana-store', 5, 'Cart, stock and orders all work. SQLite made the setup easy.'),
  bought(
    'meghna',
    'handloom-shop-react',
    5,
    'The saree patterns are drawn in SVG, beautiful. React code is tidy.',
  ),
  bought('vikram', 'library-management-jdbc', 4, 'Layered properly. Needed Java 17, as it says.'),
  bought('nidhi', 'movie-recommender', 5, 'Free and still has an evaluation part. Thank you.'),
  bought('joseph', 'smart-parking-dashboard', 4, 'Nice charts, good starting point.'),
  bought('fathima', 'helpdesk-ticketing', 5, 'SLA timers and filters work as described.'),
  bought('sneha', 'expense-splitter-flutter', 5, 'The settle up algorithm has proper unit tests.'),
  { buyer: 'nidhi', project: 'hospital-management-system', download: true },
  { buyer: 'joseph', project: 'smart-parking-dashboard' },
  { buyer: 'rohit', project: 'movie-recommender', download: true },
  { buyer: 'meghna', project: 'spam-mail-classifier', download: true },
  { buyer: 'fathima', project: 'student-result-database', download: true },
]

export const messages = [
  {
    name: 'Karthik Iyer',
    email: 'karthik@students.readymade.example',
    subject: 'Project Question',
    message:
      'Does the hospital project run on XAMPP with MySQL, or only with SQLite? My lab machines have XAMPP.',
  },
  {
    name: 'Pooja Nair',
    email: 'pooja@students.readymade.example',
    subject: 'Custom Development',
    message:
      'I need the attendance app with a QR code for each class. Can an owner add this, and what would it cost?',
  },
  {
    name: 'Prof. S. Banerjee',
    email: 'banerjee@college.readymade.example',
    subject: 'Partnership',
    message:
      'We run a project lab for second year students and would like to list reviewed projects for our department.',
  },
] as const

function bought(buyer: string, project: string, rating: number, text: string, report?: true): Purchase {
  return { buyer, project, download: true, review: { rating, text }, ...(report && { report }) }
}
