/** Subjects of student projects, the most common first; whole phrases that are also searched for. */
export const domains = list(`
  hospital management, library management, e-commerce store, student attendance, food delivery, online exam,
  chat application, inventory management, hotel booking, expense tracker, weather forecast, job portal,
  employee payroll, movie recommendation, bus reservation, blood bank, face recognition, task manager,
  social network, quiz contest, railway enquiry, fake news detection, stock prediction, sentiment analysis,
  car rental, event planner, college admission, banking, pharmacy billing, gym membership,
  real estate listing, music player, video streaming, crop recommendation, disease prediction, spam filter,
  password manager, voting, parking lot, tourism guide, complaint desk, water quality,
  traffic sign recognition, handwriting recognition, resume screening, loan approval, recipe sharing, pet adoption,
  courier tracking, vaccination drive, school timetable, hostel allotment, alumni connect, placement cell,
  news reader, url shortener, code editor, notes sharing, cricket scoreboard, chess engine,
  platform game, tower defence, racing game, maze solver, port scanner, packet sniffer,
  keylogger detection, phishing detection, file encryption, two factor login, invoice generator, point of sale,
  auction house, grocery delivery, salon appointment, doctor appointment, telemedicine, ambulance dispatch,
  fire alarm, smart irrigation, air quality, energy meter, waste collection, plant disease,
  language translator, speech to text, text summariser, question answering, plagiarism checker, essay grading,
  image captioning, object counting, licence plate recognition, pose estimation, drowsiness detection, emotion detection,
  customer churn, fraud detection, house price prediction, demand forecast, credit scoring, market basket,
  crowd funding, donation tracker, volunteer match, lost and found, second hand books, carpool,
  temple booking, canteen token, laundry service, ticket counter, museum guide, farmer market`)

/** Nouns that follow the subject in a title. */
export const kinds = list(`
  system, system, system, app, portal, website, platform, dashboard, application, tool, api, bot, service, tracker, suite`)

/** Technologies, the most common first. */
export const technologies = list(`
  React, Python, Node.js, JavaScript, MySQL, MongoDB, Java, HTML, CSS, PHP, Django, Flask, Express, Bootstrap, Android,
  TypeScript, PostgreSQL, Firebase, Flutter, Spring Boot, Angular, Kotlin, C++, Vue, TensorFlow, Laravel, C#, SQLite,
  Tailwind CSS, Next.js, OpenCV, Pandas, React Native, Docker, PyTorch, Unity, Redis, Swift, GraphQL, Go`)

/**
 * Several thousand words of descriptions, the most common first, so that a Zipf-distributed choice reads like a
 * description.
 */
export const vocabulary = [...new Set(buildVocabulary())]

function buildVocabulary(): string[] {
  const verbs = list(`
    manage, track, book, search, report, upload, share, register, order, verify, predict, detect, plan, record, schedule,
    store, update, notify, analyse, visualise, export, import, filter, monitor, compare, review, rate, assign, approve,
    collect, compute, cluster, classify, train, render, stream, encrypt, scan, print, message, connect, deploy, test,
    cache, index, parse, merge, sort, validate, measure, estimate, label, draw, score, rank, route, archive, restore,
    synchronise, translate, summarise, recommend, balance, charge, refund, deliver, pack, sell, rent, lease, repair, clean,
    teach, learn, grade, mark, enrol, invite, follow, block, mute, pin, publish, draft, sign, audit, inspect, sample`)
  const nouns = list(`
    student, project, user, data, admin, page, model, code, report, system, image, login, database, account, payment,
    customer, teacher, course, product, record, result, chart, table, file, email, message, price, date, time, place,
    college, semester, subject, exam, mark, book, author, doctor, patient, room, ticket, seat, driver, vehicle, route,
    station, city, village, state, farmer, crop, soil, sensor, device, network, server, client, browser, screen, button,
    form, field, menu, panel, window, card, list, graph, tree, queue, stack, matrix, vector, layer, neuron, weight,
    dataset, label, class, method, object, function, module, library, package, query, schema, key, token, session, role,
    permission, password, message, group, channel, friend, profile, comment, photo, video, song, movie, game, player,
    level, enemy, board, piece, move, score, team, match, event, guest, hotel, bill, tax, stock, item, shelf, supplier,
    warehouse, branch, bank, loan, card, wallet, coupon, offer, cart, address, parcel, courier, weather, cloud, river,
    hospital, ward, nurse, medicine, blood, donor, disease, symptom, test, clinic, school, hostel, canteen, bus, train,
    flight, road, signal, camera, face, finger, voice, speech, text, word, sentence, language, page, article, topic,
    keyword, rumour, spam, attack, packet, port, firewall, certificate, hash, cipher, audit, log, backup, restore`)
  const qualities = list(`
    simple, secure, responsive, modern, complete, online, smart, fast, dynamic, automatic, digital, interactive, accurate,
    clean, reliable, friendly, flexible, scalable, portable, realtime, offline, mobile, virtual, local, remote, daily,
    monthly, annual, personal, private, public, random, linear, binary, neural, visual, manual, partial, nested, shared`)
  const prefixes = list(
    `multi, micro, auto, sub, inter, cyber, geo, bio, tele, meta, pre, re, over, under, co, semi`,
  )
  const base = interleave([nouns, verbs, qualities, list('with, and, for, the, of, to, in, on, by, from')])
  return [
    ...base,
    ...nouns.map((noun) => `${noun}s`),
    ...verbs.flatMap((verb) => ['ing', 'ed', 'er'].map((ending) => verb.replace(/e$/, '') + ending)),
    ...qualities.map((quality) => `${quality}ly`),
    ...prefixes.flatMap((prefix) => nouns.map((noun) => prefix + noun)),
    ...prefixes.flatMap((prefix) => verbs.map((verb) => prefix + verb)),
  ]
}

function list(text: string): string[] {
  return text.split(',').map((name) => name.trim())
}

/** Takes one entry from each list in turn until all lists are used up. */
function interleave(lists: string[][]): string[] {
  const longest = Math.max(...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, index) => lists.flatMap((one) => one[index] ?? [])).flat()
}
