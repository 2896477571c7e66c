// Invented sample data, so that the app can be tried before typing a roll list.
import { toIso } from './dates.js';
import { write, STORES } from './db.js';

const NAMES = [
  'Aarav Kulkarni', 'Aditi Deshpande', 'Akash Yadav', 'Ananya Iyer', 'Bhavesh Patel', 'Divya Nair',
  'Farhan Shaikh', 'Gauri Joshi', 'Harpreet Singh', 'Ishita Banerjee', 'Karthik Reddy', 'Kavya Menon',
  'Manish Gupta', 'Meghna Rao', 'Mohammed Irfan', 'Neha Sharma', 'Pooja Chavan', 'Pranav Bhat',
  'Rohit Jadhav', 'Sakshi Pawar', 'Shreyas Hegde', 'Sneha Mohanty', 'Tanvi Shah', 'Vikram Chauhan',
];

const COURSES = [
  { code: 'CS501', title: 'Database Management Systems', hour: 1, days: [1, 3, 5],
    topics: ['ER modelling', 'Relational algebra', 'SQL joins', 'Normal forms', 'B+ trees', 'Transactions', 'Locking'] },
  { code: 'CS502', title: 'Computer Networks', hour: 3, days: [1, 2, 4],
    topics: ['OSI layers', 'Framing', 'CRC', 'Sliding window', 'IP addressing', 'Subnetting', 'TCP handshake'] },
  { code: 'CS503', title: 'Operating Systems', hour: 4, days: [2, 4, 6],
    topics: ['Processes', 'CPU scheduling', 'Semaphores', 'Deadlock', 'Paging', 'Page replacement', 'File systems'] },
  { code: 'CS551', title: 'DBMS Laboratory', hour: 6, days: [3],
    topics: ['DDL and DML', 'Joins', 'Views', 'PL/SQL blocks', 'Triggers'] },
];

// mulberry32: a small seeded generator, so the sample is the same every time.
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Builds seven weeks of classes that end yesterday. */
export function buildSample(now = new Date()) {
  const random = randomFrom(20);
  const habits = NAMES.map((_, i) => (i % 7 === 2 ? 0.62 : 0.8) + random() * 0.18);
  const data = { classes: [], students: [], sessions: [] };

  COURSES.forEach(({ code, title, hour, days, topics }, colour) => {
    const classId = `sample-${code}`;
    data.classes.push({ id: classId, code, title, section: 'TE Computer, Div A', threshold: 75, colour });

    const roster = NAMES.map((name, i) => ({
      id: `${classId}-${i + 1}`, classId, name, roll: `3CO${String(i + 1).padStart(2, '0')}`,
    }));
    data.students.push(...roster);

    for (let ago = 49, held = 0; ago >= 1; ago -= 1) {
      const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago);
      if (!days.includes(day.getDay())) continue;
      const marks = Object.fromEntries(roster.map(({ id }, i) => [
        id, random() < habits[i] ? 'P' : random() < 0.15 ? 'O' : 'A',
      ]));
      data.sessions.push({ id: `${classId}-s${held}`, classId, date: toIso(day), hour,
        topic: topics[Math.min(topics.length - 1, Math.floor(held / 3))], marks });
      held += 1;
    }
  });
  return data;
}

export async function loadSample() {
  const data = buildSample();
  await write(STORES, (stores) => {
    for (const name of STORES) data[name].forEach((record) => stores[name].put(record));
  });
}
