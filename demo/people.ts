/** A person of the demo: owners list projects, students buy and review them. */
export interface Person {
  key: string
  name: string
  phone: string
  college: string
  course: string
  year: '' | '1st Year' | '2nd Year' | '3rd Year' | '4th Year' | 'Final Year'
  state: string
  /** The key of the person whose referral code was used at sign-up. */
  referredBy?: string
}

export const people: Person[] = [
  person(
    'ananya',
    'Ananya Rao',
    '9845012301',
    'RV College of Engineering, Bengaluru',
    'B.E. Computer Science',
    'Final Year',
    'Karnataka',
  ),
  person(
    'imran',
    'Imran Sheikh',
    '9823012302',
    'COEP Technological University, Pune',
    'B.Tech IT',
    '4th Year',
    'Maharashtra',
  ),
  person(
    'lakshmi',
    'Lakshmi Narayanan',
    '9444012303',
    'PSG College of Technology, Coimbatore',
    'MCA',
    'Final Year',
    'Tamil Nadu',
  ),
  person(
    'harpreet',
    'Harpreet Singh',
    '9814012304',
    'Thapar Institute, Patiala',
    'B.E. Software Engineering',
    '4th Year',
    'Punjab',
  ),
  person(
    'sneha',
    'Sneha Kulkarni',
    '9922012305',
    'Fergusson College, Pune',
    'B.Sc. Computer Science',
    '3rd Year',
    'Maharashtra',
  ),
  {
    ...person(
      'rohit',
      'Rohit Verma',
      '9711012306',
      'JSS Academy, Noida',
      'B.Tech CSE',
      'Final Year',
      'Uttar Pradesh',
    ),
    referredBy: 'ananya',
  },
  {
    ...person(
      'fathima',
      'Fathima Beevi',
      '9495012307',
      'TKM College, Kollam',
      'B.Tech CSE',
      '3rd Year',
      'Kerala',
    ),
    referredBy: 'ananya',
  },
  person(
    'arjun',
    'Arjun Das',
    '9830012308',
    'Heritage Institute, Kolkata',
    'B.Tech IT',
    'Final Year',
    'West Bengal',
  ),
  {
    ...person(
      'meghna',
      'Meghna Patel',
      '9898012309',
      'LD College of Engineering, Ahmedabad',
      'B.E. Computer',
      '4th Year',
      'Gujarat',
    ),
    referredBy: 'imran',
  },
  person(
    'vikram',
    'Vikram Reddy',
    '9866012310',
    'CVR College, Hyderabad',
    'B.Tech CSE',
    'Final Year',
    'Telangana',
  ),
  person('nidhi', 'Nidhi Sharma', '9829012311', 'Poornima College, Jaipur', 'BCA', '2nd Year', 'Rajasthan'),
  person(
    'joseph',
    "Joseph D'Souza",
    '9822012312',
    'Goa College of Engineering',
    'B.E. IT',
    '3rd Year',
    'Goa',
  ),
]

/** The email of a demo person; the domain can receive no mail. */
export const emailOf = (key: string) => `${key}@students.readymade.example`

function person(
  key: string,
  name: string,
  phone: string,
  college: string,
  course: string,
  year: Person['year'],
  state: string,
): Person {
  return { key, name, phone, college, course, year, state }
}
